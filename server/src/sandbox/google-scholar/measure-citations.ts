import { type Figures, presentYear } from '../work.ts';

export const recentSince = presentYear - 5;

export interface Totals {
  readonly all: { readonly citations: number; readonly h: number; readonly i10: number };
  readonly recent: { readonly citations: number; readonly h: number; readonly i10: number };
  /** The years of the chart, oldest first; a year may have none. */
  readonly perYear: readonly { readonly year: number; readonly citations: number }[];
}

/** What the box "Cited by" says: each work's citations are taken to have come evenly since its year. */
export function measureCitations(figures: readonly Figures[]): Totals {
  const cited = figures.map((work) => ({ ...work, recent: recentPart(work) }));
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
    all: summarise(cited.map(({ citations }) => citations)),
    recent: summarise(cited.map(({ recent }) => recent)),
    perYear: years.map((year) => ({ year, citations: byYear.get(year) ?? 0 })),
  };
}

function recentPart({ year, citations }: Figures): number {
  const years = presentYear - (year ?? presentYear) + 1;
  return Math.ceil((citations * Math.min(years, presentYear - recentSince + 1)) / years);
}

function summarise(counts: readonly number[]): Totals['all'] {
  const sorted = counts.toSorted((a, b) => b - a);
  const below = sorted.findIndex((count, at) => count < at + 1);
  return {
    citations: sorted.reduce((sum, count) => sum + count, 0),
    h: below === -1 ? sorted.length : below,
    i10: sorted.filter((count) => count >= 10).length,
  };
}
