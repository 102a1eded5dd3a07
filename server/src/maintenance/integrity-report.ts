import type { CheckName } from './integrity-checks.ts';
import type { Severity } from './severity.ts';

/** What was found: how many, the ids of up to ten, and what else helps to find them. */
export interface Found {
  readonly count: number;
  readonly sampleIds: readonly number[];
  readonly detail?: string;
}

export const NOTHING_FOUND: Found = { count: 0, sampleIds: [] };

export interface IntegrityCheck {
  readonly name: CheckName;
  readonly severity: Severity;
  readonly count: number;
  readonly message: string;
  readonly sample_ids: number[];
}

/** What is sent to whoever asks, by HTTP and on the command line. */
export interface IntegrityReport {
  readonly status: 'passed' | 'failed';
  readonly checked_at: Date;
  /** the names of the checks that found something */
  readonly failures: string[];
  readonly warnings: string[];
  readonly checks: IntegrityCheck[];
}

export function makeReport(checks: readonly IntegrityCheck[], checkedAt: Date): IntegrityReport {
  const found = (wanted: Severity) =>
    checks.filter(({ severity, count }) => severity === wanted && count > 0).map(({ name }) => name);
  const failures = found('failure');
  return {
    status: failures.length === 0 ? 'passed' : 'failed',
    checked_at: checkedAt,
    failures,
    warnings: found('warning'),
    checks: [...checks],
  };
}

/** 0: passed; 1: a check failed; 2: there are warnings, and they count (service contract, section 4). */
export function exitCodeOf({ status, warnings }: IntegrityReport, hasStrictWarnings: boolean): number {
  if (status === 'failed') return 1;
  return hasStrictWarnings && warnings.length > 0 ? 2 : 0;
}
