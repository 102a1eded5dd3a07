import Type, { type Static } from 'typebox';
import {
  content,
  example,
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  oneOf,
  oneOfOrNull,
  PageNumber,
  Pagination,
  pageSize,
  RowLimit,
  strict,
  Time,
} from '../platform/http/shapes.ts';
import { RUN_STATUSES } from '../scholars/contract.ts';
import { AUTHOR_SOURCES } from '../sources/author-list.ts';
import { SafetyState, exampleSafetyState as safety_state } from '../sources/safety-contract.ts';

const STATES = ['ok', 'no_results', 'blocked_or_captcha', 'layout_changed', 'network_error', 'not_found'] as const;

const OUTCOMES = ['success', 'partial', 'failed', 'skipped', 'pending'] as const;

export const Run = named(
  'Run',
  Type.Object({
    id: Type.Integer(),
    trigger_type: oneOf(['manual', 'scheduled']),
    status: oneOf(RUN_STATUSES),
    start_dt: Time,
    end_dt: NullableTime,
    scholar_count: Type.Integer(),
    new_publication_count: Type.Integer(),
    failed_count: Type.Integer(),
    partial_count: Type.Integer(),
    /** scholars that wait because a source refused; their crawls continue by themselves */
    waiting_count: Type.Integer(),
  }),
);

export const ScholarResult = named(
  'ScholarResult',
  Type.Object({
    scholar_profile_id: NullableInteger,
    scholar_id: Type.String(),
    state: oneOfOrNull(STATES),
    state_reason: NullableString,
    outcome: oneOf(OUTCOMES),
    attempt_count: Type.Integer(),
    publication_count: Type.Integer(),
    new_publication_count: Type.Integer(),
    start_cstart: Type.Integer(),
    continuation_cstart: NullableInteger,
    continuation_enqueued: Type.Boolean(),
    continuation_cleared: Type.Boolean(),
    warnings: Type.Array(Type.String()),
    error: NullableString,
    debug: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true }),
    /** the result of each profile of the scholar */
    sources: Type.Array(
      named(
        'SourceResult',
        Type.Object({
          source: oneOf(AUTHOR_SOURCES),
          id: Type.String(),
          outcome: oneOf(OUTCOMES),
          state: oneOfOrNull(STATES),
          state_reason: NullableString,
          publication_count: Type.Integer(),
          new_publication_count: Type.Integer(),
          error: NullableString,
        }),
      ),
    ),
  }),
);
export type ScholarResult = Static<typeof ScholarResult>;

const Counts = Type.Record(Type.String(), Type.Integer());

export const RunSummary = named(
  'RunSummary',
  Type.Object({
    succeeded_count: Type.Integer(),
    failed_count: Type.Integer(),
    partial_count: Type.Integer(),
    failed_state_counts: Counts,
    failed_reason_counts: Counts,
    scrape_failure_counts: Counts,
    retry_counts: Type.Object({
      retries_scheduled_count: Type.Integer(),
      scholars_with_retries_count: Type.Integer(),
      retry_exhausted_count: Type.Integer(),
    }),
    alert_thresholds: Counts,
    alert_flags: Type.Record(Type.String(), Type.Boolean()),
  }),
);
export type RunSummary = Static<typeof RunSummary>;

const run: Static<typeof Run> = {
  id: 18,
  trigger_type: 'manual',
  status: 'success',
  start_dt: new Date('2026-11-21T10:00:00Z'),
  end_dt: new Date('2026-11-21T10:01:30Z'),
  scholar_count: 1,
  new_publication_count: 1,
  failed_count: 0,
  partial_count: 0,
  waiting_count: 0,
};
const scholarResult: ScholarResult = {
  scholar_profile_id: 3,
  scholar_id: 'AbCdEfGh_-12',
  state: 'ok',
  state_reason: null,
  outcome: 'success',
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
  sources: [
    {
      source: 'google_scholar',
      id: 'AbCdEfGh_-12',
      outcome: 'success',
      state: 'ok',
      state_reason: null,
      publication_count: 20,
      new_publication_count: 1,
      error: null,
    },
  ],
};
const summary: RunSummary = {
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

export const RunInPath = strict({ run_id: Id });
export const FollowHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({ description: 'The id of the last event that the client has. Only later ones are sent.' }),
  ),
});
export const StartHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description: '1 to 128 visible ASCII characters. A repeat with the same key returns the same run.',
    }),
  ),
});

/** The events of a run. */
export const RunEvents = content('text/event-stream', {
  description:
    'Server-sent events with growing ids: publication_discovered, scholar_progress, identifier_updated, pdf_updated, run_status and, as the last, run_complete. ' +
    'The data of each is one line of JSON.',
  examples: [
    'id: 1\nevent: scholar_progress\ndata: {"visited":1,"finished":1,"total":1}\n\n' +
      'id: 2\nevent: run_complete\ndata: {"status":"success"}\n\n',
  ],
});

export const RunDetail = named(
  'RunDetail',
  example(
    Type.Object({
      run: Run,
      summary: RunSummary,
      scholar_results: Type.Array(ScholarResult),
      safety_state: SafetyState,
    }),
    { run, summary, scholar_results: [scholarResult], safety_state },
  ),
);
export type RunDetail = Static<typeof RunDetail>;

export const CanceledRun = example(RunDetail, {
  run: { ...run, status: 'canceled', new_publication_count: 0 },
  summary: { ...summary, succeeded_count: 0 },
  scholar_results: [],
  safety_state,
});

/** Older clients send `limit` instead of a page. */
const paging = {
  limit: Type.Optional(RowLimit),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
};

export const RunsQuery = strict({
  failed_only: Type.Optional(Type.Boolean({ default: false, description: 'Only runs in which a scholar failed.' })),
  ...paging,
});
export const RunList = named(
  'RunList',
  example(
    Type.Object({
      runs: Type.Array(Run),
      safety_state: SafetyState,
      /** how many scholars wait for the end of their first crawl */
      importing_count: Type.Integer(),
      pagination: Pagination,
    }),
    {
      runs: [run],
      safety_state,
      importing_count: 0,
      pagination: { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 },
    },
  ),
);

export const StartedRun = named(
  'StartedRun',
  example(
    Type.Object({
      run_id: Type.Integer(),
      status: oneOf(RUN_STATUSES),
      scholar_count: Type.Integer(),
      succeeded_count: Type.Integer(),
      failed_count: Type.Integer(),
      partial_count: Type.Integer(),
      new_publication_count: Type.Integer(),
      reused_existing_run: Type.Boolean(),
      idempotency_key: NullableString,
      safety_state: SafetyState,
    }),
    {
      run_id: run.id,
      status: 'running',
      scholar_count: 1,
      succeeded_count: 0,
      failed_count: 0,
      partial_count: 0,
      new_publication_count: 0,
      reused_existing_run: false,
      idempotency_key: 'b7c1-2026-11-21',
      safety_state,
    },
  ),
);
