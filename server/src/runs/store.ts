import { sql } from 'kysely';
import type { RunStatus } from '../platform/database/column-values.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import { listCrawledProfiles } from '../scholars/store.ts';
import type { AuthorSource } from '../sources/author-list.ts';
import type { ScholarResult } from './contract.ts';

export interface RunRow {
  id: number;
  trigger_type: 'manual' | 'scheduled';
  status: RunStatus;
  idempotency_key: string | null;
  start_dt: Date;
  end_dt: Date | null;
  scholar_count: number;
  succeeded_count: number;
  failed_count: number;
  partial_count: number;
  new_publication_count: number;
}

const runColumns = [
  'id',
  'trigger_type',
  'status',
  'idempotency_key',
  'start_dt',
  'end_dt',
  'scholar_count',
  'succeeded_count',
  'failed_count',
  'partial_count',
  'new_publication_count',
] as const;

/** A run, and how many of its scholars wait for a source that refused. */
export type ListedRun = RunRow & { readonly waiting_count: number };

const waitingCount = sql<number>`(
  select count(distinct r.scholar_id) from run_scholars r
  where r.run_id = runs.id and r.continuation_enqueued and (r.state = 'blocked_or_captcha' or r.state_reason = 'cooldown'))`.as(
  'waiting_count',
);

const ACTIVE = ['running', 'resolving'] as const;

/** Inserts a run. Returns undefined if the user has an active run or one with this key. */
export async function insertRun(
  tx: Tx,
  userId: number,
  run: { trigger: 'manual' | 'scheduled'; idempotencyKey: string | null },
): Promise<RunRow | undefined> {
  return tx
    .insertInto('runs')
    .values({ user_id: userId, trigger_type: run.trigger, status: 'running', idempotency_key: run.idempotencyKey })
    .onConflict((conflict) => conflict.doNothing())
    .returning(runColumns)
    .executeTakeFirst();
}

/**
 * Inserts a pending result for each profile of each enabled scholar of the run's user. Returns the profiles. Locks the
 * scholars, after any page of theirs that is being saved. So a run never adopts an item that has just been settled.
 */
export async function insertRunScholars(
  tx: Tx,
  userId: number,
  runId: number,
): Promise<{ scholarId: number; profileId: number }[]> {
  const { rows: scholars } = await sql<{ id: number }>`
    select id from scholars where user_id = ${userId} and is_enabled order by id for no key update`.execute(tx);
  const profiles = await listCrawledProfiles(
    tx,
    scholars.map(({ id }) => id),
  );
  await sql`
    insert into run_scholars (run_id, scholar_id, profile_id)
    select ${runId}, * from unnest(${profiles.map(({ scholarId }) => scholarId)}::bigint[], ${profiles.map(({ profileId }) => profileId)}::bigint[])`.execute(
    tx,
  );
  await tx.updateTable('runs').set({ scholar_count: scholars.length }).where('id', '=', runId).execute();
  return profiles;
}

/**
 * How long the cooldowns of these sources prevent requests for all profiles of a user's enabled scholars: 0 if one can
 * be requested now, null if there is no such profile.
 */
export async function readCooldownSeconds(
  db: Queries,
  userId: number,
  sources: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select min(greatest(0, coalesce(extract(epoch from o.cooldown_until - clock_timestamp()), 0)))::float8 as seconds
    from unnest(${sources}::text[]) as f (source)
    left join source_states o on o.source = f.source and o.credential = 'shared'
    where exists (
      select from scholars s join scholar_profiles c on c.scholar_id = s.id join profiles p on p.id = c.profile_id
      where s.user_id = ${userId} and s.is_enabled and p.source = f.source)`.execute(db);
  return one(rows, 'the cooldown of sources').seconds;
}

/** Records at which row of its profile each scholar's crawl begins, because an adopted item may be half done. */
export async function saveStartRows(tx: Tx, runId: number): Promise<void> {
  await sql`
    update run_scholars r set start_cstart = q.resume_row from queue_items q
    where r.run_id = ${runId} and q.run_id = r.run_id and q.scholar_id = r.scholar_id and q.profile_id = r.profile_id and q.resume_row > 0`.execute(
    tx,
  );
}

export async function findRunByKey(db: Queries, userId: number, key: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('runs')
    .select(runColumns)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function findActiveRun(db: Queries, userId: number): Promise<RunRow | undefined> {
  return db
    .selectFrom('runs')
    .select(runColumns)
    .where('user_id', '=', userId)
    .where('status', 'in', ACTIVE)
    .executeTakeFirst();
}

export async function findRun(db: Queries, userId: number, runId: number): Promise<ListedRun | undefined> {
  return db
    .selectFrom('runs')
    .select([...runColumns, waitingCount])
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .executeTakeFirst();
}

/** A user's runs, newest first. */
export async function listRuns(
  db: Queries,
  userId: number,
  { failedOnly }: { failedOnly: boolean },
  window: RowWindow,
): Promise<{ runs: ListedRun[]; totalCount: number }> {
  let query = db.selectFrom('runs').where('user_id', '=', userId);
  if (failedOnly) query = query.where('status', 'in', ['failed', 'partial_failure']);
  const runs = await query
    .select([...runColumns, waitingCount])
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { runs, totalCount: n };
}

/** How many of a user's scholars wait for the end of their first crawl. */
export async function countImporting(db: Queries, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from scholars s
    -- lateral with a limit: a plan for any user would read the profiles and queue items of all users
    cross join lateral (
      select from scholar_profiles c
      where c.scholar_id = s.id and c.profile_id = s.profile_id and not c.baseline_completed limit 1
    ) c
    cross join lateral (
      select from queue_items q where q.scholar_id = s.id and q.profile_id = s.profile_id and q.status <> 'dropped' limit 1
    ) q
    where s.user_id = ${userId} and s.is_enabled`.execute(db);
  return one(rows, 'the count of first crawls').n;
}

/** All active runs, ordered by id. */
export async function listActiveRuns(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('runs').select('id').where('status', 'in', ACTIVE).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The result of one profile of a scholar. */
export interface ProfileResult extends Omit<ScholarResult, 'scholar_id' | 'sources'> {
  readonly scholar_number: number;
  /** of all profiles of the scholar together */
  readonly scholar_outcome: ScholarResult['outcome'];
  readonly source: AuthorSource;
  readonly source_id: string;
  /** its item was dropped after the last attempt */
  readonly exhausted: boolean;
}

/** The results of a run, in the order in which its scholars were added; the main profile of each comes first. */
export async function listResults(db: Queries, runId: number): Promise<ProfileResult[]> {
  const { rows } = await sql<ProfileResult>`
    select r.scholar_id as scholar_number, s.id as scholar_profile_id, o.outcome as scholar_outcome, f.source, f.source_id, r.state, r.state_reason,
      r.outcome, r.attempt_count, r.publication_count, r.new_publication_count, r.start_cstart, r.continuation_cstart, r.continuation_enqueued,
      r.continuation_cleared, r.warnings, r.error, r.debug, r.is_exhausted as exhausted
    from run_scholars r join run_results o on o.run_id = r.run_id and o.scholar_id = r.scholar_id join profiles f on f.id = r.profile_id
    left join scholars s on s.id = r.scholar_id
    where r.run_id = ${runId} order by r.id`.execute(db);
  return rows;
}
