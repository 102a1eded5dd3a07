import type { Database } from '../../src/platform/database/database.ts';
import type { RunStatus } from '../../src/platform/database/tables.ts';
import { disownImports } from '../../src/publications/disown-imports.ts';
import { linkListings, lockLibrary } from '../../src/publications/library-store.ts';
import type { DiscoveredRow } from '../../src/publications/match-rows.ts';
import { saveDiscovered } from '../../src/publications/save-discovered.ts';
import { insertScholar, saveLook, saveProfile, saveProfileFacts } from '../../src/scholars/store.ts';
import { GOOGLE_SCHOLAR } from '../../src/sources/source.ts';

/** A row of a profile's page, with a title and an author of its own unless said otherwise. */
export function makeRow(key: string, change: Partial<DiscoveredRow> = {}): DiscoveredRow {
  const url = `https://scholar.example/citations?citation_for_view=${key}`;
  const work = { title: `Work ${key}`, authors: 'A Author', venue: null, year: 2020, citations: 0 };
  return { key, workKey: null, url, ...work, ...change };
}

/** Rows `from` to `to` - 1 of a profile, each `change`d by its number. */
export function makeRows(
  profile: string,
  [from, to]: readonly [number, number],
  change: (at: number) => Partial<DiscoveredRow> = () => ({}),
): DiscoveredRow[] {
  return Array.from({ length: to - from }, (_, at) => makeRow(`${profile}:${from + at}`, change(from + at)));
}

/** Lets a user track a profile without queueing a crawl; returns the scholar's id. */
export async function track(db: Database, userId: number, profile: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const profileId = await saveProfile(tx, GOOGLE_SCHOLAR, profile);
    const scholarId = await insertScholar(tx, userId, { profileId, imageOverrideUrl: null });
    if (scholarId === undefined) throw new Error(`user ${userId} tracks ${profile} already`);
    return scholarId;
  });
}

/** Saves a page of a tracked profile and links what is new, as a crawl does; returns how many works are new to the user. */
export async function savePageOf(
  db: Database,
  scholarId: number,
  rows: readonly DiscoveredRow[],
  { name = null, runId = null, at = new Date() }: { name?: string | null; runId?: number | null; at?: Date } = {},
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const scholar = await tx
      .selectFrom('scholars as s')
      .innerJoin('profiles as p', 'p.id', 's.profile_id')
      .select(['s.user_id', 's.profile_id', 's.looked_at_listing', 'p.source_id', 'p.display_name'])
      .where('s.id', '=', scholarId)
      .executeTakeFirstOrThrow();
    const profileId = scholar.profile_id;
    const facts = {
      name: name ?? scholar.display_name ?? `Name of ${scholar.source_id}`,
      affiliation: null,
      imageUrl: null,
    };
    const { lastListingNumber } = await saveProfileFacts(tx, profileId, facts);
    const reader = { userId: scholar.user_id, afterListing: scholar.looked_at_listing };
    const page = { source: GOOGLE_SCHOLAR, profileId, lastListingNumber, rows, reader };
    const { lastListed: listing } = await saveDiscovered(tx, page);
    const { link: lastLink } = await lockLibrary(tx, scholar.user_id);
    const library = { userId: scholar.user_id, lastLink };
    const listings = { id: scholarId, profileId, afterListing: scholar.looked_at_listing };
    const { made, news } = await linkListings(tx, library, listings, { at, runId });
    await disownImports(tx, made);
    await saveLook(tx, scholarId, { listing, finished: true });
    return news.length;
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
