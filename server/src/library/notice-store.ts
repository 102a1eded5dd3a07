import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { SHOWN_NOTICE } from './shown-store.ts';

/** Whether the user said that they know what the notice of a canonical publication says. */
export async function isAcknowledged(db: Queries, userId: number, canonicalId: number): Promise<boolean> {
  const { rows } = await sql`
    select from publications p cross join lateral ${SHOWN_NOTICE} n
    join seen_notices s on s.user_id = ${userId} and s.doi = n.doi and s.nature = n.nature and s.acknowledged_at is not null
    where p.id = ${canonicalId}`.execute(db);
  return rows.length > 0;
}

/** Saves that the user knows what the notice of a canonical publication says. Does nothing if it has none. */
export async function acknowledge(tx: Tx, userId: number, canonicalId: number): Promise<void> {
  await sql`
    insert into seen_notices as s (user_id, doi, nature, acknowledged_at)
    select ${userId}, n.doi, n.nature, now() from publications p cross join lateral ${SHOWN_NOTICE} n where p.id = ${canonicalId}
    on conflict (user_id, doi, nature) do update set acknowledged_at = coalesce(s.acknowledged_at, now())`.execute(tx);
}
