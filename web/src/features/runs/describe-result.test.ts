import { expect, test } from 'vitest';
import type { QueueItem, ScholarResult } from '../../api/shapes.ts';
import { describeFailure, describeRest, describeResult, inOrder } from './describe-result.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

function result(told: Partial<ScholarResult>): ScholarResult {
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
    ...told,
  };
}

const item = (told: Partial<QueueItem>) => ({ status: 'queued', next_attempt_dt: null, ...told }) as QueueItem;

test('a failure says what and why, and a reason without words is told as it is', () => {
  expect(describeFailure('network_error', 'timeout')).toBe('Google Scholar could not be reached: no answer in time');
  expect(describeFailure('network_error', 'server_error_503')).toMatch(/error 503$/);
  expect(describeFailure('layout_changed', 'rows_unreadable')).toMatch(/: rows_unreadable$/);
  expect(describeFailure('not_found', 'not_found')).toBe('Google Scholar knows no such profile');
  expect(describeFailure(null, null)).toBe('Failed');
});

test('every outcome has words', () => {
  const said = [
    result({}),
    result({ state_reason: 'fresh' }),
    result({ state: 'no_results' }),
    result({ outcome: 'skipped', state: null, state_reason: 'cooldown' }),
    result({ outcome: 'skipped', state: null, state_reason: 'of another day' }),
    result({ outcome: 'partial' }),
    result({ outcome: 'pending', state: null }),
    result({ outcome: 'failed', state: 'blocked_or_captcha', state_reason: 'captcha' }),
  ].map(describeResult);
  expect(said).toMatchObject(
    [
      'Read',
      /short while ago/,
      /no works/,
      /was resting/,
      'Not asked for',
      /in part/,
      /Waits/,
      'Google Scholar refused to answer: it asked for a CAPTCHA',
    ].map((words) => (typeof words === 'string' ? words : expect.stringMatching(words))),
  );
});

test('what a run left says when it goes on, as long as somebody will work on it', () => {
  const failed = result({ outcome: 'failed', continuation_enqueued: true });
  expect(describeRest(failed, item({ next_attempt_dt: '2026-11-22T10:05:00Z' }), NOW)).toBe(
    'Tried again in 5 minutes.',
  );
  expect(describeRest(failed, item({ next_attempt_dt: '2026-11-22T09:59:00Z' }), NOW)).toMatch(/its turn/);
  expect(describeRest(failed, item({ status: 'retrying' }), NOW)).toMatch(/now/);
  expect(describeRest(failed, item({ status: 'dropped' }), NOW)).toBeNull();
  expect(describeRest(failed, undefined, NOW)).toMatch(/after the run/);
  expect(describeRest(result({}), undefined, NOW)).toBeNull();
});

test('what went wrong stands first, and of the rest what is new', () => {
  const results = [
    result({ scholar_id: 'read' }),
    result({ scholar_id: 'new', new_publication_count: 2 }),
    result({ scholar_id: 'skipped', outcome: 'skipped' }),
    result({ scholar_id: 'failed', outcome: 'failed' }),
  ];
  expect(inOrder(results).map(({ scholar_id: id }) => id)).toEqual(['failed', 'skipped', 'new', 'read']);
});
