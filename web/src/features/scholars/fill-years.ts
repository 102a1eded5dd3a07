import type { ScholarStatistics } from '../../api/shapes.ts';

type Years = ScholarStatistics['years'];

/** Bars of more years are too narrow to tell apart; a wrong year would squeeze all others. */
const MOST_YEARS = 80;

/** The latest years without a gap: those in which nothing came out are there with nothing. `isCut`: there are earlier ones. */
export function fillYears(known: Years): { years: Years; isCut: boolean } {
  const first = known[0]?.year ?? 0;
  const last = known.at(-1)?.year ?? 0;
  const from = Math.max(first, last - MOST_YEARS + 1);
  const byYear = new Map(known.map((one) => [one.year, one]));
  const years = Array.from(
    { length: last - from + 1 },
    (_, at) => byYear.get(from + at) ?? { year: from + at, publication_count: 0, citation_count: 0 },
  );
  return { years, isCut: from > first };
}
