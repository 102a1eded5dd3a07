import { test } from 'vitest';
import { expectRecovery, type FaultRow } from '../jobs/expect-recovery.ts';

const timeout = { state: 'network_error', reason: 'timeout', cooldownSeconds: null, requests: 1 } as const;

// each page takes half a minute; the short faults are in test/jobs/fault-matrix.test.ts
const matrix: readonly FaultRow[] = [
  { name: 'a slow loris', fault: { kind: 'slow_loris' }, ...timeout },
  { name: 'no answer', fault: { kind: 'hang' }, ...timeout },
];

test.each(matrix)('$name ends as $state, $reason, and no publication is lost', (row) =>
  expectRecovery(row, { constants: { networkErrorRetries: 0 }, seconds: 120 }),
);
