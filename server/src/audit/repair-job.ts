/** Who asks for a repair: as they name themselves, and the account if there is one. */
export interface Operator {
  readonly name: string;
  readonly userId: number | null;
}

export type JobFacts = Readonly<Record<string, unknown>>;

/** A repair that is asked for. */
export interface RepairPlan {
  readonly name: 'publication_links' | 'publication_near_duplicates' | 'drop_all_publications' | 'undo_merges';
  readonly operator: Operator;
  readonly isDryRun: boolean;
  readonly scope: JobFacts;
}

/** Who changes something, and for which repair; null when it is for none. */
export interface Author {
  readonly id: number | null;
  readonly operator: Operator;
}

/** A repair under way. */
export interface RepairJob extends RepairPlan {
  readonly id: number;
}

/** What a repair changed, for the audit log; it is written in the transaction of the change. */
export interface Change {
  readonly action: string;
  readonly userId?: number | null;
  readonly publicationId?: number | null;
  readonly before: JobFacts | null;
  readonly after: JobFacts | null;
}
