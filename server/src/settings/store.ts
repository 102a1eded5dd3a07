import type { Selectable } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export type SettingsRow = Selectable<Tables['user_settings']>;

/** Reads a user's settings. A start view that is deleted is null until it is restored. */
export async function getSettings(db: Queries, userId: number): Promise<SettingsRow> {
  const { shown_start_view_id, ...row } = await db
    .selectFrom('user_settings as s')
    .leftJoin('saved_views as v', 'v.id', 's.start_view_id')
    .selectAll('s')
    .select('v.id as shown_start_view_id')
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...row, start_view_id: shown_start_view_id };
}

/** Whether a user has a saved view. */
export async function hasView(db: Queries, userId: number, viewId: number): Promise<boolean> {
  const view = await db
    .selectFrom('saved_views')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', viewId)
    .executeTakeFirst();
  return view !== undefined;
}

/** Reads and locks a user's settings until the transaction ends. */
export async function lockSettings(tx: Tx, userId: number): Promise<SettingsRow> {
  return tx.selectFrom('user_settings').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();
}

export async function updateSettings(
  tx: Tx,
  userId: number,
  change: Partial<Omit<SettingsRow, 'user_id'>>,
): Promise<void> {
  await tx.updateTable('user_settings').set(change).where('user_id', '=', userId).execute();
}

/** Saves the minimum time between a user's requests to a source. The operator's minimum still applies. */
export async function saveRequestDelay(db: Queries, userId: number, seconds: number): Promise<void> {
  await db.updateTable('user_settings').set({ request_delay_seconds: seconds }).where('user_id', '=', userId).execute();
}

/** Returns the settings of those users who have a key or an email of their own. */
export async function listOwnKeys(db: Queries, userIds: readonly number[]): Promise<SettingsRow[]> {
  return db
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', 'in', userIds)
    .where((eb) =>
      eb.or([
        eb('openalex_api_key', 'is not', null),
        eb('crossref_api_token', 'is not', null),
        eb('crossref_api_mailto', 'is not', null),
        eb('unpaywall_email', 'is not', null),
      ]),
    )
    .execute();
}

/** Reads and locks, by user id, the settings of users who have a key of their own, until this transaction ends. */
export async function listEncryptedKeys(
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<SettingsRow[]> {
  return tx
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '>', after)
    .where((eb) => eb.or([eb('openalex_api_key', 'is not', null), eb('crossref_api_token', 'is not', null)]))
    .orderBy('user_id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
}
