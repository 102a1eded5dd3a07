import { sql } from 'kysely';
import { recordNew } from '../events/event-store.ts';
import type { Tx } from '../platform/database/database.ts';

/** The days that count as recent. Of most publications only the year is known. */
const RECENT_DAYS = 90;

/**
 * Adds the processed listings of a scholar's profile after a number to a locked library. New entries are unread, except
 * past publications of a first crawl if the user does not want to read them. The user's rules look at new entries soon,
 * and events say which are news. Returns the publications that the library never had. The caller shares the identity
 * lock, and has saved the number up to which listings are processed, because only these account for entries.
 */
export async function addListed(
  tx: Tx,
  userId: number,
  scholar: { id: number; profileId: number; afterNumber: number },
  seen: { at: Date; runId: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_new: boolean; has_past: boolean }>`
    with listed as (
      select array_agg(publication_id order by number) as ids, array_agg(${seen.at}::timestamptz) as seen_at from (
        select publication_id, min(number) as number from scholar_listings
        where scholar_id = ${scholar.id} and profile_id = ${scholar.profileId} and number > ${scholar.afterNumber} and removed_at is null
        group by publication_id
      ) w
    ), saved as materialized (
      select (after).publication_id, (after).entry_number, before is null as is_new
      from listed, refresh_entries(array[${userId}::bigint], ids, seen_at, ${seen.runId}::bigint)
    ), candidates as (
      insert into rule_candidates (user_id, publication_id, entry_number)
      select ${userId}, publication_id, entry_number from saved
      where is_new and exists (select from rules where user_id = ${userId} and is_enabled)
      on conflict do nothing
    ), changed as (
      -- known entries that have one more scholar
      update rule_candidates c set is_due = true from saved s where c.user_id = ${userId} and c.publication_id = s.publication_id and not s.is_new
    ), recorded as (${recordNew(userId, scholar, sql`saved`)})
    select publication_id as id, is_new, not c.baseline_completed and p.unread_past <> 'all' as has_past
    from saved join scholar_profiles c on c.scholar_id = ${scholar.id} and c.profile_id = ${scholar.profileId} join scholars p on p.id = c.scholar_id
    order by entry_number`.execute(tx);
  const added = rows.flatMap(({ id, is_new }) => (is_new ? id : []));
  if (added.length > 0 && rows[0]?.has_past) await markPastRead(tx, userId, scholar.id, added);
  return added;
}

/**
 * Marks those new entries as read that are past publications, as far as the user chose for the scholar (`unread_past`).
 */
async function markPastRead(
  tx: Tx,
  userId: number,
  scholarId: number,
  publicationIds: readonly number[],
): Promise<void> {
  await sql`
    delete from unread r using scholars s, publications p
    where r.user_id = ${userId} and r.publication_id = any(${publicationIds}) and p.id = r.publication_id and s.id = ${scholarId} and (
      s.unread_past = 'none' or s.unread_past = 'recent' and (p.year >= extract(year from now() - make_interval(days => ${sql.lit(RECENT_DAYS)}))) is not true)`.execute(
    tx,
  );
}
