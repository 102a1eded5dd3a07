import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { FINGERPRINT } from './dropped-key.ts';

/** Two works that a person said are two, under the ids that they have now. */
export interface ReturnedDismissal {
  readonly low_id: number;
  readonly high_id: number;
  readonly dismissed_by_user_id: number | null;
  readonly created_at: string;
}

/**
 * Keeps the pairs that were dismissed, when all publications are dropped. Those left of an earlier drop go on with the works that have the keys now:
 * these are in the table `heirs` of the transaction.
 */
export async function keepDismissals(tx: Tx): Promise<void> {
  await sql`
    create temp table dismissals_now on commit drop as
    select distinct on (1, 2) least(p.low_id, p.high_id) as low_id, greatest(p.low_id, p.high_id) as high_id, p.dismissed_by_user_id, p.created_at
    from (
      select low_id, high_id, dismissed_by_user_id, created_at from dismissed_duplicates
      union all
      select coalesce(l.id, d.low_id), coalesce(h.id, d.high_id), d.dismissed_by_user_id, d.created_at
      from dropped_dismissals d left join heirs l on l.dropped_id = d.low_id left join heirs h on h.dropped_id = d.high_id
    ) p where p.low_id <> p.high_id order by 1, 2, p.created_at`.execute(tx);
  await sql`delete from dropped_dismissals`.execute(tx);
  await sql`
    insert into dropped_dismissals (low_id, high_id, dismissed_by_user_id, created_at)
    select low_id, high_id, dismissed_by_user_id, created_at from dismissals_now`.execute(tx);
}

/** Whether pairs of dropped works wait for these to come back. */
export async function areDismissalsWaiting(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from dropped_dismissals) as waits`.execute(db);
  return rows[0]?.waits ?? false;
}

const NOW = sql`
  by_key as materialized (
    select distinct k.dropped_id, coalesce(p.merged_into, p.id) as id
    from dropped_keys k join publication_sources s on s.source = k.source and s.key = k.key join publications p on p.id = s.publication_id
    where k.dropped_id in (select low_id from dropped_dismissals union select high_id from dropped_dismissals)
  ), now_as as materialized (
    select dropped_id, id from by_key
    union
    -- by its text only where none of its keys leads anywhere
    select k.dropped_id, coalesce(p.merged_into, p.id)
    from dropped_keys k join publication_fingerprints f on f.fingerprint = decode(k.key, 'hex') join publications p on p.id = f.publication_id
    where k.source = ${FINGERPRINT} and not exists (select from by_key b where b.dropped_id = k.dropped_id)
      and k.dropped_id in (select low_id from dropped_dismissals union select high_id from dropped_dismissals)
  )`;

/** The pairs whose works are both there again. The caller holds the lock on identity. */
export async function listReturnedDismissals(tx: Tx): Promise<ReturnedDismissal[]> {
  const { rows } = await sql<ReturnedDismissal>`
    with ${NOW}
    select least(l.id, h.id) as low_id, greatest(l.id, h.id) as high_id, d.dismissed_by_user_id, to_jsonb(d) ->> 'created_at' as created_at
    from dropped_dismissals d join now_as l on l.dropped_id = d.low_id join now_as h on h.dropped_id = d.high_id
    where l.id <> h.id order by 1, 2`.execute(tx);
  return rows;
}

/** Forgets the pairs all of whose keys lead to works again, and the keys that nothing is left for. */
export async function forgetReturnedDismissals(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from dropped_dismissals d where not exists (
        select from dropped_keys k where k.dropped_id in (d.low_id, d.high_id) and k.source <> ${FINGERPRINT}
          and not exists (select from publication_sources s where s.source = k.source and s.key = k.key))
        and (
          select count(distinct k.dropped_id) from dropped_keys k where k.dropped_id in (d.low_id, d.high_id) and k.source <> ${FINGERPRINT}) = 2
      returning low_id, high_id
    ) select low_id as id from gone union select high_id from gone`.execute(tx);
  await sql`
    delete from dropped_keys k where k.dropped_id = any(${rows.map(({ id }) => id)})
      and not exists (select from dropped_marks m where m.dropped_id = k.dropped_id)
      and not exists (select from dropped_dismissals d where k.dropped_id in (d.low_id, d.high_id))`.execute(tx);
}
