import type { Static } from 'typebox';
import { readVenue } from '../names/read-venue.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Today } from './contract.ts';
import { countToday, listNowPublished } from './statistics-store.ts';

/** How many lines Today has room for. */
const MAX_PUBLISHED = 3;

/** What today's reading holds, and what was published of the preprints that the user had. */
export async function readToday(db: Queries, userId: number): Promise<Static<typeof Today>> {
  const listed = await listNowPublished(db, userId, MAX_PUBLISHED);
  return {
    ...(await countToday(db, userId)),
    now_published: {
      count: listed[0]?.count ?? 0,
      publications: listed.map(({ id, title, venue }) => ({
        ...{ publication_id: id, title },
        venue: readVenue(venue).container,
      })),
    },
  };
}
