/**
 * The possible problems of a row, by the reason word of a changed layout. The value is the warning if only some rows
 * have the problem. It is null if a single row with the problem means a changed layout, because such a row cannot be
 * read.
 */
const PROBLEMS = {
  title_link_missing: null,
  citation_id_missing: null,
  authors_and_venue_swapped: null,
  authors_missing: 'no authors line',
  venue_missing: 'no venue line',
  citation_cell_missing: 'no citation cell, count unknown',
  year_cell_missing: 'no year cell',
  title_empty: 'no title',
  citation_count_missing: 'a link to citing articles without a count, count unknown',
  citation_count_unreadable: 'unreadable citation count, count unknown',
  cluster_id_missing: 'no link to the citing articles',
  year_unreadable: 'unreadable year',
} as const;
type Problem = keyof typeof PROBLEMS;
type Tallies = Record<Problem, { checked: number; failed: number }>;
const NAMES = Object.keys(PROBLEMS) as Problem[];

/**
 * Collects the problems of a page's rows. A problem of a few rows is a warning; a problem of most rows is a changed
 * layout.
 */
export class RowProblems {
  readonly warnings: string[] = [];
  private readonly tallies = Object.fromEntries(NAMES.map((name) => [name, { checked: 0, failed: 0 }])) as Tallies;
  private rowNumber = 1;

  nextRow(): void {
    this.rowNumber += 1;
  }

  /**
   * Counts whether the row has the problem. Call it only for rows that can have it: a row without citations never has a
   * cluster id.
   */
  check(problem: Problem, hasProblem: boolean): void {
    const tally = this.tallies[problem];
    tally.checked += 1;
    if (!hasProblem) return;
    tally.failed += 1;
    const warning = PROBLEMS[problem];
    if (warning !== null) this.warn(warning);
  }

  warn(problem: string): void {
    this.warnings.push(`row ${this.rowNumber}: ${problem}`);
  }

  /** The reason word if the rows have a changed layout, else null. */
  layoutChange(): Problem | null {
    const isChanged = (name: Problem) => {
      const { checked, failed } = this.tallies[name];
      return failed > (PROBLEMS[name] === null ? 0 : checked / 2);
    };
    return NAMES.find(isChanged) ?? null;
  }
}
