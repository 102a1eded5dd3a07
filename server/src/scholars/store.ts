import { sql } from 'kysely';
import { scholarLabel, scholarName } from '../library/scholar-name-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { ImageFacts } from './image.ts';

export interface ScholarRow extends ImageFacts {
  source_id: string;
  display_name: string | null;
  affiliation: string | null;
  is_enabled: boolean;
  baseline_completed: boolean;
  created_at: Date;
  publication_count: number;
  unread_count: number;
  last_run_dt: Date | null;
  last_run_status: 'success' | 'partial_failure' | 'failed' | null;
  item_status: 'queued' | 'retrying' | null;
  item_due: boolean | null;
  next_attempt_dt: Date | null;
  item_error: string | null;
}

/** Returns a user's scholars ordered by name, or only the one with this id. */
export async function listScholars(
  db: Queries,
  userId: number,
  scholarId: number | null = null,
): Promise<ScholarRow[]> {
  // not a parameter that may be null, with which PostgreSQL would read all scholars of the user to find one
  const isWanted = scholarId === null ? sql`true` : sql`s.id = ${scholarId}`;
  const { rows } = await sql<ScholarRow>`
    select s.id, p.source_id, ${scholarName()} as display_name, p.affiliation, p.image_url, s.image_override_url, s.is_enabled, s.baseline_completed, s.created_at,
      up.digest as upload_digest, named.digest as override_digest, coalesce(named.failure_count > 0, false) as override_failed,
      photo.digest as scraped_digest, coalesce(photo.failure_count > 0, false) as scraped_failed,
      n.publication_count, n.unread_count, l.start_dt as last_run_dt,
      case l.outcome when 'partial' then 'partial_failure' else l.outcome end as last_run_status,
      q.status as item_status, greatest(q.next_attempt_at, o.cooldown_until) <= now() as item_due,
      greatest(q.next_attempt_at, o.cooldown_until) as next_attempt_dt,
      case when q.id is null and not s.baseline_completed then (
        -- why the first crawl was given up
        select last_error from queue_items where user_id = s.user_id and scholar_id = s.id order by id desc limit 1
      ) else q.last_error end as item_error
    from scholars s
    join profiles p on p.id = s.profile_id
    join scholar_counts n on n.scholar_id = s.id
    left join scholar_uploads up on up.scholar_id = s.id
    left join fetched_images named on named.scholar_id = s.id and named.url = s.image_override_url
    left join fetched_images photo on photo.profile_id = s.profile_id
    -- a scholar has at most one open item
    left join queue_items q on q.scholar_id = s.id and q.status <> 'dropped'
    left join source_states o on o.source = q.source and o.credential = 'shared' and o.cooldown_until > now()
    left join lateral (
      -- the scholar's own outcome, not the run's; a run that has not reached the scholar, or skipped it, does not count
      select a.outcome, r.start_dt from run_scholars a join runs r on r.id = a.run_id
      where a.scholar_id = s.id and a.outcome in ('success', 'partial', 'failed') order by a.run_id desc limit 1
    ) l on true
    where s.user_id = ${userId} and ${isWanted}
    order by lower(${scholarLabel()}), s.id`.execute(db);
  return rows;
}

/** Locks a scholar before it is changed or deleted, so that no new run includes it. Returns whether the user tracks it. */
export async function lockScholar(tx: Tx, userId: number, scholarId: number): Promise<boolean> {
  const scholar = tx.selectFrom('scholars').select('id').where('user_id', '=', userId).where('id', '=', scholarId);
  // no stronger lock, because library entries of co-authors refer to this row and are changed meanwhile
  return (await scholar.forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/** Returns the profile with this id at the source, and creates it if it does not exist. */
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
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Tracks a profile for a user. Returns undefined if the user already tracks it. */
export async function insertScholar(
  tx: Tx,
  userId: number,
  scholar: { profileId: number; imageOverrideUrl: string | null },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('scholars')
    .values({ user_id: userId, profile_id: scholar.profileId, image_override_url: scholar.imageOverrideUrl })
    .onConflict((conflict) => conflict.columns(['user_id', 'profile_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
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
export async function saveProfileFacts(tx: Tx, profileId: number, facts: ProfileFacts): Promise<ProfileHistory> {
  return tx
    .updateTable('profiles')
    .set({
      display_name: facts.name,
      affiliation: facts.affiliation,
      image_url: facts.imageUrl,
      last_response_at: sql<Date>`now()`,
      signin_responses: 0,
    })
    .where('id', '=', profileId)
    .returning([
      'last_listing_number as lastListingNumber',
      'crawl_number as crawlNumber',
      'settled_listing as settledListing',
      'fully_crawled_at as fullyCrawledAt',
      'top_digest as topDigest',
      'top_listing as topListing',
    ])
    .executeTakeFirstOrThrow();
}

/** The first page of a profile as it was saved. */
export interface TopPage {
  readonly digest: Buffer;
  readonly highestListed: number;
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
    })
    .where('id', '=', profileId)
    .execute();
}

/** Records the end of a crawl. Only the crawl that started last sets `settled_listing`, because it knows what the earlier ones saw. */
export async function saveCrawlEnd(
  tx: Tx,
  profileId: number,
  crawl: { number: number; isFull: boolean; startedAt: Date; lastListed: number; top: TopPage | null },
): Promise<void> {
  await sql`
    update profiles set crawl_number = greatest(crawl_number, ${crawl.number}),
      top_digest = coalesce(${crawl.top?.digest ?? null}, top_digest), top_listing = coalesce(${crawl.top?.highestListed ?? null}, top_listing),
      settled_listing = case when crawl_number <= ${crawl.number} then ${crawl.lastListed} else settled_listing end,
      crawled_at = greatest(crawled_at, ${crawl.startedAt}),
      fully_crawled_at = case when ${crawl.isFull} then greatest(fully_crawled_at, ${crawl.startedAt}) else fully_crawled_at end
    where id = ${profileId}`.execute(tx);
}

/** A profile's newest listing and its name. Locks the profile, so its listings do not change until the end of the transaction. */
export async function getListed(tx: Tx, profileId: number): Promise<{ lastListed: number; label: string }> {
  const { rows } = await sql<{ lastListed: number; label: string }>`
    select last_listing_number as "lastListed", coalesce(display_name, source_id) as label from profiles where id = ${profileId} for share`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error(`profile ${profileId} is gone`);
  return row;
}

/** Records up to which listing of the profile the user's library has entries, and whether the crawl finished. */
export async function saveProcessedListing(
  tx: Tx,
  scholarId: number,
  crawl: { listing: number; finished: boolean },
): Promise<void> {
  await tx
    .updateTable('scholars')
    .set({ processed_listing: crawl.listing, ...(crawl.finished ? { baseline_completed: true } : {}) })
    .where('id', '=', scholarId)
    // most crawls change nothing
    .where((eb) => eb.or([eb('processed_listing', '<>', crawl.listing), eb('baseline_completed', '=', false)]))
    .execute();
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
