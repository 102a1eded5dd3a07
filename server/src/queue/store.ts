import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import type { ClaimedItem, ItemChange, QueueReason, QueueStatus } from './item.ts';

/** Any key for an advisory lock that nobody else uses. */
const WAKE_LOCK = 0x6c656371;

/**
 * Makes sure that somebody looks into the queue of a source after so many seconds at the latest; the engine keeps one such job a source.
 * It comes last in a transaction: whoever is awake holds all other locks already. An earlier time that somebody else asked for stays,
 * and the job's row is locked first, since the engine's own function loses a wake-up that meets a worker taking the job.
 */
export async function wakeSource(tx: Tx, source: string, afterSeconds = 0): Promise<void> {
  const key = `work-on-source:${source}`;
  await sql`select pg_advisory_xact_lock(${WAKE_LOCK}, hashtext(${key}))`.execute(tx);
  await sql`
    with known as materialized (select run_at, locked_at from graphile_worker._private_jobs where key = ${key} for update)
    select graphile_worker.add_job('work-on-source', json_build_object('source', ${source}::text), job_key := ${key}, max_attempts := 1000,
      run_at := least(clock_timestamp() + make_interval(secs => ${afterSeconds}::float8), (select run_at from known where locked_at is null)))
  `.execute(tx);
}

