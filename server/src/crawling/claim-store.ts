import { type RawBuilder, sql } from 'kysely';
import { claimRow } from '../platform/database/claims.ts';
import type { Queries } from '../platform/database/database.ts';
import type { AuthorSource } from '../sources/author-list.ts';
import { SHARED, withMargin } from '../sources/slot-store.ts';
import type { ClaimedItem } from './queue-item.ts';

/**
 * A crawl that made progress within this time is under way. Other users of the same profile wait for its result. If it
 * stalls, they begin their own.
 */
const UNDER_WAY_SECONDS = 30;

/** When the next request to a source may be sent. */
export interface RequestPace {
  readonly source: AuthorSource;
  /** the claim takes the request slot; otherwise the request takes it, with its share of the daily budget */
  readonly claimTakesSlot: boolean;
  /** each user's own delay between requests counts, too */
  readonly hasUserDelay: boolean;
  /** between two requests to the source, including the margin for late ones */
  readonly slotSeconds: number;
  /** how long the result of a crawl serves everybody who tracks the profile */
  readonly freshMinutes: number;
}

/** The scholar and its user are enabled. Items of others wait. */
const isWanted = sql`(c.is_enabled and m.is_active)`;

function isWithin(time: RawBuilder<unknown>, seconds: number) {
  return sql`coalesce(${time} > clock_timestamp() - make_interval(secs => ${seconds}::float8), false)`;
}

/**
 * Whether another item is reading a page of the profile, or is further down the list and made progress lately. Then
 * this one waits for its result.
 */
const isBeingRead = sql`exists (
  select from queue_items o
  where o.profile_id = q.profile_id and o.id <> q.id
    and (o.status = 'retrying'
      or (o.status = 'queued' and o.resume_row > q.resume_row and ${isWithin(sql`o.updated_at`, UNDER_WAY_SECONDS)})))`;

/**
 * Whether the result of the profile's last crawl is fresh enough for everybody. Then only {@link claimFresh} claims the
 * item.
 */
function isFresh({ freshMinutes }: RequestPace) {
  return isWithin(sql`p.crawled_at`, freshMinutes * 60);
}

/** When the user's own delay, with its margin, allows the next request. */
function userReadyAt({ slotSeconds, hasUserDelay }: RequestPace, now: RawBuilder<unknown>) {
  if (!hasUserDelay) return sql`${now}`;
  const seconds = sql`case when o.request_delay_seconds > 0 then greatest(${withMargin(sql`o.request_delay_seconds`)}, ${slotSeconds}::float8) else ${slotSeconds}::float8 end`;
  return sql`t.last_request_at + make_interval(secs => ${seconds})`;
}

/**
 * The users who have a waiting item, by one look into the index for each of them: a loose index scan, because the items
 * of a user can be many. https://wiki.postgresql.org/wiki/Loose_indexscan
 */
function waitingUsers(source: AuthorSource) {
  const next = (after: RawBuilder<unknown>) => sql`
    select user_id from queue_items where source = ${source} and status = 'queued' and ${after} order by user_id limit 1`;
  return sql`waiting_users as (
    (${next(sql`true`)})
    union all
    select (${next(sql`user_id > w.user_id`)}) from waiting_users w where w.user_id is not null
  )`;
}

/**
 * The items of user `t` that may be crawled. Their order is that of an index, so that the first one costs one look,
 * however many wait. The conditions are subqueries because a join would make PostgreSQL read all items.
 */
function itemsInTurn(source: AuthorSource) {
  return sql`
    from queue_items q
    where q.source = ${source} and q.user_id = t.user_id and q.status = 'queued' and not ${isBeingRead}
      and (select ${isWanted} from scholars c join users m on m.id = c.user_id where c.id = q.scholar_id)`;
}

