import type { ScholarStatistics } from '../../api/shapes.ts';

type Years = ScholarStatistics['years'];

/** Limits the chart, because a single wrong year could make all bars too narrow. */
const MAX_YEARS = 80;

/** The latest years, with zeros for years without publications. `isCut` says that earlier years are left out. */
export function fillYears(known: Years): { years: Years; isCut: boolean } {
  const first = known[0]?.year ?? 0;
  const last = known.at(-1)?.year ?? 0;
  const from = Math.max(first, last - MAX_YEARS + 1);
  const byYear = new Map(known.map((one) => [one.year, one]));
  const years = Array.from(
    { length: last - from + 1 },
    (_, at) => byYear.get(from + at) ?? { year: from + at, publication_count: 0, citation_count: 0 },
  );
  return { years, isCut: from > first };
}
