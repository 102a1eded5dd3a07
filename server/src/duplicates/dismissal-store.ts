import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** A pair that a person said are two works, as `to_jsonb` gives it. */
export interface Dismissal {
  readonly low_id: number;
  readonly high_id: number;
  readonly dismissed_by_user_id: number | null;
  readonly created_at: string;
}

export async function listDismissals(tx: Tx, publicationIds: readonly number[]): Promise<Dismissal[]> {
  const { rows } = await sql<{ row: Dismissal }>`
    select to_jsonb(d) as row from dismissed_duplicates d
    where low_id = any(${publicationIds}) or high_id = any(${publicationIds}) order by low_id, high_id`.execute(tx);
  return rows.map(({ row }) => row);
}

/** Puts pairs in the place of others; what names a work that is gone is left out. */
export async function replaceDismissals(tx: Tx, taken: readonly Dismissal[], put: readonly Dismissal[]): Promise<void> {
  await sql`
    delete from dismissed_duplicates d using jsonb_populate_recordset(null::dismissed_duplicates, ${JSON.stringify(taken)}::jsonb) k
    where d.low_id = k.low_id and d.high_id = k.high_id`.execute(tx);
  await sql`
    insert into dismissed_duplicates (low_id, high_id, dismissed_by_user_id, created_at)
    select k.low_id, k.high_id, u.id, k.created_at
    from jsonb_populate_recordset(null::dismissed_duplicates, ${JSON.stringify(put)}::jsonb) k
    join publications l on l.id = k.low_id join publications h on h.id = k.high_id
    left join users u on u.id = k.dismissed_by_user_id
    on conflict do nothing`.execute(tx);
}
