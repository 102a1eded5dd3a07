import { test } from 'vitest';
import { expectRecovery, FAULT_WORLD, type FaultRow } from '../../jobs/expect-recovery.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile({ ...FAULT_WORLD, constants: { networkErrorRetries: 0 } });

const timeout = { state: 'network_error', reason: 'timeout', cooldownSeconds: null, requests: 1 } as const;

// each page takes half a minute; the short faults are in test/jobs/fault-matrix.test.ts
const matrix: readonly FaultRow[] = [
  { name: 'a slow loris', fault: { kind: 'slow_loris' }, ...timeout },
  { name: 'no answer', fault: { kind: 'hang' }, ...timeout },
];

test.each(matrix)('$name ends as $state, $reason, and no publication is lost', (row) =>
  expectRecovery(row, openService, 120),
);
