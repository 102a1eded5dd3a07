import type { Tx } from '../platform/database/database.ts';
import type { CheckName } from './integrity-checks.ts';
import type { Found } from './integrity-report.ts';

export type Findings = Partial<Record<CheckName, Found>>;

/** Some checks that are answered together: one or a few statements in a transaction of their own. */
export interface Probe {
  readonly names: readonly CheckName[];
  find(tx: Tx): Promise<Findings>;
}