/** Whether a wake-up job of the source waits that is due and that nobody works on. */
export async function isAwake(tx: Tx, source: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs
    where key = ${`work-on-source:${source}`} and locked_at is null and run_at <= clock_timestamp()`.execute(tx);
  return rows.length > 0;
}

/** Whether another open item wants the profile that an item has just read. */
export async function isAwaited(tx: Tx, profileId: number): Promise<boolean> {
  const { rows } = await sql`
    select from scholars c join queue_items q on q.scholar_id = c.id
    where c.profile_id = ${profileId} and q.status = 'queued' limit 1`.execute(tx);
  return rows.length > 0;
}

/** Adds an item for each scholar that has no open one, and gives the user a place among those who take turns. */
export async function insertItems(
  tx: Tx,
  items: { userId: number; scholarIds: readonly number[]; source: string; reason: QueueReason; runId: number | null },
): Promise<void> {
  await sql`
    insert into source_turns (source, user_id, asked_at) values (${items.source}, ${items.userId}, '-infinity') on conflict do nothing`.execute(
    tx,
  );
  await sql`
    insert into queue_items (user_id, scholar_id, source, reason, run_id, last_run_id, made_by_run_id)
    select ${items.userId}, scholar_id, ${items.source}, ${items.reason}, ${items.runId}::bigint, ${items.runId}::bigint, ${items.runId}::bigint
    from unnest(${items.scholarIds}::bigint[]) scholar_id
    on conflict (scholar_id) where status <> 'dropped' do nothing`.execute(tx);
}

/** A run takes over the open items of its scholars: what waits, waits no longer. What an item was before is kept for a cancel. */
export async function adoptItems(tx: Tx, runId: number, scholarIds: readonly number[]): Promise<void> {
  await sql`
    with open as materialized (
      select id from queue_items where status <> 'dropped' and run_id is null and scholar_id = any(${scholarIds}) order by id for update
    )
    update queue_items q set run_id = ${runId}, last_run_id = ${runId}, updated_at = now(), adopted_by_run_id = ${runId},
      before_adoption = to_jsonb(q),
      next_attempt_at = case when q.status = 'queued' then now() else q.next_attempt_at end
    from open where q.id = open.id`.execute(tx);
}

/** A scholar that was disabled, or whose user was, waits; but a run that has begun comes to its end. */
const isWanted = sql`(q.run_id is not null or (c.is_enabled and m.is_active))`;

/** A crawl that made progress so lately is under way: others who want the same profile wait for what it finds. */
const UNDER_WAY_SECONDS = 30;

/** Whether somebody else is reading the item's profile at this moment: a profile is read by one at a time. */
const isBeingRead = sql`exists (
  select from scholars c2 join queue_items o on o.scholar_id = c2.id
  where c2.profile_id = c.profile_id and o.id <> q.id
    and (o.status = 'retrying'
      or (o.status = 'queued' and o.resume_row > 0 and o.next_attempt_at <= clock_timestamp() and o.updated_at > clock_timestamp() - make_interval(secs => ${UNDER_WAY_SECONDS})
        and (q.resume_row = 0 or o.id < q.id))))`;

/**
 * When the user's own delay lets them ask again. A request in the future was noted before the clock was set back.
 */
function askableAt(now: Date, floorSeconds: number) {
  return sql`case when t.asked_at > ${now}::timestamptz then ${now}::timestamptz else t.asked_at end
    + make_interval(secs => greatest(o.request_delay_seconds, ${floorSeconds}::float8))`;
}

const claimed = sql`
  q.id, q.claim_number as "claimNumber", q.user_id as "userId", q.scholar_id as "scholarId", p.id as "profileId", q.source,
  p.source_id as "sourceId", q.reason, q.resume_row as "resumeRow", q.attempt_count as "attemptCount", q.quick_retry_count as "quickRetryCount",
  q.pages_this_attempt as "pagesThisAttempt", q.crawl_started_at as "crawlStartedAt", q.crawl_number as "crawlNumber",
  q.known_listing as "knownListing", q.run_id as "runId", s.baseline_completed as "baselineCompleted", s.looked_at_listing as "lookedAtListing",
  (select json_build_object('profileId', v.id, 'sourceId', v.source_id) from profiles v where v.id = q.verify_profile_id) as verify`;

/** Claims the next item: of the users whose delay has passed, the one served longest ago; of that user's items, the one that waits longest. */
export async function claimItem(
  tx: Tx,
  source: string,
  jobId: number,
  now: Date,
  floorSeconds: number,
): Promise<ClaimedItem | undefined> {
  const { rows } = await sql<ClaimedItem>`
    with next as (
      select item.id from source_turns t
      join user_settings o on o.user_id = t.user_id
      join users m on m.id = t.user_id
      cross join lateral (
        select q.id from queue_items q join scholars c on c.id = q.scholar_id
        where q.source = ${source} and q.user_id = t.user_id and q.status = 'queued' and q.next_attempt_at <= ${now}
          and ${isWanted} and not ${isBeingRead}
        order by q.next_attempt_at, q.id limit 1
        for update of q skip locked
      ) item
      where t.source = ${source} and ${askableAt(now, floorSeconds)} <= ${now}
      order by t.asked_at, t.user_id limit 1
    )
    update queue_items q set status = 'retrying', claimed_by = ${jobId}, claim_number = q.claim_number + 1, updated_at = now(),
      crawl_started_at = case when q.resume_row = 0 then ${now} else q.crawl_started_at end
    from next, scholars s, profiles p
    where q.id = next.id and s.id = q.scholar_id and p.id = s.profile_id
    returning ${claimed}`.execute(tx);
  return rows[0];
}

/**
 * Claims an item that needs no request: somebody's crawl of its profile came to its end so lately that what it found serves everybody.
 * It waits for no turn, no delay and no pause.
 */
export async function claimFreshItem(
  tx: Tx,
  source: string,
  jobId: number,
  freshMinutes: number,
): Promise<ClaimedItem | undefined> {
  const { rows } = await sql<ClaimedItem>`
    with next as (
      select q.id from profiles p join scholars c on c.profile_id = p.id join users m on m.id = c.user_id
      join queue_items q on q.scholar_id = c.id
      where p.source = ${source} and p.looked_at > clock_timestamp() - make_interval(secs => ${freshMinutes * 60}::float8)
        and q.status = 'queued' and ${isWanted}
      order by q.id limit 1
      for update of q skip locked
    )
    update queue_items q set status = 'retrying', claimed_by = ${jobId}, claim_number = q.claim_number + 1, updated_at = now(),
      crawl_started_at = coalesce(q.crawl_started_at, clock_timestamp())
    from next, scholars s, profiles p
    where q.id = next.id and s.id = q.scholar_id and p.id = s.profile_id
    returning ${claimed}`.execute(tx);
  return rows[0];
}

/** When the next waiting item may be asked for; null when none waits that nobody else sees to. */
export async function findNextDue(tx: Tx, source: string, now: Date, floorSeconds: number): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(greatest(q.next_attempt_at, ${askableAt(now, floorSeconds)})) as due
    from queue_items q
    join user_settings o on o.user_id = q.user_id
    join users m on m.id = q.user_id
    join scholars c on c.id = q.scholar_id
    join source_turns t on t.source = q.source and t.user_id = q.user_id
    where q.source = ${source} and q.status = 'queued' and ${isWanted} and not ${isBeingRead}`.execute(tx);
  return rows[0]?.due ?? null;
}

