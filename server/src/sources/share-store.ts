import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database/database.ts';
import { midnight, spend } from './pace-store.ts';

/** A part of the operator's budget for one kind of work. */
export interface Share {
  /** the row that counts it beside that of the budget: no user's */
  readonly name: string;
  /** at most this part of the budget of a day, which is what the source says, else `limit` */
  readonly part: number;
  readonly limit: number;
}

/**
 * Takes a cost from the operator's daily budget, and from the share in it that this kind of work has; null, or when there will be budget again. What one
 * of the two does not hold is taken from neither.
 */
export function spendShare(db: Database, source: string, cost: number, share: Share): Promise<Date | null> {
  return db.transaction().execute(async (tx) => {
    const resetsAt = await spendPart(tx, source, cost, share);
    if (resetsAt) return resetsAt;
    const budgetResetsAt = await spend(tx, source, 'shared', cost, share.limit);
    if (budgetResetsAt) await giveBack(tx, source, cost, share);
    return budgetResetsAt;
  });
}

async function spendPart(tx: Tx, source: string, cost: number, { name, part, limit }: Share): Promise<Date | null> {
  // a share begins anew with the budget, whose end the source may have told
  const whole = sql`(
    select told_limit, resets_at from source_budgets where source = ${source} and credential = 'shared' and resets_at > clock_timestamp()
  )`;
  const most = sql`${part}::float8 * coalesce((select told_limit from ${whole} w), ${limit}::float8)`;
  const end = sql`coalesce((select resets_at from ${whole} w), ${midnight})`;
  const { rows } = await sql`
    insert into source_budgets as b (source, credential, spent, resets_at)
    select ${source}, ${name}, ${cost}::float8, ${end} where ${cost}::float8 <= ${most}
    on conflict (source, credential) do update set
      spent = case when b.resets_at <= clock_timestamp() then 0 else b.spent end + excluded.spent,
      resets_at = case when b.resets_at <= clock_timestamp() then excluded.resets_at else b.resets_at end
    where b.resets_at <= clock_timestamp() or b.spent + excluded.spent <= ${most}
    returning 1`.execute(tx);
  if (rows.length > 0) return null;
  const { rows: ends } = await sql<{ at: Date }>`
    select coalesce((select resets_at from source_budgets where source = ${source} and credential = ${name} and resets_at > clock_timestamp()), ${end}) as at`.execute(
    tx,
  );
  const [row] = ends;
  if (!row) throw new Error('a select without a table gives a row');
  return row.at;
}

async function giveBack(tx: Tx, source: string, cost: number, { name }: Share): Promise<void> {
  await sql`
    update source_budgets set spent = greatest(0, spent - ${cost}::float8) where source = ${source} and credential = ${name}`.execute(
    tx,
  );
}
