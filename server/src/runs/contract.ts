import Type, { type Static } from 'typebox';
import {
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  oneOf,
  oneOfOrNull,
  PageNumber,
  Pagination,
  pageSize,
  strict,
  Time,
} from '../platform/http/shapes.ts';
import { SafetyState } from '../safety/contract.ts';
import { RUN_STATUSES } from '../scholars/contract.ts';

const STATES = ['ok', 'no_results', 'blocked_or_captcha', 'layout_changed', 'network_error', 'not_found'] as const;

export const Run = Type.Object({
  id: Type.Integer(),
  trigger_type: oneOf(['manual', 'scheduled']),
  status: oneOf(RUN_STATUSES),
  start_dt: Time,
  end_dt: NullableTime,
  scholar_count: Type.Integer(),
  new_publication_count: Type.Integer(),
  failed_count: Type.Integer(),
  partial_count: Type.Integer(),
});

export const ScholarResult = Type.Object({
  scholar_profile_id: NullableInteger,
  scholar_id: Type.String(),
  state: oneOfOrNull(STATES),
  state_reason: NullableString,
  outcome: oneOf(['success', 'partial', 'failed', 'skipped', 'pending']),
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
});
export type ScholarResult = Static<typeof ScholarResult>;

const Counts = Type.Record(Type.String(), Type.Integer());

export const RunSummary = Type.Object({
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
});
export type RunSummary = Static<typeof RunSummary>;

export const RunInPath = strict({ run_id: Id });
export const FollowHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({ description: 'The id of the last event that is known: only later ones are sent.' }),
  ),
});
export const StartHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description:
        '1 to 128 visible ASCII characters of your own choice: a repeat with the same key returns the same run.',
    }),
  ),
});
export const RunDetail = Type.Object({
  run: Run,
  summary: RunSummary,
  scholar_results: Type.Array(ScholarResult),
  safety_state: SafetyState,
});
export type RunDetail = Static<typeof RunDetail>;

/** Lists take `limit` alone, as older clients send it, or pages. */
const paging = {
  limit: Type.Optional(pageSize({ maximum: 500 })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
};

export const RunsQuery = strict({ failed_only: Type.Optional(Type.Boolean({ default: false })), ...paging });
export const RunList = Type.Object({ runs: Type.Array(Run), safety_state: SafetyState, pagination: Pagination });

export const StartedRun = Type.Object({
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
});
