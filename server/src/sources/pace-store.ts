import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { type Pace, planSlots } from './pace.ts';
import { lockSourceState } from './store.ts';

/** Midnight in UTC: when daily budgets begin anew unless the source says otherwise. */
export const midnight = sql`(date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`;

/** Reserves the next requests to a source: atomic for all services, by the database's clock. `part`: of the time that is planned ahead (`pace.ts`). */
export function takeSlots(
  db: Database,
  source: string,
  wanted: number,
  intervalSeconds: number,
  part = 1,
): Promise<Pace> {
  return db.transaction().execute(async (tx) => {
    const pace = planSlots(await lockSourceState(tx, source), wanted, intervalSeconds, part);
    if (pace.kind === 'granted') {
      const next = new Date(pace.startsAt.getTime() + pace.count * pace.intervalMs);
      await saveNextRequest(tx, source, next);
    }
    return pace;
  });
}

async function saveNextRequest(tx: Tx, source: string, next: Date): Promise<void> {
  await sql`
    update source_states set next_request_at = ${next}, last_request_at = clock_timestamp() where source = ${source}`.execute(
    tx,
  );
}

/** The requests that were planned were sent late: the next one keeps its distance from the last of them. */
export async function putOffNextRequest(db: Queries, source: string, milliseconds: number): Promise<void> {
  await sql`
    update source_states set next_request_at = greatest(next_request_at, clock_timestamp() + make_interval(secs => ${milliseconds / 1000}::float8))
    where source = ${source}`.execute(db);
}

/** Notes the distance between requests, and how many may be under way at once, as a source's headers say; null: they do not say. */
export async function saveToldPace(
  db: Queries,
  source: string,
  { intervalSeconds, concurrency }: { intervalSeconds: number | null; concurrency: number | null },
): Promise<void> {
  await sql`
    update source_states set told_interval_seconds = ${intervalSeconds}, told_concurrency = ${concurrency}
    where source = ${source} and (told_interval_seconds, told_concurrency) is distinct from (${intervalSeconds}::float8, ${concurrency}::int)`.execute(
    db,
  );
}

/** For so long a credential that was refused is not tried again; another key of the same user is another credential. */
const REFUSED_SECONDS = 86_400;

export async function saveRefusedCredential(db: Queries, source: string, credential: string): Promise<void> {
  const until = sql`clock_timestamp() + make_interval(secs => ${REFUSED_SECONDS})`;
  await sql`
    insert into source_budgets (source, credential, resets_at, refused_until) values (${source}, ${credential}, ${midnight}, ${until})
    on conflict (source, credential) do update set refused_until = excluded.refused_until`.execute(db);
}

/** Credentials that a source refused lately. */
export async function listRefusedCredentials(db: Queries, source: string): Promise<Set<string>> {
  const { rows } = await sql<{ credential: string }>`
    select credential from source_budgets where source = ${source} and refused_until > clock_timestamp()`.execute(db);
  return new Set(rows.map(({ credential }) => credential));
}

/** Takes a cost from a credential's daily budget; null, or when the budget begins anew if it does not hold so much any more. */
export async function spend(
  db: Queries,
  source: string,
  credential: string,
  cost: number,
  limit: number,
): Promise<Date | null> {
  const { rows } = await sql`
    insert into source_budgets as b (source, credential, spent, resets_at) values (${source}, ${credential}, ${cost}, ${midnight})
    on conflict (source, credential) do update set
      spent = case when b.resets_at <= clock_timestamp() then 0 else b.spent end + ${cost},
      told_limit = case when b.resets_at <= clock_timestamp() then null else b.told_limit end,
      resets_at = case when b.resets_at <= clock_timestamp() then ${midnight} else b.resets_at end
    where b.resets_at <= clock_timestamp() or b.spent + ${cost} <= coalesce(b.told_limit, ${limit})
    returning 1`.execute(db);
  if (rows.length > 0) return null;
  const budget = await db
    .selectFrom('source_budgets')
    .select('resets_at')
    .where('source', '=', source)
    .where('credential', '=', credential)
    .executeTakeFirstOrThrow();
  return budget.resets_at;
}

/** What a source says itself of a credential's budget. */
export interface ToldBudget {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}

/** Believes what a source says of a budget; of two answers that overtook each other the one with less left counts. */
export async function saveToldBudget(
  db: Queries,
  source: string,
  credential: string,
  { limit, remaining, resetsInSeconds }: ToldBudget,
): Promise<void> {
  await sql`
    update source_budgets set told_limit = ${limit},
      spent = case when resets_at <= clock_timestamp() then ${limit - remaining} else greatest(spent, ${limit - remaining}) end,
      resets_at = clock_timestamp() + make_interval(secs => ${resetsInSeconds}::float8)
    where source = ${source} and credential = ${credential}
      and (told_limit is distinct from ${limit} or spent < ${limit - remaining})
      -- a pause of this key (key-pause-store.ts) ends when it was told to
      and (spent <> 'Infinity' or resets_at <= clock_timestamp())`.execute(db);
}
