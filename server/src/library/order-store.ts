import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

const isStale = sql`
  (u.year, u.citations, u.title_prefix, u.pdf_rank) is distinct from (o.year, o.citations, o.title_prefix, o.pdf_rank)`;

/**
 * Entries of some publications (SQL of an array), or of all (null), whose sort values are out of date although no
 * change is queued, with the correct values.
 */
export function staleEntries(publicationIds: RawBuilder<unknown> | null): RawBuilder<unknown> {
  const isWanted = publicationIds === null ? sql`true` : sql`publication_id = any(${publicationIds})`;
  // The first offset makes PostgreSQL compute the rank of each publication once and not for each of its entries. The
  // second one makes it look for queued changes of stale entries only; otherwise it may scan the queue for each entry.
  return sql`(
    select * from (
      select u.user_id, o.* from user_publications u join (select * from publication_order where ${isWanted} offset 0) o using (publication_id)
      where ${isStale} offset 0
    ) e where not exists (select from order_changes c where c.publication_id = e.publication_id))`;
}

/** Whether a transaction that began before the copy is still running. It may save an entry with old values. */
const hasLateEntries = sql`copied_before > pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Queued changes of sort values, the oldest first. Each is copied twice: at once, and when every transaction that began
 * before the first copy has ended.
 */
export async function listOrderChanges(
  db: Queries,
  limit: number,
): Promise<{ ids: number[]; publicationIds: number[] }> {
  const { rows } = await sql<{ id: number; publication_id: number }>`
    select id, publication_id from order_changes where (${hasLateEntries}) is not true order by id limit ${limit}`.execute(
    db,
  );
  return {
    ids: rows.map(({ id }) => id),
    publicationIds: [...new Set(rows.map(({ publication_id }) => publication_id))],
  };
}

/**
 * Copies the sort values and words of publications to at most `limit` of their entries. Takes no lock on libraries and
 * does not wait: skips an entry that another transaction is changing. Returns how many entries it updated; fewer than
 * the limit if none is left.
 */
export async function refreshCopies(db: Queries, publicationIds: readonly number[], limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select refresh_copies(${publicationIds}::bigint[], ${limit}) as n`.execute(
    db,
  );
  return one(rows, 'the count of updated entries').n;
}

/**
 * Marks changes as copied, or deletes them after their second copy. Ignores changes whose entries still have old
 * values. Returns how many were settled.
 */
export async function settleOrderChanges(db: Queries, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with settled as materialized (
      select id, copied_before from order_changes c where id = any(${ids}) and not exists (
        select from user_publications u join publication_order o using (publication_id) where u.publication_id = c.publication_id and ${isStale})
    ), copied as (
      update order_changes c set copied_before = pg_snapshot_xmax(pg_current_snapshot())
      from settled s where c.id = s.id and s.copied_before is null
    ), done as (
      delete from order_changes c using settled s where c.id = s.id and s.copied_before is not null
    )
    select count(*) as n from settled`.execute(db);
  return one(rows, 'the count of settled changes').n;
}

/**
 * Lets rules look again at the new entries of publications that changed. Waits for rules that look at them now, because
 * those may not see the change.
 */
export async function reopenCandidates(db: Queries, publicationIds: readonly number[]): Promise<void> {
  await sql`
    with changed as materialized (
      select c.user_id, c.publication_id from rule_candidates c join publications p on p.id = c.publication_id
      where p.canonical_id = any(${publicationIds}) order by 1, 2 for update of c
    )
    update rule_candidates c set is_due = true from changed k where c.user_id = k.user_id and c.publication_id = k.publication_id`.execute(
    db,
  );
}
