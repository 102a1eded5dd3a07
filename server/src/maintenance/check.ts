import type { RawBuilder } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export const SEVERITIES = ['failure', 'warning', 'metric'] as const;

/** The service leaves no failure behind, not even when it is killed. It can live with a warning, or corrects it by itself. A metric counts. */
export type Severity = (typeof SEVERITIES)[number];

/** One line of the integrity report. */
export interface CheckLine {
  readonly name: string;
  readonly severity: Severity;
  /** what a row means and what to do about it */
  readonly message: string;
}

/** A line that is a statement. */
export interface Check extends CheckLine {
  /**
   * The rows that are wrong: `id`, or `name`, or both. The report shows up to ten of each. Of a metric one row, `n`. A function first reads what SQL alone
   * cannot know.
   */
  readonly sql: RawBuilder<unknown> | ((tx: Tx) => Promise<RawBuilder<unknown>>);
}

/** What a check found: how many rows, up to ten ids, and what else helps to find them. */
export interface Found {
  readonly count: number;
  readonly sampleIds: readonly number[];
  readonly detail?: string;
}

export const NOTHING_FOUND: Found = { count: 0, sampleIds: [] };

export const REPAIR_LINKS = 'The link repair corrects it.';
export const RESTORE =
  'Find out what wrote to the database besides the service. Restore a backup, or correct the rows with SQL.';

const check =
  (severity: Severity) =>
  (name: string, rows: Check['sql'], message: string): Check => ({ name, severity, sql: rows, message });
export const failure = check('failure');
export const warning = check('warning');
export const metric = check('metric');