const claimed = sql`
  q.id, q.claim_number as "claimNumber", q.user_id as "userId", q.scholar_id as "scholarId", p.id as "profileId", q.source,
  p.source_id as "sourceId", q.reason, q.resume_row as "resumeRow", q.attempt_count as "attemptCount", q.quick_retry_count as "quickRetryCount",
  q.pages_this_attempt as "pagesThisAttempt", q.crawl_started_at as "crawlStartedAt", q.crawl_number as "crawlNumber",
  q.known_listing as "knownListing", q.run_id as "runId", s.baseline_completed as "baselineCompleted", s.processed_listing as "processedListing",
  case when p.settled_listing is not null then p.work_count end as "publicationCount",
  case when p.settled_listing is not null then p.top_digest end as "topDigest", p.fully_crawled_at as "fullyCrawledAt",
  (select json_build_object('profileId', v.id, 'sourceId', v.source_id) from profiles v where v.id = q.verify_profile_id) as verify`;

/** A claim covers one page: the request takes at most 20 seconds, and saving takes far less. */
const claim = sql`status = 'retrying', updated_at = now(), ${claimRow('q')}`;

/**
 * Claims the next item and reserves the request slot for it, in one statement:
 * 1. Lock the source's row. A statement that began before the last claim was committed claims nothing, because it
 *    cannot see that claim.
 * 2. Check that a slot is free and that no cooldown is active.
 * 3. Choose among the users whose own delay has passed the one served longest ago, and that user's oldest due item. So
 *    no user starves another.
 * 4. Take the slot, record that the user was served, and claim the item.
 */
export async function claimNext(db: Queries, pace: RequestPace): Promise<ClaimedItem | undefined> {
  const { source, slotSeconds, claimTakesSlot } = pace;
  const slot = sql`${slotSeconds}::float8`;
  const { rows } = await sql<ClaimedItem>`
    with recursive ${waitingUsers(source)}, seen as materialized (
      select last_request_at from source_states where source = ${source} and credential = ${SHARED}
    ), held as materialized (
      select * from source_states where source = ${source} and credential = ${SHARED} for update
    ), clock as materialized (
      select h.*, date_trunc('milliseconds', clock_timestamp()) as now from held h
    ), slot as materialized (
      select now from clock
      where coalesce(cooldown_until <= now, true) and coalesce(next_request_at <= now, true)
        and last_request_at is not distinct from (select last_request_at from seen)
    ), next as materialized (
      select item.*, t.user_id from slot
      cross join lateral (
        select t.* from waiting_users w
        join user_request_slots t on t.source = ${source} and t.user_id = w.user_id
        join user_settings o on o.user_id = t.user_id
        where ${userReadyAt(pace, sql`slot.now`)} <= slot.now
        order by t.last_request_at, t.user_id
      ) t
      cross join lateral (
        select q.id ${itemsInTurn(source)}
          and q.next_attempt_at <= slot.now and not (select ${isFresh(pace)} from profiles p where p.id = q.profile_id)
        order by q.next_attempt_at, q.id limit 1
        for update of q skip locked
      ) item
      order by t.last_request_at, t.user_id limit 1
    ), reserved as (
      update source_states s set last_request_at = slot.now,
        next_request_at = case when ${claimTakesSlot} then slot.now + make_interval(secs => ${slot}) else s.next_request_at end
      from slot, next where s.source = ${source} and s.credential = ${SHARED}
    ), served as (
      update user_request_slots t set last_request_at = slot.now from slot, next where t.source = ${source} and t.user_id = next.user_id
    )
    update queue_items q set ${claim}, crawl_started_at = coalesce(case when q.resume_row > 0 then q.crawl_started_at end, slot.now)
    from slot, next, scholar_profiles s, profiles p
    where q.id = next.id and s.scholar_id = q.scholar_id and s.profile_id = q.profile_id and p.id = q.profile_id
    returning ${claimed}`.execute(db);
  return rows[0];
}

/**
 * Claims an item that needs no request, because the result of the profile's last crawl is still fresh. It waits for no
 * slot, delay or cooldown.
 */
