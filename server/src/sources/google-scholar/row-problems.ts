/**
 * The problems that a row can have, by the reason word of a changed layout. The value is the warning about a row that is read with a loss,
 * which is tolerated while most rows are sound. It is null if not even one such row is tolerated, because the row cannot be read.
 */
const PROBLEMS = {
  title_link_missing: null,
  citation_id_missing: null,
  authors_and_venue_swapped: null,
  authors_missing: 'no line with the authors',
  venue_missing: 'no line with the venue',
  citation_cell_missing: 'no citation cell, count unknown',
  year_cell_missing: 'no year cell',
  title_empty: 'no title',
  citation_count_missing: 'a link to citing works without their number, count unknown',
  citation_count_unreadable: 'unreadable citation count, count unknown',
  cluster_id_missing: 'no link to the citing works',
  year_unreadable: 'unreadable year',
} as const;
type Problem = keyof typeof PROBLEMS;
type Tallies = Record<Problem, { checked: number; failed: number }>;
const NAMES = Object.keys(PROBLEMS) as Problem[];

/** Collects the problems of a page's rows. A problem of a few rows is a warning; a problem of most rows is a changed layout. */
export class RowProblems {
  readonly warnings: string[] = [];
  private readonly tallies = Object.fromEntries(NAMES.map((name) => [name, { checked: 0, failed: 0 }])) as Tallies;
  private rowNumber = 1;

  nextRow(): void {
    this.rowNumber += 1;
  }

  /** Notes whether the row has the problem. Check only rows that can have it: a row without citations never has a cluster id. */
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
