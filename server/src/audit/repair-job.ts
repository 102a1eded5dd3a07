/** The person who requested a repair: a chosen name, and the account, if any. */
export interface Operator {
  readonly name: string;
  readonly userId: number | null;
}

/** The person at the command line, whose account is unknown. */
export const COMMAND_LINE: Operator = { name: 'command line', userId: null };

export type JobFacts = Readonly<Record<string, unknown>>;

/** A requested repair. */
export interface RepairPlan {
  readonly name: 'publication_links' | 'publication_near_duplicates' | 'drop_all_publications' | 'undo_merges';
  readonly operator: Operator;
  readonly isDryRun: boolean;
  readonly scope: JobFacts;
  /** the text that confirms a change of many users' data, and the text that was sent */
  readonly confirmation?: { readonly given: string | null; readonly wanted: string } | null;
}

/** The author of a change: the operator, and the repair that it is part of. `id` is null outside repairs. */
export interface Author {
  readonly id: number | null;
  readonly operator: Operator;
}

/** A running repair. */
export interface RepairJob extends RepairPlan {
  readonly id: number;
}

/** A change for the audit log. It is written in the transaction that makes the change. */
export interface Change {
  readonly action: string;
  readonly userId?: number | null;
  readonly publicationId?: number | null;
  readonly before: JobFacts | null;
  readonly after: JobFacts | null;
}
