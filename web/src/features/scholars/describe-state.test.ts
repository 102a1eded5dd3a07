import { expect, test } from 'vitest';
import type { Scholar } from '../../api/shapes.ts';
import { describeFailure, describeState } from './describe-state.ts';

const IDLE: Scholar['crawl'] = { state: 'idle', collected: 0, next_attempt_dt: null, reason: null };
const NOW = Date.UTC(2026, 4, 12);
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

function scholar(changes: Partial<Omit<Scholar, 'crawl'>>, crawl: Partial<Scholar['crawl']> = {}): Scholar {
  const usual = { is_enabled: true, baseline_completed: false, publication_count: 0, last_run_dt: null };
  return { ...usual, ...changes, crawl: { ...IDLE, ...crawl } } as Scholar;
}

test('the first reading, from its place in the queue to its end', () => {
  expect(describeState(scholar({}, { state: 'queued' }), NOW)).toBe('Waits to be read for the first time');
  expect(describeState(scholar({ publication_count: 1200 }, { state: 'running' }), NOW)).toBe(
    'Is being read: 1,200 publications so far',
  );
  // between two pages
  expect(describeState(scholar({ publication_count: 100 }, { state: 'queued' }), NOW)).toBe(
    'Is being read: 100 publications so far',
  );
  expect(describeState(scholar({ baseline_completed: true }), NOW)).toBe('Up to date');
  const checked = scholar({ baseline_completed: true, last_run_dt: inMinutes(-120) });
  expect(describeState(checked, NOW)).toBe('Checked 2 hours ago');
  expect(describeState(checked, NOW + 3_600_000)).toBe('Checked 3 hours ago');
});

test('what failed says why, and when it goes on', () => {
  const waits = scholar(
    { publication_count: 200 },
    { state: 'waiting', next_attempt_dt: inMinutes(14), reason: 'network_error: timeout' },
  );
  expect(describeState(waits, NOW)).toBe('200 publications so far, goes on in 14 minutes');
  expect(describeFailure(waits)).toBe('The last attempt failed: Google Scholar could not be reached.');
  const gaveUp = scholar({}, { reason: 'odd: reason' });
  expect(describeState(gaveUp, NOW)).toBe('Could not be read. The next run tries again.');
  expect(describeFailure(gaveUp)).toBe('The last attempt failed: odd: reason');
});

test('an old failure is not told of a profile that was read since, and a pause comes before all', () => {
  expect(describeFailure(scholar({ baseline_completed: true }, { reason: 'network_error: timeout' }))).toBeNull();
  expect(describeState(scholar({ is_enabled: false }, { state: 'queued' }), NOW)).toBe('Not looked at by runs');
});
