import { type Figures, presentYear } from '../publication.ts';

export const recentSince = presentYear - 5;

export interface Totals {
  readonly all: { readonly citations: number; readonly h: number; readonly i10: number };
  readonly recent: { readonly citations: number; readonly h: number; readonly i10: number };
  /** The years of the chart, oldest first. A year may have no citations. */
  readonly perYear: readonly { readonly year: number; readonly citations: number }[];
}

/**
 * The numbers of the box "Cited by". The citations of a publication are spread evenly over the years since it appeared.
 */
export function measureCitations(figures: readonly Figures[]): Totals {
  const cited = figures.map((publication) => ({ ...publication, recent: recentPart(publication) }));
  const byYear = new Map<number, number>();
  for (const { year, citations } of cited) {
    const from = year ?? presentYear;
    const years = presentYear - from + 1;
    for (let at = 0; at < years; at += 1) {
      const share = Math.floor((citations * (at + 1)) / years) - Math.floor((citations * at) / years);
      byYear.set(from + at, (byYear.get(from + at) ?? 0) + share);
    }
  }
  const first = Math.max(presentYear - 19, Math.min(presentYear, ...byYear.keys()));
  const years = Array.from({ length: presentYear - first + 1 }, (_, at) => first + at);
  return {
    all: summarize(cited.map(({ citations }) => citations)),
    recent: summarize(cited.map(({ recent }) => recent)),
    perYear: years.map((year) => ({ year, citations: byYear.get(year) ?? 0 })),
  };
}

function recentPart({ year, citations }: Figures): number {
  const years = presentYear - (year ?? presentYear) + 1;
  return Math.ceil((citations * Math.min(years, presentYear - recentSince + 1)) / years);
}

function summarize(counts: readonly number[]): Totals['all'] {
  const sorted = counts.toSorted((a, b) => b - a);
  const below = sorted.findIndex((count, at) => count < at + 1);
  return {
    citations: sorted.reduce((sum, count) => sum + count, 0),
    h: below === -1 ? sorted.length : below,
    i10: sorted.filter((count) => count >= 10).length,
  };
}