export async function claimFresh(db: Queries, pace: RequestPace): Promise<ClaimedItem | undefined> {
  if (pace.freshMinutes === 0) return undefined;
  const { rows } = await sql<ClaimedItem>`
    with next as materialized (
      select q.id from profiles p join queue_items q on q.profile_id = p.id join scholars c on c.id = q.scholar_id join users m on m.id = c.user_id
      join scholar_profiles k on k.scholar_id = q.scholar_id and k.profile_id = q.profile_id
      where p.source = ${pace.source} and ${isFresh(pace)} and q.status = 'queued' and ${isWanted}
      order by q.id limit 1
      for update of q skip locked
    )
    update queue_items q set ${claim}, crawl_started_at = coalesce(q.crawl_started_at, clock_timestamp())
    from next, scholar_profiles s, profiles p
    where q.id = next.id and s.scholar_id = q.scholar_id and s.profile_id = q.profile_id and p.id = q.profile_id
    returning ${claimed}`.execute(db);
  return rows[0];
}

/** The state of the queue, for a loop that has nothing to claim. */
export interface QueueState {
  readonly isInCooldown: boolean;
  /** runs wait for items that nobody works on */
  readonly hasWaitingRun: boolean;
  /** until the next item can be claimed; null if none waits */
  readonly dueInMs: number | null;
}

export async function readQueueState(db: Queries, pace: RequestPace): Promise<QueueState> {
  const { source } = pace;
  const { rows } = await sql<QueueState>`
    with recursive ${waitingUsers(source)}, clock as materialized (
      select clock_timestamp() as now, greatest(clock_timestamp(), s.cooldown_until, s.next_request_at) as ready_at,
        coalesce(s.cooldown_until > clock_timestamp(), false) as is_in_cooldown
      from (select) one left join source_states s on s.source = ${source} and s.credential = ${SHARED}
    )
    select is_in_cooldown as "isInCooldown",
      exists (select from queue_items where source = ${source} and status = 'queued' and run_id is not null) as "hasWaitingRun", (
        select extract(epoch from min(greatest(item.next_attempt_at, k.ready_at, ${userReadyAt(pace, sql`k.now`)}) - k.now))::float8 * 1000
        from clock k
        cross join waiting_users w
        join user_request_slots t on t.source = ${source} and t.user_id = w.user_id
        join user_settings o on o.user_id = t.user_id
        cross join lateral (select q.next_attempt_at ${itemsInTurn(source)} order by q.next_attempt_at limit 1) item
      ) as "dueInMs"
    from clock`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select of one row returns a row');
  return row;
}

/** An item whose claim expired. */
export interface LostItem
  extends Pick<ClaimedItem, 'id' | 'claimNumber' | 'userId' | 'source' | 'scholarId' | 'profileId' | 'runId'> {
  /** claims in a row that expired, this one included */
  readonly lostCount: number;
}

/** The fencing token rejects a worker that still holds the claim. */
const isExpired = sql`status = 'retrying' and claimed_until < clock_timestamp()`;

const lost = sql`id, claim_number as "claimNumber", user_id as "userId", source, scholar_id as "scholarId", profile_id as "profileId", run_id as "runId"`;

/**
 * Puts items whose claims have expired back into the queue and returns them, unless it was their `maxLost`th expiry in
 * a row.
 */
export async function takeBackExpired(db: Queries, source: string, maxLost: number): Promise<LostItem[]> {
  const { rows } = await sql<LostItem>`
    update queue_items set status = 'queued', claimed_until = null, claim_number = claim_number + 1, lost_count = lost_count + 1,
      next_attempt_at = least(next_attempt_at, clock_timestamp()), updated_at = clock_timestamp()
    where source = ${source} and ${isExpired} and lost_count + 1 < ${maxLost}
    returning ${lost}, lost_count as "lostCount"`.execute(db);
  return rows;
}

/** The items whose claims have expired at least `maxLost` times in a row. */
export async function listHopeless(db: Queries, source: string, maxLost: number): Promise<LostItem[]> {
  const { rows } = await sql<LostItem>`
    select ${lost}, lost_count + 1 as "lostCount" from queue_items where source = ${source} and ${isExpired} and lost_count + 1 >= ${maxLost}`.execute(
    db,
  );
  return rows;
}