/**
 * Locks the scholar of a claimed item, then the item, for the rest of the transaction, and reads what may have changed meanwhile;
 * undefined when the claim is lost.
 */
export async function lockClaim(
  tx: Tx,
  { id, claimNumber, scholarId }: Pick<ClaimedItem, 'id' | 'claimNumber' | 'scholarId'>,
): Promise<{ runId: number | null; runStartedAt: Date | null } | undefined> {
  const { rows } = await sql<{ runId: number | null; runStartedAt: Date | null }>`
    with scholar as materialized (select id from scholars where id = ${scholarId} for no key update)
    select q.run_id as "runId", (select start_dt from runs where runs.id = q.run_id) as "runStartedAt"
    from queue_items q where (select id from scholar) = q.scholar_id and q.id = ${id} and q.claim_number = ${claimNumber} and q.status = 'retrying'
    for update of q`.execute(tx);
  return rows[0];
}

/** Puts a claimed item back into the queue, to be asked for after so many seconds by the database's clock, and not before `until`. */
export async function requeueItem(
  tx: Tx,
  id: number,
  wait: { readonly seconds: number; readonly until?: Date | null },
  change: ItemChange,
): Promise<void> {
  const next = sql<Date>`greatest(clock_timestamp() + make_interval(secs => ${wait.seconds}::float8), ${wait.until ?? null}::timestamptz)`;
  await tx
    .updateTable('queue_items')
    .set({ ...change, status: 'queued', claimed_by: null, next_attempt_at: next, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Gives an item up; whoever works on it has lost it. Of a scholar's dropped items the newest stays: it says it all. */
export async function dropItem(tx: Tx, id: number, droppedReason: string, change: ItemChange): Promise<void> {
  const { scholar_id } = await tx
    .updateTable('queue_items')
    .set({
      ...change,
      status: 'dropped',
      dropped_reason: droppedReason,
      claimed_by: null,
      claim_number: sql<number>`claim_number + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning('scholar_id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('queue_items')
    .where('scholar_id', '=', scholar_id)
    .where('status', '=', 'dropped')
    .where('id', '<>', id)
    .execute();
}

export async function deleteItem(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('queue_items').where('id', '=', id).execute();
}

/** Takes back what a job claimed and could not finish, to be claimed again after so many seconds. */
export async function releaseClaimsOf(db: Queries, jobId: number, afterSeconds = 0): Promise<void> {
  await sql`
    update queue_items set status = 'queued', claimed_by = null, updated_at = now(),
      next_attempt_at = greatest(next_attempt_at, clock_timestamp() + make_interval(secs => ${afterSeconds}::float8))
    where status = 'retrying' and claimed_by = ${jobId}`.execute(db);
}

/**
 * Takes back what is claimed by jobs that nobody works on any more, removes those jobs, and wakes every source that has work.
 * Returns the number of items that were taken back.
 */
export async function reviveQueue(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update queue_items q set status = 'queued', claimed_by = null, updated_at = now()
    where q.status = 'retrying'
      and not exists (select from graphile_worker.jobs j where j.id = q.claimed_by and j.locked_at is not null)`.execute(
    tx,
  );
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'work-on-source' and locked_at is null and attempts >= max_attempts))`.execute(
    tx,
  );
  const { rows } = await sql<{
    source: string;
  }>`select distinct source from queue_items where status = 'queued'`.execute(tx);
  for (const { source } of rows) await wakeSource(tx, source);
  return Number(numAffectedRows ?? 0);
}

export interface QueueItemRow {
  id: number;
  scholar_profile_id: number;
  scholar_label: string;
  status: QueueStatus;
  reason: string;
  dropped_reason: string | null;
  attempt_count: number;
  resume_cstart: number;
  next_attempt_dt: Date | null;
  updated_at: Date;
  last_error: string | null;
  last_run_id: number | null;
}

/** A user's queue, what comes next first. */
export async function listItems(
  db: Queries,
  userId: number,
  status: QueueStatus | null,
  window: RowWindow,
): Promise<{ items: QueueItemRow[]; totalCount: number }> {
  const condition = sql`q.user_id = ${userId} and (${status}::text is null or q.status = ${status})`;
  const { rows: items } = await sql<QueueItemRow>`
    select q.id, q.scholar_id as scholar_profile_id, coalesce(p.display_name, p.source_id) as scholar_label, q.status, q.reason, q.dropped_reason,
      q.attempt_count, q.resume_row as resume_cstart, case when q.status <> 'dropped' then greatest(q.next_attempt_at, o.cooldown_until) end as next_attempt_dt,
      q.updated_at, q.last_error, coalesce(q.run_id, q.last_run_id) as last_run_id
    from queue_items q join scholars s on s.id = q.scholar_id join profiles p on p.id = s.profile_id
    left join source_states o on o.source = q.source and o.cooldown_until > now()
    where ${condition} order by q.status = 'dropped', q.next_attempt_at, q.id limit ${window.limit} offset ${window.offset}`.execute(
    db,
  );
  const { rows } = await sql<{ n: number }>`select count(*) as n from queue_items q where ${condition}`.execute(db);
  return { items, totalCount: rows[0]?.n ?? 0 };
}

/** Locks a scholar's items for the rest of the transaction: whoever works on one finishes first. */
export async function lockItemsOf(tx: Tx, scholarId: number): Promise<void> {
  await tx
    .selectFrom('queue_items')
    .select('id')
    .where('scholar_id', '=', scholarId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks the items that a run made or took over, for the rest of the transaction: whoever saves an answer for one finishes first. */
export async function lockItemsOfRun(tx: Tx, runId: number): Promise<void> {
  await sql`
    select from queue_items where run_id = ${runId} or made_by_run_id = ${runId} or adopted_by_run_id = ${runId} order by id for update`.execute(
    tx,
  );
}

/**
 * Undoes what a run did to the queue: removes the items that it made, and makes those that it took over what they were before. Who works on
 * one of them has lost the claim.
 */
export async function giveBackItems(tx: Tx, runId: number): Promise<void> {
  await sql`
    delete from queue_items where made_by_run_id = ${runId} and adopted_by_run_id is distinct from ${runId}`.execute(
    tx,
  );
  await sql`
    update queue_items q set status = 'queued', claimed_by = null, claim_number = q.claim_number + 1, updated_at = now(), run_id = null,
      adopted_by_run_id = null, before_adoption = null, dropped_reason = null,
      reason = b.reason, attempt_count = b.attempt_count, quick_retry_count = b.quick_retry_count, resume_row = b.resume_row,
      crawl_started_at = b.crawl_started_at, crawl_number = b.crawl_number, known_listing = b.known_listing,
      pages_this_attempt = b.pages_this_attempt, verify_profile_id = b.verify_profile_id, next_attempt_at = b.next_attempt_at,
      last_error = b.last_error, last_run_id = b.last_run_id
    from queue_items a, jsonb_populate_record(null::queue_items, a.before_adoption) b
    where a.id = q.id and q.adopted_by_run_id = ${runId} and a.before_adoption is not null
      and not exists (select from queue_items o where o.scholar_id = q.scholar_id and o.id <> q.id and o.status <> 'dropped')`.execute(
    tx,
  );
}
