import { test } from 'vitest';
import { type FaultRow, sufferFault } from '../jobs/suffer-fault.ts';

const timeout = { state: 'network_error', reason: 'timeout', cooldownSeconds: null, requests: 1 } as const;

// each page is waited for half a minute; the short faults are in test/jobs/fault-matrix.test.ts
const matrix: readonly FaultRow[] = [
  { name: 'a slow loris', fault: { kind: 'slow_loris' }, ...timeout },
  { name: 'no answer', fault: { kind: 'hang' }, ...timeout },
];

test.each(matrix)('$name ends as $state, $reason, and nothing is lost', (row) =>
  sufferFault(row, { env: { INGESTION_NETWORK_ERROR_RETRIES: '0' }, seconds: 120 }),
);
