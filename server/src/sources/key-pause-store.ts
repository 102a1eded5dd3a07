import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/** More than any budget holds: until it begins anew nothing is left of this one. */
const ALL = sql`'Infinity'::float8`;

/** Leaves a user's own key alone for so many seconds, for all services; gives the end. A pause that lasts longer stays. */
export async function pauseKey(db: Queries, source: string, credential: string, seconds: number): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    insert into source_budgets as b (source, credential, spent, resets_at)
    values (${source}, ${credential}, ${ALL}, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (source, credential) do update set spent = ${ALL},
      resets_at = case when b.spent = ${ALL} then greatest(b.resets_at, excluded.resets_at) else excluded.resets_at end
    returning resets_at as until`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert without a condition gives a row');
  return row.until;
}

/** When the pause of a key ends; null when there is none. */
export async function findKeyPause(db: Queries, source: string, credential: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select resets_at as until from source_budgets
    where source = ${source} and credential = ${credential} and spent = ${ALL} and resets_at > clock_timestamp()`.execute(
    db,
  );
  return rows[0]?.until ?? null;
}
