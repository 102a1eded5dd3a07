import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { readOwnTexts } from '../publications/display-store.ts';
import { listIdentifiers } from '../publications/identifier-store.ts';
import type { EnrichedPublication } from './progress.ts';

/**
 * Publications with their identifiers by id, in the order of their ids. With `lock` their rows and those of the canonical publications that show
 * them are held to the end of the transaction, taken in that order, so that two transactions never wait for each other.
 */
export async function findEnrichedPublications(
  db: Queries,
  publicationIds: readonly number[],
  { lock = false } = {},
): Promise<Map<number, EnrichedPublication>> {
  if (publicationIds.length === 0) return new Map();
  // with the canonical publications, whose display may change
  if (lock)
    await sql`
      select from publications
      where id = any(${publicationIds}) or id in (select canonical_id from publications where id = any(${publicationIds}))
      order by id for no key update`.execute(db);
  const { rows } = await sql<Omit<EnrichedPublication, 'identifiers'>>`
    select p.id, p.title, p.year, p.author_text as "authorText", p.venue_text as "venueText" from publications p
    where p.id = any(${publicationIds}) order by p.id`.execute(db);
  const identifiers = await listIdentifiers(db, publicationIds);
  const own = await readOwnTexts(db, publicationIds);
  return new Map(
    rows.map((row) => {
      const text = own.get(row.id);
      const said = text && { title: text.title, year: text.year, authorText: text.authors, venueText: text.venue };
      return [row.id, { ...row, ...said, identifiers: identifiers.get(row.id) ?? [] }];
    }),
  );
}
