import { describe, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { type RunResult, summarizeRun } from './describe-run.ts';

const policy = readConfig({ DATABASE_URL: 'postgresql://localhost/lectern' }).ingestion;

function result(change: Partial<RunResult>): RunResult {
  return {
    scholar_profile_id: 1,
    scholar_id: 'Scholar_0001',
    state: 'ok',
    state_reason: null,
    outcome: 'success',
    attempt_count: 1,
    publication_count: 10,
    new_publication_count: 0,
    start_cstart: 0,
    continuation_cstart: null,
    continuation_enqueued: false,
    continuation_cleared: false,
    warnings: [],
    error: null,
    debug: null,
    sources: [],
    exhausted: false,
    ...change,
  };
}

const failed = (state: RunResult['state'], state_reason: string | null, change: Partial<RunResult> = {}) =>
  result({ outcome: 'failed', state, state_reason, continuation_enqueued: true, ...change });

describe('the summary of a run', () => {
  it('counts outcomes, and of what failed the states and reasons', () => {
    const summary = summarizeRun(
      [
        result({}),
        result({ outcome: 'partial', continuation_enqueued: true, attempt_count: 30 }),
        result({ outcome: 'skipped', state: null, state_reason: 'cooldown', continuation_enqueued: true }),
        result({ outcome: 'pending', state: null }),
        failed('blocked_or_captcha', 'captcha'),
        failed('network_error', 'server_error_503'),
        failed('network_error', 'server_error_503', { exhausted: true, continuation_enqueued: false }),
        failed('not_found', 'not_found', { continuation_enqueued: false }),
        failed('layout_changed', null),
      ],
      policy,
    );
    expect(summary).toMatchObject({
      succeeded_count: 1,
      failed_count: 5,
      partial_count: 1,
      failed_state_counts: { blocked_or_captcha: 1, network_error: 2, not_found: 1, layout_changed: 1 },
      failed_reason_counts: { captcha: 1, server_error_503: 2, not_found: 1, unknown: 1 },
      scrape_failure_counts: { blocked_or_captcha: 1, network_error: 2, layout_changed: 1 },
      retry_counts: { retries_scheduled_count: 5, scholars_with_retries_count: 5, retry_exhausted_count: 1 },
    });
  });

  it('raises an alert at the threshold, not before', () => {
    const flagsOf = (count: number) =>
      summarizeRun(
        Array.from({ length: count }, () => failed('network_error', 'timeout')),
        policy,
      ).alert_flags;
    expect(flagsOf(1)).toMatchObject({
      network_failure_threshold_exceeded: false,
      retry_scheduled_threshold_exceeded: false,
    });
    expect(flagsOf(2)).toMatchObject({
      network_failure_threshold_exceeded: true,
      retry_scheduled_threshold_exceeded: false,
    });
    expect(flagsOf(3)).toMatchObject({
      retry_scheduled_threshold_exceeded: true,
      blocked_failure_threshold_exceeded: false,
    });
    expect(summarizeRun([failed('blocked_or_captcha', 'captcha')], policy).alert_flags).toMatchObject({
      blocked_failure_threshold_exceeded: true,
    });
  });
});
