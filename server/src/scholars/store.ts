import { sql } from 'kysely';
import { libraryLocked } from '../library/entry-store.ts';
import { scholarLabel, scholarName } from '../library/scholar-name-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { AuthorId, AuthorSource } from '../sources/author-list.ts';
import type { ScholarOutcome, UnreadPast } from './contract.ts';
import type { ImageFacts } from './image.ts';

export interface ScholarRow extends ImageFacts {
  source: AuthorSource;
  source_id: string;
  /** the scholar's profiles beside the main one; null: there are none */
  other_profiles: AuthorId[] | null;
  display_name: string | null;
  affiliation: string | null;
  is_enabled: boolean;
  baseline_completed: boolean;
  created_at: Date;
  publication_count: number;
  unread_count: number;
  last_run_dt: Date | null;
  last_run_status: ScholarOutcome | null;
  item_status: 'queued' | 'retrying' | null;
  item_due: boolean | null;
  next_attempt_dt: Date | null;
  item_error: string | null;
}

/** The {@link ImageFacts} of a scholar `s` with the main profile `p`. */
export const IMAGE_COLUMNS = sql`
  p.image_url, s.image_override_url,
  up.digest as upload_digest, named.digest as override_digest, coalesce(named.failure_count > 0, false) as override_failed,
  photo.digest as scraped_digest, coalesce(photo.failure_count > 0, false) as scraped_failed`;
export const IMAGE_JOINS = sql`
  left join scholar_uploads up on up.scholar_id = s.id
  left join fetched_images named on named.scholar_id = s.id and named.url = s.image_override_url
  left join fetched_images photo on photo.profile_id = s.profile_id`;

/** Returns a user's scholars ordered by name, or only those with these ids. */
export async function listScholars(
  db: Queries,
  userId: number,
  scholarIds: readonly number[] | null = null,
): Promise<ScholarRow[]> {
  // not a parameter that may be null, with which PostgreSQL would read all scholars of the user to find one
  const isWanted = scholarIds === null ? sql`true` : sql`s.id = any(${scholarIds})`;
  const { rows } = await sql<ScholarRow>`
    select s.id, p.source, p.source_id, ${scholarName()} as display_name, p.affiliation, s.is_enabled, s.created_at,
      f.baseline_completed, f.other_profiles, ${IMAGE_COLUMNS},
      n.publication_count, n.unread_count, r.start_dt as last_run_dt, (
        -- the scholar's own outcome, not the run's
        select case o.outcome when 'partial' then 'partial_failure' else o.outcome end
        from run_results o where o.run_id = r.id and o.scholar_id = s.id
      ) as last_run_status,
      q.status as item_status, q.due_at <= now() as item_due, q.due_at as next_attempt_dt,
      case when q.status is null and not f.baseline_completed then (
        -- why the first crawl was given up
        select last_error from queue_items where user_id = s.user_id and scholar_id = s.id order by id desc limit 1
      ) else q.last_error end as item_error
    from scholars s
    join profiles p on p.id = s.profile_id
    join scholar_counts n on n.scholar_id = s.id
    ${IMAGE_JOINS}
    -- lateral: the plan for any user expects few scholars, and would compare each scholar with each row of a joined subquery
    cross join lateral (
      select bool_or(c.baseline_completed) as baseline_completed,
        json_agg(json_build_object('source', i.source, 'id', i.source_id) order by i.source, i.source_id) filter (where i.id is not null) as other_profiles
      from scholar_profiles c left join profiles i on i.id = nullif(c.profile_id, s.profile_id) where c.scholar_id = s.id
    ) f
    left join lateral (
      -- the open item that is crawled first
      select q.status, q.last_error, greatest(q.next_attempt_at, o.cooldown_until) as due_at
      from queue_items q left join source_states o on o.source = q.source and o.credential = 'shared' and o.cooldown_until > now()
      where q.scholar_id = s.id and q.status <> 'dropped' order by q.status <> 'retrying', due_at, q.id limit 1
    ) q on true
    left join runs r on r.id = (
      -- a run that goes on, or that skipped the scholar, does not count
      select n.run_id from run_scholars n
      where n.scholar_id = s.id and n.outcome in ('success', 'partial', 'failed')
        and n.run_id is distinct from (select id from runs where user_id = ${userId} and status in ('running', 'resolving'))
      order by n.run_id desc limit 1)
    where s.user_id = ${userId} and ${isWanted}
    order by lower(${scholarLabel()}), s.id`.execute(db);
  return rows;
}

/**
 * Locks a scholar before it is changed or deleted, so that no new run includes it. Returns whether the user tracks it.
 */
