import type { Static } from 'typebox';
import { readVenue } from '../names/read-venue.ts';
import type { Queries } from '../platform/database/database.ts';
import { readVersionFacts } from '../publications/version-store.ts';
import { versionsOf } from '../publications/versions.ts';
import type { Today } from './contract.ts';
import { countToday, listNowPublished } from './statistics-store.ts';

/** How many lines Today has room for. */
const MAX_PUBLISHED = 3;

/** What today's reading holds, and what was published of the preprints that the user had. */
export async function readToday(db: Queries, userId: number): Promise<Static<typeof Today>> {
  const listed = await listNowPublished(db, userId, MAX_PUBLISHED);
  const ids = listed.map(({ id }) => id);
  // not the venue of the list, because Google Scholar names the preprint server for months
  const known = ids.length === 0 ? [] : await readVersionFacts(db, ids);
  const venues = new Map(known.map(({ id, ...facts }) => [id, versionsOf(facts)[0]?.venue]));
  return {
    ...(await countToday(db, userId)),
    now_published: {
      count: listed[0]?.count ?? 0,
      publications: listed.map(({ id, title }) => ({
        ...{ publication_id: id, title },
        venue: readVenue(venues.get(id) ?? null).container,
      })),
    },
  };
}
