import type { RawBuilder } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export const SEVERITIES = ['failure', 'warning', 'metric'] as const;

/**
 * A failure never results from the service itself, even if it is killed. The service tolerates or corrects a warning. A
 * metric is a count.
 */
export type Severity = (typeof SEVERITIES)[number];

/** One line of the integrity report. */
export interface CheckLine {
  readonly name: string;
  readonly severity: Severity;
  /** what the rows mean and what to do about them */
  readonly message: string;
}

/** A line of the report whose rows a statement finds. */
export interface Check extends CheckLine {
  /**
   * Selects the wrong rows with the columns `id`, `name` or both. The report shows up to ten of each. For a metric it
   * selects one row with the column `n`. Checks that read the same rows share a statement. Its column `check` then has
   * the name of the check. It is a function if the check has to compute something outside of SQL first.
   */
  readonly sql: RawBuilder<unknown> | ((tx: Tx) => Promise<RawBuilder<unknown>>);
}

/** The result of a check: how many rows, up to ten ids, and other details that help to find them. */
export interface Found {
  readonly count: number;
  readonly sampleIds: readonly number[];
  readonly detail?: string;
}
