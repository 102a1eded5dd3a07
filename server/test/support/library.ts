import { sql } from 'kysely';
import { addListed } from '../../src/library/arrival-store.ts';
import { lockIdentity } from '../../src/library/canonical-store.ts';
import { lockLibraries } from '../../src/library/entry-store.ts';
import { textVector, titleKey } from '../../src/library/search-words.ts';
import type { RunStatus } from '../../src/platform/database/column-values.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { mergePrivate } from '../../src/publications/merge.ts';
import type { NewRecord } from '../../src/publications/records.ts';
import { saveRecords } from '../../src/publications/save-records.ts';
import {
  insertScholar,
  saveBaseline,
  saveProcessedListing,
  saveProfile,
  saveProfileFacts,
} from '../../src/scholars/store.ts';
import { GOOGLE_SCHOLAR } from '../../src/sources/source.ts';

/** A row of a profile's page, with a title and an author of its own unless said otherwise. */
export function makeRow(key: string, change: Partial<NewRecord> = {}): NewRecord {
  const url = `https://scholar.example/citations?citation_for_view=${key}`;
  const publication = { title: `Work ${key}`, authors: 'A Author', venue: null, year: 2020, citations: 0 };
  return { key, clusterKey: null, url, identifiers: [], ...publication, ...change };
}

/** Rows `from` to `to` - 1 of a profile, each `change`d by its number. */
export function makeRows(
  profile: string,
  [from, to]: readonly [number, number],
  change: (at: number) => Partial<NewRecord> = () => ({}),
): NewRecord[] {
  return Array.from({ length: to - from }, (_, at) => makeRow(`${profile}:${from + at}`, change(from + at)));
}

/** Tracks a profile for a user without queueing a crawl. Returns the scholar's id. */
export async function track(db: Database, userId: number, profile: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const profileId = await saveProfile(tx, GOOGLE_SCHOLAR, profile);
    const { scholarId, isNew } = await insertScholar(tx, userId, { profileId, imageUrl: null, unreadPast: 'all' });
    if (!isNew) throw new Error(`user ${userId} tracks ${profile} already`);
    return scholarId;
  });
}

/**
 * Saves a page of a tracked profile and adds library entries, as a crawl does. Returns the number of publications that
 * are new to the user.
 */
export async function savePageOf(
  db: Database,
  scholarId: number,
  rows: readonly NewRecord[],
  { name = null, runId = null, at = new Date() }: { name?: string | null; runId?: number | null; at?: Date } = {},
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const scholar = await tx
      .selectFrom('scholar_profiles as s')
      .innerJoin('profiles as p', 'p.id', 's.profile_id')
      .select(['s.user_id', 's.profile_id', 's.processed_listing', 'p.source_id', 'p.display_name'])
      .where('s.scholar_id', '=', scholarId)
      .executeTakeFirstOrThrow();
    const profileId = scholar.profile_id;
    const facts = {
      name: name ?? scholar.display_name ?? `Name of ${scholar.source_id}`,
      affiliation: null,
      links: [],
      imageUrl: null,
    };
    const { lastListingNumber: lastNumber } = await saveProfileFacts(tx, profileId, facts);
    const page = { source: GOOGLE_SCHOLAR, profileId, lastNumber, records: rows, fullCrawl: null };
    const saved = await saveRecords(tx, page);
    await lockIdentity(tx, 'shared');
    const owners = saved.privateMatches.map(({ ownerId }) => ownerId);
    await lockLibraries(tx, [], [scholar.user_id, ...owners]);
    await mergePrivate(tx, saved.privateMatches);
    const listings = { id: scholarId, profileId, afterNumber: scholar.processed_listing };
    await saveProcessedListing(tx, { userId: scholar.user_id, scholarId, profileId }, saved.lastNumber);
    const added = await addListed(tx, scholar.user_id, listings, { at, runId });
    await saveBaseline(tx, { scholarId, profileId });
    return added.length;
  });
}

/** A run of the user that has ended. */
export async function endedRun(db: Database, userId: number, status: RunStatus = 'success'): Promise<number> {
  const row = await db
    .insertInto('runs')
    .values({ user_id: userId, trigger_type: 'manual', status, idempotency_key: null, end_dt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The id of the signed-in administrator of a new service. */
export async function adminId(db: Database): Promise<number> {
  const { id } = await db.selectFrom('users').select('id').where('is_admin', '=', true).executeTakeFirstOrThrow();
  return id;
}

/** Publications in nobody's library, with a record of another source each; returns their ids in the order given. */
export async function addPublications(
  db: Database,
  publications: readonly { title: string; authors?: string; venue?: string; year?: number }[],
): Promise<number[]> {
  const rows = publications.map((publication, at) => ({
    ...publication,
    at,
    words: textVector({ title: publication.title, author: null, venue: null }),
    title_key: titleKey(publication.title),
  }));
  const { rows: saved } = await sql<{ id: number }>`
    with made as (
      select nextval('publications_id_seq') as id, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
        (at integer, title text, title_key text, authors text, venue text, year integer, words tsvector) order by at
    ), saved as (
      insert into publications (id, canonical_id, title, title_key, author_text, venue_text, year, search_vector)
      overriding system value
      select id, id, title, title_key, authors, venue, year, words from made
      returning id
    ), said as (
      insert into records (publication_id, source, key, evidence, title, authors, venue, year, stated_at)
      select id, 'test', id::text, '{}', title, authors, venue, year, now() from made
    )
    select id from saved order by id`.execute(db);
  return saved.map(({ id }) => id);
}
