import { expect, test } from 'vitest';
import type { Settings } from '../../api/shapes.ts';
import { canPropose } from './daily-checks.ts';

const policy = { automation_allowed: true, min_run_interval_minutes: 15 } as Settings['policy'];
const off = { auto_run_enabled: false, policy };

test('daily runs are proposed after the first scholar, while scheduled runs are off', () => {
  expect(canPropose(off, 1)).toBe(true);
  expect(canPropose(off, 0)).toBe(false);
  expect(canPropose({ ...off, auto_run_enabled: true }, 1)).toBe(false);
});

test('daily runs are not proposed if the server does not allow them', () => {
  expect(canPropose({ ...off, policy: { ...policy, automation_allowed: false } }, 1)).toBe(false);
  expect(canPropose({ ...off, policy: { ...policy, min_run_interval_minutes: 2880 } }, 1)).toBe(false);
});
