import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { scholarLabel, scholarName } from '../publications/scholar-name-store.ts';
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

/** A user's scholars in the order of their names, or the one with this id. */
export async function listScholars(
  db: Queries,
  userId: number,
  scholarId: number | null = null,
): Promise<ScholarRow[]> {
  const { rows } = await sql<ScholarRow>`
    select s.id, p.source_id, ${scholarName()} as display_name, p.affiliation, p.image_url, s.image_override_url, s.is_enabled, s.baseline_completed, s.created_at,
      up.digest as upload_digest, named.digest as override_digest, coalesce(named.failure_count > 0, false) as override_failed,
      photo.digest as scraped_digest, coalesce(photo.failure_count > 0, false) as scraped_failed,
      n.publication_count, n.unread_count, r.start_dt as last_run_dt, r.status as last_run_status,
      nullif(q.status, 'dropped') as item_status, q.next_attempt_at <= now() as item_due, q.next_attempt_at as next_attempt_dt,
      q.last_error as item_error
    from scholars s
    join profiles p on p.id = s.profile_id
    join scholar_counts n on n.scholar_id = s.id
    left join scholar_uploads up on up.scholar_id = s.id
    left join fetched_images named on named.scholar_id = s.id and named.url = s.image_override_url
    left join fetched_images photo on photo.profile_id = s.profile_id
    left join lateral (
      select i.status, greatest(i.next_attempt_at, o.cooldown_until) as next_attempt_at, i.last_error
      from queue_items i left join source_states o on o.source = i.source and o.cooldown_until > now()
      where i.scholar_id = s.id and (i.status <> 'dropped' or not s.baseline_completed)
      order by i.status = 'dropped', i.id desc limit 1
    ) q on true
    left join lateral (
      -- its own outcome, not the run's; a run that has not reached it yet, or passed over it, does not count
      select runs.start_dt, case o.outcome when 'partial' then 'partial_failure' else o.outcome end as status
      from run_scholars o join runs on runs.id = o.run_id
      where o.scholar_id = s.id and o.outcome in ('success', 'partial', 'failed') order by runs.id desc limit 1
    ) r on true
    where s.user_id = ${userId} and (${scholarId}::bigint is null or s.id = ${scholarId})
    order by lower(${scholarLabel()}), s.id`.execute(db);
  return rows;
}

/** Locks a scholar that is to be deleted: no run takes it on any more. Returns whether the user tracks it. */
export async function lockScholar(tx: Tx, userId: number, scholarId: number): Promise<boolean> {
  const scholar = tx.selectFrom('scholars').select('id').where('user_id', '=', userId).where('id', '=', scholarId);
  // no stronger lock: links of co-authors refer to this row while theirs are released
  return (await scholar.forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/** The profile with this id at the source, made when nobody has asked for it before. */
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

/** Tracks a profile for a user; undefined when the user does so already. */
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

/** What is known of a profile's listings and of the crawls that found them. */
export interface ProfileHistory {
  readonly lastListingNumber: number;
  /** grows with each crawl that begins */
  readonly crawlNumber: number;
  /** the newest listing when the last crawl came to its stop or to the end; null when none is whole */
  readonly settledListing: number | null;
  readonly fullyLookedAt: Date | null;
  /** the rows of the first page when it was last saved, and the highest number among their listings */
  readonly topDigest: Buffer | null;
  readonly topListing: number | null;
}

/** Locks the profile, notes what its page says and that it answered. */
export async function saveProfileFacts(tx: Tx, profileId: number, facts: ProfileFacts): Promise<ProfileHistory> {
  return tx
    .updateTable('profiles')
    .set({
      display_name: facts.name,
      affiliation: facts.affiliation,
      image_url: facts.imageUrl,
      last_answered_at: sql<Date>`now()`,
      signin_answers: 0,
    })
    .where('id', '=', profileId)
    .returning([
      'last_listing_number as lastListingNumber',
      'crawl_number as crawlNumber',
      'settled_listing as settledListing',
      'fully_looked_at as fullyLookedAt',
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

/** Notes that a crawl of a locked profile has begun: until it comes to its stop or to the end, the next one has to be full. */
export async function saveCrawlBegin(tx: Tx, profileId: number, crawlNumber: number, top: TopPage): Promise<void> {
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

/** Notes that a crawl came to its stop or to the end. Only the last that began says what is settled: it alone knows what the others saw. */
export async function saveCrawlEnd(
  tx: Tx,
  profileId: number,
  crawl: { number: number; isFull: boolean; startedAt: Date; lastListed: number; top: TopPage | null },
): Promise<void> {
  await sql`
    update profiles set crawl_number = greatest(crawl_number, ${crawl.number}),
      top_digest = coalesce(${crawl.top?.digest ?? null}, top_digest), top_listing = coalesce(${crawl.top?.highestListed ?? null}, top_listing),
      settled_listing = case when crawl_number <= ${crawl.number} then ${crawl.lastListed} else settled_listing end,
      looked_at = greatest(looked_at, ${crawl.startedAt}),
      fully_looked_at = case when ${crawl.isFull} then greatest(fully_looked_at, ${crawl.startedAt}) else fully_looked_at end
    where id = ${profileId}`.execute(tx);
}

/** A profile's newest listing and its name; no listing of it comes, goes or moves until the end of the transaction. */
export async function getListed(tx: Tx, profileId: number): Promise<{ lastListed: number; label: string }> {
  const { rows } = await sql<{ lastListed: number; label: string }>`
    select last_listing_number as "lastListed", coalesce(display_name, source_id) as label from profiles where id = ${profileId} for share`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error(`profile ${profileId} is gone`);
  return row;
}

/** Notes how far into the profile's listings the user's library has come, and whether the crawl came to its end. */
export async function saveLook(tx: Tx, scholarId: number, look: { listing: number; finished: boolean }): Promise<void> {
  await tx
    .updateTable('scholars')
    .set({ looked_at_listing: look.listing, ...(look.finished ? { baseline_completed: true } : {}) })
    .where('id', '=', scholarId)
    // most looks change nothing
    .where((eb) => eb.or([eb('looked_at_listing', '<>', look.listing), eb('baseline_completed', '=', false)]))
    .execute();
}

export interface SigninEvidence {
  /** this profile has answered at some time */
  readonly answeredBefore: boolean;
  /** sign-in answers since, this one included */
  readonly signinAnswers: number;
  /** another profile that answered in the last `withinDays`, latest first */
  readonly witness: number | null;
  /** some other profile answered after this one was last seen to */
  readonly othersAnsweredSince: boolean;
}

/** Notes a sign-in answer, and collects what tells an unknown profile from a block. */
export async function saveSigninAnswer(tx: Tx, profileId: number, withinDays: number): Promise<SigninEvidence> {
  const { rows } = await sql<SigninEvidence>`
    with this as (
      update profiles set signin_answers = signin_answers + 1 where id = ${profileId}
      returning id, source, last_answered_at, signin_answers
    )
    select this.last_answered_at is not null as "answeredBefore", this.signin_answers as "signinAnswers", w.id as witness,
      coalesce(w.last_answered_at > this.last_answered_at, false) as "othersAnsweredSince"
    from this left join lateral (
      select p.id, p.last_answered_at from profiles p
      where p.source = this.source and p.id <> this.id and p.signin_answers = 0 and p.last_answered_at > now() - make_interval(days => ${withinDays})
      order by p.last_answered_at desc limit 1
    ) w on true`.execute(tx);
  const [evidence] = rows;
  if (!evidence) throw new Error(`profile ${profileId} is gone`);
  return evidence;
}
