import { expect, test } from 'vitest';
import { sessionSettings } from './session-settings.ts';

test('requests and jobs run without parallel workers, reports with them', () => {
  const off = 'set max_parallel_workers_per_gather = 0';
  expect(sessionSettings('service')).toContain(off);
  expect(sessionSettings('report')).not.toContain(off);
});
