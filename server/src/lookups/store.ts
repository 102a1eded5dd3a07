import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { removeSpentJobs } from '../platform/database/wake-job.ts';
import { type Lookup, type NextStep, PRIORITY, type SearchRequest } from './lookup.ts';
import { wakeLookups } from './wake-lookups.ts';

const columns = sql`
  l.publication_id as "publicationId", l.source, l.priority, l.step_number as "stepNumber", l.failure_count as "failureCount", l.progress,
  l.user_id as "userId", l.asked_anew_at as "askedAnewAt"`;

export interface NewLookup {
  readonly publicationId: number;
  readonly source: string;
  readonly progress: unknown;
}

/**
 * Opens lookups, and notes that PDFs are searched for; one that was found before stays found until it is seen that the link holds no longer.
 * Returns the works that had no lookup open.
 */
export async function insertLookups(
  tx: Tx,
  lookups: readonly NewLookup[],
  { requestedBy, keysOf, asksAnew, isAwaited, isClock = false }: SearchRequest,
): Promise<number[]> {
  const priority = isAwaited ? PRIORITY.awaited : PRIORITY.backlog;
  const { rows } = await sql<{ id: number }>`
    with opened as (
      insert into lookups (publication_id, source, progress, priority, user_id, asked_anew_at)
      select k.id, k.source, k.progress, ${priority}, ${keysOf}::bigint, case when ${asksAnew} then clock_timestamp() end
      from unnest(${lookups.map((one) => one.publicationId)}::bigint[], ${lookups.map(({ source }) => source)}::text[],
        ${lookups.map(({ progress }) => JSON.stringify(progress))}::jsonb[]) as k (id, source, progress)
      order by k.id
      on conflict (publication_id) do nothing
      returning publication_id as id
    ), queued as (
      insert into pdf_jobs as j (publication_id, requested_by_user_id)
      select id, ${requestedBy}::bigint from opened order by id
      on conflict (publication_id) do update set
        status = case when j.status = 'resolved' then j.status else 'queued' end,
        queued_at = now(), updated_at = now(), next_attempt_at = null,
        requested_by_user_id = case when ${isClock} then j.requested_by_user_id else ${requestedBy}::bigint end,
        auto_retry_count = case when ${isClock} then j.auto_retry_count + (j.status = 'failed')::int else 0 end
    )
    select id from opened`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lets open lookups go on now, before those that nobody waits for; returns the sources at which one went ahead. A pause still holds. */
export async function hurryLookups(tx: Tx, publicationIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    with open as (
      select publication_id from lookups
      where publication_id = any(${publicationIds}) and (priority > ${PRIORITY.awaited} or due_at > clock_timestamp())
      order by publication_id for no key update
    )
    update lookups l set priority = ${PRIORITY.awaited}, due_at = least(l.due_at, clock_timestamp()) from open where l.publication_id = open.publication_id returning l.source`.execute(
    tx,
  );
  return [...new Set(rows.map(({ source }) => source))];
}

/**
 * Locks open lookups against their end, for the rest of the transaction, and lets them go before those that nobody waits for: all in one pass, in
 * the order in which those take them who settle steps. Returns the works of those that go on within so many seconds.
 */
export async function holdLookups(tx: Tx, publicationIds: readonly number[], withinSeconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with held as materialized (
      select publication_id, due_at from lookups where publication_id = any(${publicationIds}) order by publication_id for no key update
    ), raised as (
      update lookups l set priority = ${PRIORITY.awaited} from held where l.publication_id = held.publication_id and l.priority > ${PRIORITY.awaited}
    )
    select publication_id as id from held where due_at <= clock_timestamp() + make_interval(secs => ${withinSeconds}::float8)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The next lookups at a source that are due: those that somebody waits for first, then the ones that wait longest. */
export async function listDueLookups<P>(db: Queries, source: string, limit: number): Promise<Lookup<P>[]> {
  const { rows } = await sql<Lookup<P>>`
    select ${columns} from unnest(${Object.values(PRIORITY)}::smallint[]) as k (priority)
    cross join lateral (
      select * from lookups where source = ${source} and priority = k.priority and due_at <= clock_timestamp()
      order by due_at, publication_id limit ${limit}
    ) l
    order by l.priority, l.due_at, l.publication_id limit ${limit}`.execute(db);
  return rows;
}

/** In how many seconds the next lookup at a source is due; null when there is none. */
export async function findNextDue(db: Queries, source: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(first.due_at) - clock_timestamp())::float8 as seconds
    from unnest(${Object.values(PRIORITY)}::smallint[]) as k (priority)
    cross join lateral (select due_at from lookups where source = ${source} and priority = k.priority order by due_at limit 1) first`.execute(
    db,
  );
  const seconds = rows[0]?.seconds ?? null;
  return seconds === null ? null : Math.max(0, seconds);
}

/**
 * Locks those of the lookups that are still at the step at which they were read, for the rest of the transaction; returns their works. The
 * caller has locked the works' rows, if it needs them, before.
 */
export async function lockLookups(
  tx: Tx,
  steps: readonly { publicationId: number; stepNumber: number }[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select l.publication_id as id from lookups l
    join unnest(${steps.map((one) => one.publicationId)}::bigint[], ${steps.map((one) => one.stepNumber)}::int[]) as k (id, step_number)
      on k.id = l.publication_id and k.step_number = l.step_number
    order by l.publication_id for update of l`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Locks the open lookups of works that are to be deleted, in the order of their ids, to the end of the transaction. */
export async function lockLookupsOf(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`select from lookups where publication_id = any(${publicationIds}) order by publication_id for update`.execute(
    tx,
  );
}

/** Takes locked lookups on to their next steps. */
export async function saveNextSteps(tx: Tx, steps: readonly NextStep<unknown>[]): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    update lookups l set source = k.source, progress = k.progress, failure_count = k.failure_count, step_number = l.step_number + 1,
      due_at = case when k.after_seconds > 0 then clock_timestamp() + make_interval(secs => k.after_seconds) else least(l.due_at, clock_timestamp()) end
    from unnest(${steps.map((one) => one.publicationId)}::bigint[], ${steps.map(({ source }) => source)}::text[],
      ${steps.map(({ progress }) => JSON.stringify(progress))}::jsonb[], ${steps.map((one) => one.failureCount)}::int[],
      ${steps.map((one) => one.afterSeconds)}::float8[]) as k (id, source, progress, failure_count, after_seconds)
    where l.publication_id = k.id`.execute(tx);
}

export async function deleteLookups(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`delete from lookups where publication_id = any(${publicationIds})`.execute(tx);
}

/**
 * Makes sure that somebody looks into the lookups wherever some wait: jobs that used up their attempts are removed, so that new ones take their
 * place. What was queued before the clock was set back is due.
 */
export async function reviveLookups(tx: Tx): Promise<void> {
  await sql`update lookups set due_at = now(), created_at = now() where created_at > now() + interval '1 minute'`.execute(
    tx,
  );
  await removeSpentJobs(tx, 'look-up');
  const { rows } = await sql<{ source: string }>`select distinct source from lookups`.execute(tx);
  await wakeLookups(
    tx,
    rows.map(({ source }) => source),
  );
}