export async function lockScholar(tx: Tx, userId: number, scholarId: number): Promise<boolean> {
  const scholar = tx.selectFrom('scholars').select('id').where('user_id', '=', userId).where('id', '=', scholarId);
  // no stronger lock, because library entries of co-authors refer to this row and are changed meanwhile
  return (await scholar.forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/**
 * Returns the profile with this id at the source, and creates it if it does not exist. Locks it, so that a user does
 * not add it to two scholars.
 */
export async function saveProfile(tx: Tx, source: string, sourceId: string): Promise<number> {
  await tx
    .insertInto('profiles')
    .values({ source, source_id: sourceId })
    .onConflict((conflict) => conflict.columns(['source', 'source_id']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('profiles')
    .select('id')
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Tracks a locked profile for a user, unless one of the user's scholars has it. An import does not lock profiles, so it
 * may add the scholar meanwhile.
 */
export async function insertScholar(
  tx: Tx,
  userId: number,
  scholar: { profileId: number; imageUrl: string | null; unreadPast: UnreadPast },
): Promise<{ scholarId: number; isNew: boolean }> {
  const known = await findScholarOf(tx, userId, scholar.profileId);
  if (known !== undefined) return { scholarId: known, isNew: false };
  const row = await tx
    .insertInto('scholars')
    .values({
      user_id: userId,
      profile_id: scholar.profileId,
      image_override_url: scholar.imageUrl,
      unread_past: scholar.unreadPast,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'profile_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return { scholarId: row.id, isNew: true };
  const added = await findScholarOf(tx, userId, scholar.profileId);
  if (added === undefined) throw new Error('the scholar was not inserted');
  return { scholarId: added, isNew: false };
}

/** The scholar of a user that has a profile. */
export async function findScholarOf(db: Queries, userId: number, profileId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('scholar_profiles')
    .select('scholar_id')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.scholar_id;
}

/** Adds a profile to a scholar, unless one of the user's scholars has it. The caller has locked the profile. */
export async function addProfile(
  tx: Tx,
  { userId, scholarId, profileId }: { userId: number; scholarId: number; profileId: number },
): Promise<void> {
  await tx
    .insertInto('scholar_profiles')
    .values({ user_id: userId, scholar_id: scholarId, profile_id: profileId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a profile from a scholar, with its queue items and rejections. */
export async function removeProfile(tx: Tx, scholarId: number, profileId: number): Promise<void> {
  await sql`
    with items as (
      delete from queue_items where scholar_id = ${scholarId} and profile_id = ${profileId}
    ), rejections as (
      delete from rejected_publications r using scholars s where s.id = ${scholarId} and r.user_id = s.user_id and r.profile_id = ${profileId}
    )
    delete from scholar_profiles where scholar_id = ${scholarId} and profile_id = ${profileId}`.execute(tx);
}

/**
 * Adds the profile into which another one was merged to all scholars with the old one, except those whose user has the
 * new profile elsewhere or rejected it, and makes it their main profile if the old one was. Returns the scholars with
 * both, in the order of their users.
 */
export async function addMergedProfile(
  tx: Tx,
  { oldId, newId }: { oldId: number; newId: number },
): Promise<{ userId: number; scholarId: number; profileId: number }[]> {
  // the source may have merged the new one into the old one before
  await sql`
    update profiles set gone_at = case when id = ${oldId} then coalesce(gone_at, now()) end where id in (${oldId}, ${newId})`.execute(
    tx,
  );
  await sql`
    insert into scholar_profiles (scholar_id, profile_id, user_id)
    select scholar_id, ${newId}, user_id from scholar_profiles c
    where profile_id = ${oldId} and not exists (
      select from scholar_decisions d join profiles n on n.source = d.source and n.source_id = d.source_id
      where d.scholar_id = c.scholar_id and n.id = ${newId} and d.decision = 'rejected')
    order by scholar_id on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ userId: number; scholarId: number; profileId: number }>`
    with both_of as materialized (
      select c.user_id, c.scholar_id from scholar_profiles c join scholar_profiles o using (scholar_id)
      where c.profile_id = ${newId} and o.profile_id = ${oldId}
    ), confirmed as (
      insert into author_id_decisions (user_id, profile_id, source, source_id, decision)
      select d.user_id, d.profile_id, n.source, n.source_id, d.decision
      from both_of b join scholar_profiles c using (scholar_id) join author_id_decisions d on d.user_id = c.user_id and d.profile_id = c.profile_id
      join profiles o on o.source = d.source and o.source_id = d.source_id and o.id = ${oldId}
      join profiles n on n.id = ${newId} where d.decision = 'confirmed' on conflict do nothing
    ), renamed as (
      update scholars s set profile_id = ${newId} from both_of b where s.id = b.scholar_id and s.profile_id = ${oldId}
    )
    select user_id as "userId", scholar_id as "scholarId", ${newId}::bigint as "profileId" from both_of order by user_id`.execute(
    tx,
  );
  return rows;
}

/** Records that the source says that a profile no longer exists. */
export async function saveGone(tx: Tx, profileId: number): Promise<void> {
  await sql`update profiles set gone_at = now() where id = ${profileId}`.execute(tx);
}

/**
 * The profiles of a scholar that are crawled: the main one, and the others that still exist or have not been requested
 * for a month.
 */
export async function listCrawledProfiles(
  db: Queries,
  scholarIds: readonly number[],
): Promise<{ scholarId: number; profileId: number }[]> {
  const { rows } = await sql<{ scholarId: number; profileId: number }>`
    select c.scholar_id as "scholarId", c.profile_id as "profileId"
    from scholar_profiles c join scholars s on s.id = c.scholar_id join profiles f on f.id = c.profile_id
    where c.scholar_id = any(${scholarIds}) and (f.gone_at is null or f.gone_at < now() - interval '30 days' or f.id = s.profile_id) order by 1, f.id <> s.profile_id, 2`.execute(
    db,
  );
  return rows;
}

export async function invertEnabled(db: Queries, userId: number, scholarId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scholars')
    .set({ is_enabled: sql<boolean>`not is_enabled` })
    .where('user_id', '=', userId)
    .where('id', '=', scholarId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteScholar(tx: Tx, userId: number, scholarId: number): Promise<void> {
  await tx.deleteFrom('scholars').where('user_id', '=', userId).where('id', '=', scholarId).execute();
}

export interface ProfileFacts {
  readonly name: string;
  readonly affiliation: string | null;
  readonly imageUrl: string | null;
  /** the author's ids at other sources that the page names */
  readonly links: readonly AuthorId[];
}

/** Saves the author's ids at other sources that the page of a profile names. */
export async function saveLinks(tx: Tx, profileId: number, links: readonly AuthorId[]): Promise<void> {
  await sql`with ${linksSaved(profileId, links)} select`.execute(tx);
}

function linksSaved(profileId: number, links: readonly AuthorId[]) {
  return sql`
    named as materialized (
      select * from unnest(${links.map(({ source }) => source)}::text[], ${links.map(({ id }) => id)}::text[]) as n (source, source_id)
    ), gone as (
      delete from profile_links l where profile_id = ${profileId} and (source, source_id) not in (select * from named)
    ), linked as (
      insert into profile_links select ${profileId}, source, source_id from named on conflict do nothing
    )`;
}

/** The state of a profile's listings and of its crawls. */
export interface ProfileHistory {
  readonly lastListingNumber: number;
  /** grows with each crawl that starts */
  readonly crawlNumber: number;
  /** the newest listing when the last crawl finished; null if it did not finish */
  readonly settledListing: number | null;
  readonly fullyCrawledAt: Date | null;
  /** hash of the rows of the first page as last saved, and the highest number among their listings */
  readonly topDigest: Buffer | null;
  readonly topListing: number | null;
}

/** Locks the profile, saves the facts on its page, and records that the source responded. */
export async function saveProfileFacts(
  tx: Tx,
  profileId: number,
  { name, affiliation, imageUrl, links }: ProfileFacts,
): Promise<ProfileHistory> {
  const { rows } = await sql<ProfileHistory>`
    with ${linksSaved(profileId, links)}
    update profiles set display_name = ${name}, affiliation = ${affiliation}, image_url = ${imageUrl}, last_response_at = now(),
      signin_responses = 0, gone_at = null
    where id = ${profileId}
    returning last_listing_number as "lastListingNumber", crawl_number as "crawlNumber", settled_listing as "settledListing",
      fully_crawled_at as "fullyCrawledAt", top_digest as "topDigest", top_listing as "topListing"`.execute(tx);
  return one(rows, `profile ${profileId}`);
}

/** The first page of a profile as it was saved. */
export interface TopPage {
  readonly digest: Buffer;
  readonly highestListed: number;
  /** how many publications the source counts */
  readonly publicationCount: number | null;
}

/** Records the start of a crawl of a locked profile. If this crawl does not finish, the next one has to be full. */
export async function saveCrawlStart(tx: Tx, profileId: number, crawlNumber: number, top: TopPage): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({
      crawl_number: crawlNumber,
      settled_listing: null,
      top_digest: top.digest,
      top_listing: top.highestListed,
      work_count: top.publicationCount,
    })
    .where('id', '=', profileId)
    .execute();
}

/**
 * Records the end of a crawl of a scholar's profile. Only the crawl that started last sets `settled_listing`, because it
 * knows what the earlier ones saw.
 * @param crawl `isComplete`: the list lacks no more records than is likely
 */
export async function saveCrawlEnd(
  tx: Tx,
  scholar: { scholarId: number; profileId: number },
  crawl: {
    number: number;
    isFull: boolean;
    isComplete: boolean;
    startedAt: Date;
    lastListed: number;
    top: TopPage | null;
  },
): Promise<void> {
  await sql`
    with baseline as (${baselineSaved(scholar)})
    update profiles set crawl_number = greatest(crawl_number, ${crawl.number}),
      top_digest = coalesce(${crawl.top?.digest ?? null}, top_digest), top_listing = coalesce(${crawl.top?.highestListed ?? null}, top_listing),
      work_count = coalesce(${crawl.top?.publicationCount ?? null}, work_count),
      rows_missed_since = case when ${crawl.isComplete} then null else rows_missed_since end,
      settled_listing = case when crawl_number <= ${crawl.number} then ${crawl.lastListed} else settled_listing end,
      crawled_at = greatest(crawled_at, ${crawl.startedAt}),
      fully_crawled_at = case when ${crawl.isFull} then greatest(fully_crawled_at, ${crawl.startedAt}) else fully_crawled_at end
    where id = ${scholar.profileId}`.execute(tx);
}

/**
 * The number of a profile's newest listing. Locks the profile, so its listings do not change until the end of the
 * transaction.
 */
export async function getLastListed(tx: Tx, profileId: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select last_listing_number as number from profiles where id = ${profileId} for share`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`profile ${profileId} is gone`);
  return row.number;
}

/**
 * Shares the identity lock, which keeps listings from moving to another publication before their entries exist, locks
 * the user's library, and saves up to which number the listings of a scholar's profile account for entries. Call it
 * before the entries are added, because it decides which.
 */
export async function saveProcessedListing(
  tx: Tx,
  { userId, scholarId, profileId }: { userId: number; scholarId: number; profileId: number },
  listing: number,
): Promise<void> {
  await sql`
    with ${libraryLocked(userId)}
    update scholar_profiles c set processed_listing = ${listing} from library
    where c.scholar_id = ${scholarId} and c.profile_id = ${profileId} and c.processed_listing <> ${listing}`.execute(
    tx,
  );
}

/** Saves that a crawl of a scholar's profile has finished. What later crawls find is news. */
export async function saveBaseline(tx: Tx, scholar: { scholarId: number; profileId: number }): Promise<void> {
  await baselineSaved(scholar).execute(tx);
}

function baselineSaved({ scholarId, profileId }: { scholarId: number; profileId: number }) {
  // most crawls change nothing
  return sql`
    update scholar_profiles set baseline_completed = true, tells_news = true
    where scholar_id = ${scholarId} and profile_id = ${profileId} and not (baseline_completed and tells_news)`;
}

export interface SigninEvidence {
  /** this profile has responded at some time */
  readonly respondedBefore: boolean;
  /** redirects to sign-in since then, including this one */
  readonly signinResponses: number;
  /** another profile, the one that responded last within `withinDays` */
  readonly referenceProfileId: number | null;
  /** another profile has responded after this one last did */
  readonly othersRespondedSince: boolean;
}

/** Counts a redirect to sign-in, and collects the evidence that distinguishes an unknown profile from a block. */
export async function saveSigninResponse(tx: Tx, profileId: number, withinDays: number): Promise<SigninEvidence> {
  const { rows } = await sql<SigninEvidence>`
    with this as (
      update profiles set signin_responses = signin_responses + 1 where id = ${profileId}
      returning id, source, last_response_at, signin_responses
    )
    select this.last_response_at is not null as "respondedBefore", this.signin_responses as "signinResponses", r.id as "referenceProfileId",
      coalesce(r.last_response_at > this.last_response_at, false) as "othersRespondedSince"
    from this left join lateral (
      select p.id, p.last_response_at from profiles p
      where p.source = this.source and p.id <> this.id and p.signin_responses = 0 and p.last_response_at > now() - make_interval(days => ${withinDays})
      order by p.last_response_at desc limit 1
    ) r on true`.execute(tx);
  const [evidence] = rows;
  if (!evidence) throw new Error(`profile ${profileId} is gone`);
  return evidence;
}
