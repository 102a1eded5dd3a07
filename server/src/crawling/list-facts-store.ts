import { type RawBuilder, sql } from 'kysely';
import type { NamedPublication } from '../names/same-author.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ClaimedItem } from './queue-item.ts';

/** A profile of a user's scholar. */
type Profile = Pick<ClaimedItem, 'scholarId' | 'profileId' | 'source' | 'sourceId'>;

/** Whether the user confirmed the profile. */
export async function isConfirmed(tx: Tx, { scholarId, source, sourceId }: Profile): Promise<boolean> {
  const row = await tx
    .selectFrom('scholar_decisions')
    .select('decision')
    .where('scholar_id', '=', scholarId)
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return row?.decision === 'confirmed';
}

/**
 * How many publications the source counted when the list was last read, and which of the keys the profile lists or
 * listed.
 */
export async function readListed(
  tx: Tx,
  { profileId, source }: Profile,
  keys: readonly string[],
): Promise<{ count: number | null; keys: readonly string[] }> {
  const { rows } = await sql<{ count: number | null; keys: readonly string[] }>`
    select work_count as count, array(
      select r.key from unnest(${keys}::text[]) as k (key)
      join records r on r.source = ${source} and r.key = k.key and r.owner_user_id is null
      join listings l on l.record_id = r.id and l.profile_id = ${profileId}) as keys
    from profiles where id = ${profileId}`.execute(tx);
  return rows[0] ?? { count: null, keys: [] };
}

/** Whether lists of the profile have lacked records for at least a day. */
export async function isLackLasting(tx: Tx, profileId: number): Promise<boolean> {
  const { rows } = await sql<{ isLasting: boolean }>`
    select coalesce(rows_missed_since < now() - interval '1 day', false) as "isLasting" from profiles where id = ${profileId}`.execute(
    tx,
  );
  return rows[0]?.isLasting ?? false;
}

export interface KnownPublication extends NamedPublication {
  readonly id: number;
}

/** What this profile of the scholar lists now, the newest first, as records whose publication is known. */
export async function listOwn(
  tx: Tx,
  { scholarId, profileId }: Profile,
): Promise<(KnownPublication & { publicationIds: number[] })[]> {
  const own = await listKnown(tx, sql`scholar_id = ${scholarId} and profile_id = ${profileId} and removed_at is null`);
  return own.map((one) => ({ ...one, publicationIds: [one.id] }));
}

/** What the scholar's other profiles list, the newest first. */
export function listElsewhere(tx: Tx, { scholarId, profileId }: Profile): Promise<KnownPublication[]> {
  return listKnown(tx, sql`scholar_id = ${scholarId} and profile_id <> ${profileId}`);
}

/** What all profiles of the scholar list, the newest first. */
export function listAll(tx: Tx, { scholarId }: Profile): Promise<KnownPublication[]> {
  return listKnown(tx, sql`scholar_id = ${scholarId}`);
}

async function listKnown(tx: Tx, isWanted: RawBuilder<unknown>): Promise<KnownPublication[]> {
  const { rows } = await sql<KnownPublication>`
    select id, title, author_text as authors, venue_text as venue from publications
    where id in (select publication_id from scholar_listings where ${isWanted}) order by year desc nulls last, id`.execute(
    tx,
  );
  return rows;
}

/** The name of the scholar whose list is judged; empty before the first profile was read. */
export async function readName(tx: Tx, { scholarId }: Profile): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(f.display_name, s.imported_name) as name from scholars s join profiles f on f.id = s.profile_id where s.id = ${scholarId}`.execute(
    tx,
  );
  return rows[0]?.name ?? '';
}
