import { expect, test } from 'vitest';
import type { Scholar } from '../../api/shapes.ts';
import { describeFailure, describeState } from './describe-state.ts';

const IDLE: Scholar['crawl'] = { state: 'idle', collected: 0, next_attempt_dt: null, reason: null };
const NOW = Date.UTC(2026, 4, 12);
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const profile = (source: 'openalex', id: string) => ({ source, id, state: 'confirmed' as const });

function scholar(changes: Partial<Omit<Scholar, 'crawl'>>, crawl: Partial<Scholar['crawl']> = {}): Scholar {
  const usual = {
    is_enabled: true,
    baseline_completed: false,
    publication_count: 0,
    last_run_dt: null,
    scholar_id: 'AbCdEfGh_-12',
    profiles: [{ source: 'google_scholar', id: 'AbCdEfGh_-12' }],
  };
  return { ...usual, ...changes, crawl: { ...IDLE, ...crawl } } as Scholar;
}

test('the first import, from the queue to its end', () => {
  expect(describeState(scholar({}, { state: 'queued' }), NOW)).toBe('Waiting for first import');
  expect(describeState(scholar({ publication_count: 1200 }, { state: 'running' }), NOW)).toBe(
    'Importing: 1,200 publications so far',
  );
  // between two pages
  expect(describeState(scholar({ publication_count: 100 }, { state: 'queued' }), NOW)).toBe(
    'Importing: 100 publications so far',
  );
  expect(describeState(scholar({ baseline_completed: true }), NOW)).toBe('Up to date');
  const checked = scholar({ baseline_completed: true, last_run_dt: inMinutes(-120) });
  expect(describeState(checked, NOW)).toBe('Checked 2 hours ago');
  expect(describeState(checked, NOW + 3_600_000)).toBe('Checked 3 hours ago');
});

test('a failure names its reason and the next try', () => {
  const waits = scholar(
    { publication_count: 200 },
    { state: 'waiting', next_attempt_dt: inMinutes(14), reason: 'network_error: timeout' },
  );
  expect(describeState(waits, NOW)).toBe('200 publications so far, continues in 14 minutes');
  expect(describeFailure(waits)).toBe('Last attempt failed: Google Scholar could not be reached: no response in time.');
  const atOpenAlex = { scholar_id: 'A5023888391', profiles: [profile('openalex', 'A5023888391')] };
  expect(describeFailure(scholar(atOpenAlex, { state: 'waiting', reason: 'not_found: not_found' }))).toBe(
    'Last attempt failed: Profile not found at OpenAlex.',
  );
  const failed = scholar({}, { reason: 'odd: reason' });
  expect(describeState(failed, NOW)).toBe('Import failed. The next run tries again.');
  expect(describeFailure(failed)).toBe('Last attempt failed: Failed: reason.');
});

test('an old failure is hidden after a successful check, and a pause is shown before anything else', () => {
  expect(describeFailure(scholar({ baseline_completed: true }, { reason: 'network_error: timeout' }))).toBeNull();
  expect(describeState(scholar({ is_enabled: false }, { state: 'queued' }), NOW)).toBe('Paused');
});

test('the reason of a failure and a disabled source are described in words', () => {
  const atDblp = { scholar_id: '42/3375', profiles: [{ ...profile('openalex', '42/3375'), source: 'dblp' as const }] };
  const failureOf = (reason: string) => describeFailure(scholar(atDblp, { state: 'waiting', reason }));
  expect(failureOf('not_found: not_a_person')).toBe(
    'Last attempt failed: DBLP lists several people of one name there, so it is not the profile of one person.',
  );
  expect(failureOf('layout_changed: list_shorter_than_count')).toMatch(
    /fewer publications listed than the source counts\.$/,
  );
  expect(failureOf('blocked_or_captcha: challenge')).toMatch(/DBLP answered with a challenge/);
  const disabled = scholar(atDblp, { state: 'waiting', reason: 'source_disabled' });
  expect(describeState(disabled, NOW)).toBe('DBLP is disabled on this server');
  expect(describeFailure(disabled)).toBeNull();
});
