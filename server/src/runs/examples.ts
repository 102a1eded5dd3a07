import { exampleSafetyState as safety_state } from '../safety/examples.ts';

const run = {
  id: 18,
  trigger_type: 'manual' as const,
  status: 'success' as const,
  start_dt: new Date('2026-11-21T10:00:00Z'),
  end_dt: new Date('2026-11-21T10:01:30Z'),
  scholar_count: 1,
  new_publication_count: 1,
  failed_count: 0,
  partial_count: 0,
};
const result = {
  scholar_profile_id: 3,
  scholar_id: 'AbCdEfGh_-12',
  state: 'ok' as const,
  state_reason: null,
  outcome: 'success' as const,
  attempt_count: 1,
  publication_count: 20,
  new_publication_count: 1,
  start_cstart: 0,
  continuation_cstart: null,
  continuation_enqueued: false,
  continuation_cleared: false,
  warnings: [],
  error: null,
  debug: null,
};
const summary = {
  succeeded_count: 1,
  failed_count: 0,
  partial_count: 0,
  failed_state_counts: {},
  failed_reason_counts: {},
  scrape_failure_counts: { blocked_or_captcha: 0, network_error: 0, layout_changed: 0 },
  retry_counts: { retries_scheduled_count: 0, scholars_with_retries_count: 0, retry_exhausted_count: 0 },
  alert_thresholds: { blocked_failure_threshold: 1, network_failure_threshold: 2, retry_scheduled_threshold: 3 },
  alert_flags: {
    blocked_failure_threshold_exceeded: false,
    network_failure_threshold_exceeded: false,
    retry_scheduled_threshold_exceeded: false,
  },
};

/** What answers about runs look like; the endpoints show them. */
export const examples = {
  list: {
    answer: {
      runs: [run],
      safety_state,
      pagination: { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 },
    },
  },
  detail: { answer: { run, summary, scholar_results: [result], safety_state } },
  cancel: {
    answer: {
      run: { ...run, status: 'canceled' as const, new_publication_count: 0 },
      summary: { ...summary, succeeded_count: 0 },
      scholar_results: [],
      safety_state,
    },
  },
  start: {
    answer: {
      run_id: run.id,
      status: 'running' as const,
      scholar_count: 1,
      succeeded_count: 0,
      failed_count: 0,
      partial_count: 0,
      new_publication_count: 0,
      reused_existing_run: false,
      idempotency_key: 'b7c1-2026-11-21',
      safety_state,
    },
  },
  events:
    'id: 1\nevent: scholar_progress\ndata: {"visited":1,"finished":1,"total":1}\n\n' +
    'id: 2\nevent: run_complete\ndata: {"status":"success"}\n\n',
};
