import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { MARGIN, MARGIN_SECONDS } from '../sources/turn-seconds.ts';
import type { ClaimedItem } from './item.ts';

/** A scholar that was disabled, or whose user was, waits. */
const isWanted = sql`(c.is_enabled and m.is_active)`;

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
    + make_interval(secs => case when o.request_delay_seconds > 0 then greatest(o.request_delay_seconds * ${1 + MARGIN} + ${MARGIN_SECONDS}, ${floorSeconds}) else ${floorSeconds} end::float8)`;
}

const claimed = sql`
  q.id, q.claim_number as "claimNumber", q.user_id as "userId", q.scholar_id as "scholarId", p.id as "profileId", q.source,
  p.source_id as "sourceId", q.reason, q.resume_row as "resumeRow", q.attempt_count as "attemptCount", q.quick_retry_count as "quickRetryCount",
  q.pages_this_attempt as "pagesThisAttempt", q.crawl_started_at as "crawlStartedAt", q.crawl_number as "crawlNumber",
  q.known_listing as "knownListing", q.run_id as "runId", s.baseline_completed as "baselineCompleted", s.looked_at_listing as "lookedAtListing",
  (select json_build_object('profileId', v.id, 'sourceId', v.source_id) from profiles v where v.id = q.verify_profile_id) as verify`;

/** Claims the item that `next` names, if it names one: whoever had it before has lost it. */
async function claim(
  tx: Tx,
  jobId: number,
  next: RawBuilder<unknown>,
  crawlStartedAt: RawBuilder<unknown>,
): Promise<ClaimedItem | undefined> {
  const { rows } = await sql<ClaimedItem>`
    with next as (${next})
    update queue_items q set status = 'retrying', claimed_by = ${jobId}, claim_number = q.claim_number + 1, updated_at = now(),
      crawl_started_at = ${crawlStartedAt}
    from next, scholars s, profiles p
    where q.id = next.id and s.id = q.scholar_id and p.id = s.profile_id
    returning ${claimed}`.execute(tx);
  return rows[0];
}

/** Claims the next item: of the users whose delay has passed, the one served longest ago; of that user's items, the one that waits longest. */
export async function claimItem(
  tx: Tx,
  source: string,
  jobId: number,
  now: Date,
  floorSeconds: number,
): Promise<ClaimedItem | undefined> {
  const next = sql`
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
      order by t.asked_at, t.user_id limit 1`;
  return claim(tx, jobId, next, sql`case when q.resume_row = 0 then ${now} else q.crawl_started_at end`);
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
  const next = sql`
      select q.id from profiles p join scholars c on c.profile_id = p.id join users m on m.id = c.user_id
      join queue_items q on q.scholar_id = c.id
      where p.source = ${source} and p.looked_at > clock_timestamp() - make_interval(secs => ${freshMinutes * 60}::float8)
        and q.status = 'queued' and ${isWanted}
      order by q.id limit 1
      for update of q skip locked`;
  return claim(tx, jobId, next, sql`coalesce(q.crawl_started_at, clock_timestamp())`);
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

/** How far a crawl has come. */
export type CrawlProgress = Pick<ClaimedItem, 'resumeRow' | 'crawlNumber' | 'knownListing' | 'crawlStartedAt'>;

/**
 * Lets an item that is about to begin a crawl go on with one that somebody else began lately and that waits at a later page: its pages are not
 * asked for twice.
 */
export async function joinCrawl(tx: Tx, itemId: number, freshMinutes: number): Promise<CrawlProgress | undefined> {
  const { rows } = await sql<CrawlProgress>`
    update queue_items q set resume_row = o.resume_row, crawl_number = o.crawl_number, known_listing = o.known_listing,
      crawl_started_at = o.crawl_started_at
    from (
      select o.* from queue_items i join scholars c on c.id = i.scholar_id join profiles p on p.id = c.profile_id
      join scholars c2 on c2.profile_id = p.id join queue_items o on o.scholar_id = c2.id
      where i.id = ${itemId} and o.id <> i.id and o.status = 'queued' and o.resume_row > 0 and o.crawl_number = p.crawl_number
        and o.crawl_started_at > clock_timestamp() - make_interval(secs => ${freshMinutes * 60}::float8)
      order by o.resume_row desc limit 1
    ) o
    where q.id = ${itemId}
    returning q.resume_row as "resumeRow", q.crawl_number as "crawlNumber", q.known_listing as "knownListing", q.crawl_started_at as "crawlStartedAt"
  `.execute(tx);
  return rows[0];
}
