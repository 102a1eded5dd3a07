import { sql } from 'kysely';
import type { OwnedKind } from '../library/owned-store.ts';
import { scholarLabel } from '../library/scholar-name-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { ViewParameters } from '../views/contract.ts';
import { type Library, MAX_NAME_LENGTH, MAX_SYNCS, type Result, type Sync } from './contract.ts';

export const SYNCS: OwnedKind = {
  ...{ noun: 'sync', table: 'zotero_syncs', maxCount: MAX_SYNCS, maxNameLength: MAX_NAME_LENGTH },
};

/** Binds an encrypted key to its user, so that it cannot be decrypted in the row of another one. */
export function keyContext(userId: number): string {
  return `zotero_accounts:${userId}:api_key`;
}

export interface Account {
  readonly api_key: Buffer;
  readonly user_name: string;
  readonly libraries: readonly Library[];
  /** how long Zotero wants no request; 0: it may be asked */
  readonly waitSeconds: number;
}

export async function findAccount(db: Queries, userId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select api_key, user_name, libraries, greatest(0, coalesce(ceil(extract(epoch from wait_until - now())), 0))::integer as "waitSeconds"
    from zotero_accounts where user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function saveAccount(
  db: Queries,
  userId: number,
  { api_key, user_name, libraries }: Omit<Account, 'waitSeconds'>,
): Promise<void> {
  await sql`
    insert into zotero_accounts (user_id, api_key, user_name, libraries) values (${userId}, ${api_key}, ${user_name}, ${JSON.stringify(libraries)})
    on conflict (user_id) do update set api_key = excluded.api_key, user_name = excluded.user_name, libraries = excluded.libraries`.execute(
    db,
  );
}

export async function deleteAccount(db: Queries, userId: number): Promise<void> {
  await db.deleteFrom('zotero_accounts').where('user_id', '=', userId).execute();
}

/** Saves a pause that Zotero asked for. It never shortens another one. */
export async function saveWait(db: Queries, userId: number, seconds: number): Promise<void> {
  await sql`
    update zotero_accounts set wait_until = greatest(wait_until, now() + make_interval(secs => ${seconds})) where user_id = ${userId}`.execute(
    db,
  );
}

/** The encrypted keys of all users after an id, for a change of the server's key. Locks the rows. */
export async function listKeys(tx: Tx, { after, limit }: { after: number; limit: number }) {
  const keys = tx.selectFrom('zotero_accounts').select(['user_id', 'api_key']).where('user_id', '>', after);
  return keys.orderBy('user_id').limit(limit).forUpdate().execute();
}

export async function updateKey(tx: Tx, userId: number, key: Buffer): Promise<void> {
  await tx.updateTable('zotero_accounts').set({ api_key: key }).where('user_id', '=', userId).execute();
}

/** The user's syncs, the oldest first; with an id only that one. One of a deleted view or tag is left out. */
export async function listSyncs(db: Queries, userId: number, id: number | null = null): Promise<Sync[]> {
  const { rows } = await sql<Sync>`
    select s.id, s.name, s.scope, s.scholar_id as scholar_profile_id, s.view_id, s.tag_id, s.library,
      case when s.due_at <= now() then 'pushing' when s.due_at is not null then 'waiting' when s.result is null then 'new' else 'stopped' end as state,
      s.result, s.pushed_at, s.due_at as next_push_at
    from zotero_syncs s left join saved_views v on v.id = s.view_id left join tags t on t.id = s.tag_id
    where s.user_id = ${userId} and (${id}::bigint is null or s.id = ${id})
      and num_nonnulls(v.id, t.id) = num_nonnulls(s.view_id, s.tag_id)
    order by s.id`.execute(db);
  return rows;
}

/** What a sync keeps in its collection. */
export interface SyncSource {
  readonly scope: Sync['scope'];
  readonly scholarId: number | null;
  readonly viewId: number | null;
  readonly tagId: number | null;
}

/** The name of what a sync is of; undefined if the user has no such scholar, view or tag. */
export async function findSourceName(
  tx: Tx,
  userId: number,
  { scholarId, viewId, tagId }: SyncSource,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select ${scholarLabel()} as name from scholars s join profiles p on p.id = s.profile_id where s.id = ${scholarId} and s.user_id = ${userId}
    union all
    select name from saved_views where id = ${viewId} and user_id = ${userId}
    union all
    select name from tags where id = ${tagId} and user_id = ${userId}`.execute(tx);
  return rows[0]?.name;
}

/** Saves a sync, and returns its id; null if the library has the list already. */
export async function insertSync(
  tx: Tx,
  userId: number,
  { scope, scholarId, viewId, tagId, ...sync }: SyncSource & { name: string; library: string; collection_key: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into zotero_syncs (user_id, scope, scholar_id, view_id, tag_id, library, name, collection_key)
    select s.*, ${sync.library}, ${sync.name}, ${sync.collection_key}
    from (values (${userId}::bigint, ${scope}, ${scholarId}::bigint, ${viewId}::bigint, ${tagId}::bigint)) as s (user_id, scope, scholar_id, view_id, tag_id)
    where not exists (
      select from zotero_syncs k where k.library = ${sync.library}
        and (k.user_id, k.scope, k.scholar_id, k.view_id, k.tag_id) is not distinct from (s.user_id, s.scope, s.scholar_id, s.view_id, s.tag_id))
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Makes a sync due now. */
export async function requestPush(tx: Tx, id: number): Promise<void> {
  await sql`update zotero_syncs set due_at = now() where id = ${id}`.execute(tx);
}

/** A sync, with what a push needs. */
export interface PushedSync extends SyncSource {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly library: string;
  readonly collectionKey: string;
  readonly hasCollection: boolean;
  readonly version: number;
  readonly isRunning: boolean;
  /** when this push was wanted */
  readonly dueAt: string | null;
  readonly result: Result | null;
  readonly parameters: ViewParameters | null;
}

/** The syncs that are due, or that one; those of deleted views and tags, and of accounts that must wait, are left out. */
export async function listPushed(db: Queries, id: number | null = null): Promise<PushedSync[]> {
  const { rows } = await sql<PushedSync>`
    select s.id, s.user_id as "userId", s.name, s.scope, s.scholar_id as "scholarId", s.view_id as "viewId", s.tag_id as "tagId", s.library,
      s.collection_key as "collectionKey", s.has_collection as "hasCollection", s.version, s.is_running as "isRunning", s.due_at::text as "dueAt", s.result, v.parameters
    from zotero_syncs s join zotero_accounts a on a.user_id = s.user_id left join saved_views v on v.id = s.view_id left join tags t on t.id = s.tag_id
    where (s.id = ${id} or (${id}::bigint is null and s.due_at <= now() and coalesce(a.wait_until <= now(), true)))
      and num_nonnulls(v.id, t.id) = num_nonnulls(s.view_id, s.tag_id)
    order by s.due_at, s.id`.execute(db);
  return rows;
}

/**
 * Saves how far a push is. `nextInSeconds`: it has ended, and the next one is then; null: when the user wants it. A push
 * that the user wanted meanwhile stays due, because this one may have read the list before it changed.
 */
export async function saveResult(
  db: Queries,
  { id, dueAt }: Pick<PushedSync, 'id' | 'dueAt'>,
  result: Result,
  end?: { readonly nextInSeconds: number | null },
): Promise<void> {
  const state = end
    ? sql`is_running = false, pushed_at = now(), due_at = case when due_at is distinct from ${dueAt}::timestamptz then due_at else now() + make_interval(secs => ${end.nextInSeconds}::float8) end`
    : sql`is_running = true`;
  await sql`update zotero_syncs set result = ${JSON.stringify(result)}, ${state} where id = ${id}`.execute(db);
}

export async function saveCollection(db: Queries, id: number, hasCollection: boolean): Promise<void> {
  await db.updateTable('zotero_syncs').set({ has_collection: hasCollection }).where('id', '=', id).execute();
}

export async function saveVersion(db: Queries, id: number, version: number): Promise<void> {
  await db.updateTable('zotero_syncs').set({ version }).where('id', '=', id).execute();
}
