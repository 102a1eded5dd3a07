import { expect, test } from 'vitest';
import type { QueueItem, ScholarResult, SourceResult } from '../../api/shapes.ts';
import {
  describeContinuation,
  describeError,
  describeFailure,
  describeOutcome,
  describeResult,
  describeSource,
  sortResults,
} from './describe-result.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

function result(changes: Partial<ScholarResult>): ScholarResult {
  return {
    scholar_profile_id: 1,
    scholar_id: 'AbCdEfGh_-12',
    state: 'ok',
    state_reason: null,
    outcome: 'success',
    attempt_count: 1,
    publication_count: 20,
    new_publication_count: 0,
    start_cstart: 0,
    continuation_cstart: null,
    continuation_enqueued: false,
    continuation_cleared: false,
    warnings: [],
    error: null,
    debug: null,
    sources: [],
    ...changes,
  };
}

const item = (changes: Partial<QueueItem>) => ({ status: 'queued', next_attempt_dt: null, ...changes }) as QueueItem;

test('a failure names its reason, and a reason without a text is shown as it is', () => {
  const source = 'google_scholar';
  expect(describeFailure('network_error', 'timeout', source)).toBe(
    'Google Scholar could not be reached: no response in time',
  );
  expect(describeFailure('network_error', 'server_error_503', source)).toMatch(/error 503$/);
  expect(describeFailure('layout_changed', 'rows_unreadable', source)).toMatch(/: rows_unreadable$/);
  expect(describeFailure('not_found', 'not_found', source)).toBe('Profile not found at Google Scholar');
  expect(describeFailure(null, null, source)).toBe('Failed');
  expect(describeFailure('blocked_or_captcha', 'too_many_requests', 'dblp')).toBe('DBLP asked for fewer requests');
  expect(describeError('network_error: timeout', 'openalex')).toBe(
    'OpenAlex could not be reached: no response in time',
  );
  expect(describeError('worker_lost', 'openalex')).toBe('worker_lost');
});

test('the result of a scholar describes the first source that did not succeed', () => {
  const at = (changes: Partial<SourceResult>) =>
    ({ source: 'google_scholar', outcome: 'success', ...changes }) as SourceResult;
  const sources = [at({}), at({ source: 'orcid', outcome: 'failed' })];
  expect(describeResult(result({ outcome: 'failed', state: 'network_error', sources }))).toBe(
    'ORCID could not be reached',
  );
  const skipped = at({ source: 'dblp', outcome: 'skipped', state: null, state_reason: 'cooldown' });
  expect(describeOutcome(skipped)).toBe('Skipped: DBLP was paused');
});

test('a source has a line with its result and counts', () => {
  const checked = { source: 'openalex', outcome: 'success', state: 'ok', state_reason: null } as SourceResult;
  expect(describeSource({ ...checked, publication_count: 42, new_publication_count: 2 })).toBe(
    'OpenAlex: Checked · 42 publications seen · 2 new',
  );
  const failed = { ...checked, outcome: 'failed', state: 'network_error', state_reason: 'timeout' } as const;
  expect(describeSource({ ...failed, publication_count: 0, new_publication_count: 0 })).toBe(
    'OpenAlex could not be reached: no response in time',
  );
});

test('every outcome has a text', () => {
  const descriptions = [
    result({}),
    result({ state_reason: 'fresh' }),
    result({ state: 'no_results' }),
    result({ outcome: 'skipped', state: null, state_reason: 'cooldown' }),
    result({ outcome: 'skipped', state: null, state_reason: 'unknown' }),
    result({ outcome: 'partial' }),
    result({ outcome: 'pending', state: null }),
    result({ outcome: 'failed', state: 'blocked_or_captcha', state_reason: 'captcha' }),
  ].map(describeResult);
  expect(descriptions).toMatchObject(
    [
      'Checked',
      /short while ago/,
      /no publications/,
      /was paused/,
      'Skipped',
      /Partly/,
      /Queued/,
      'Waiting: Google Scholar asked for a CAPTCHA',
    ].map((words) => (typeof words === 'string' ? words : expect.stringMatching(words))),
  );
});

test('unfinished work says when it continues, unless it was dropped', () => {
  const failed = result({ outcome: 'failed', continuation_enqueued: true });
  expect(describeContinuation(failed, item({ next_attempt_dt: '2026-11-22T10:05:00Z' }), NOW)).toBe(
    'Retrying in 5 minutes.',
  );
  expect(describeContinuation(failed, item({ next_attempt_dt: '2026-11-22T09:59:00Z' }), NOW)).toMatch(/soon/);
  expect(describeContinuation(failed, item({ status: 'retrying' }), NOW)).toBe('In progress.');
  expect(describeContinuation(failed, item({ status: 'dropped' }), NOW)).toBeNull();
  expect(describeContinuation(failed, undefined, NOW)).toMatch(/after the run/);
  expect(describeContinuation(result({}), undefined, NOW)).toBeNull();
});

test('failures come first, then scholars with new publications', () => {
  const results = [
    result({ scholar_id: 'read' }),
    result({ scholar_id: 'new', new_publication_count: 2 }),
    result({ scholar_id: 'skipped', outcome: 'skipped' }),
    result({ scholar_id: 'failed', outcome: 'failed' }),
  ];
  expect(sortResults(results).map(({ scholar_id: id }) => id)).toEqual(['failed', 'skipped', 'new', 'read']);
});
