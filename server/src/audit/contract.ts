import Type from 'typebox';
import {
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
  Time,
} from '../platform/http/shapes.ts';

export const JOB_STATUSES = ['planned', 'running', 'completed', 'failed'] as const;

/** What a repair covers, and what came of it: named by the repair itself. */
export const Facts = Type.Record(Type.String(), Type.Unknown());

const RepairJob = Type.Object({
  id: Type.Integer(),
  job_name: Type.String(),
  requested_by: Type.String(),
  dry_run: Type.Boolean(),
  status: oneOf(JOB_STATUSES),
  scope: Facts,
  summary: Facts,
  error_text: NullableString,
  started_at: NullableTime,
  finished_at: NullableTime,
  created_at: Time,
  updated_at: Time,
});

export const JobsQuery = strict({ limit: Type.Optional(pageSize({ default: 30, maximum: 200 })) });
export const Jobs = Type.Object({ jobs: Type.Array(RepairJob) });

const Change = Type.Object({
  id: Type.Integer(),
  created_at: Time,
  actor: Type.String(),
  actor_user_id: NullableInteger,
  action: Type.String(),
  repair_job_id: NullableInteger,
  user_id: NullableInteger,
  publication_id: NullableInteger,
  before: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true }),
  after: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true }),
});

export const ChangesQuery = strict({
  repair_job_id: Type.Optional(Id),
  publication_id: Type.Optional(Id),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
});
export const Changes = Type.Object({ entries: Type.Array(Change), ...Pagination.properties, pagination: Pagination });
