import type { Static } from 'typebox';
import { scholarNotFound } from '../library/not-found.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Statistics } from './contract.ts';
import { readYears, type YearTally } from './statistics-store.ts';

const NO_PUBLICATIONS = { publication_count: 0, citation_count: 0 };

/**
 * Counts a scholar's publications in the user's library and their citations, by year and in total. Years without
 * publications are left out.
 * @throws Problem `scholar_not_found`
 */
export async function getStatistics(
  db: Queries,
  userId: number,
  scholarId: number,
): Promise<Static<typeof Statistics>> {
  const { isTracked, years } = await readYears(db, userId, scholarId);
  if (!isTracked) throw scholarNotFound();
  const sum = (count: (one: YearTally) => number) => years.reduce((total, one) => total + count(one), 0);
  const { publication_count, citation_count } = years.find(({ year }) => year === null) ?? NO_PUBLICATIONS;
  return {
    scholar_profile_id: scholarId,
    publication_count: sum((one) => one.publication_count),
    citation_count: sum((one) => one.citation_count),
    years: years.flatMap(({ year, ...tally }) => (year === null ? [] : { year, ...tally })),
    without_year: { publication_count, citation_count },
  };
}
