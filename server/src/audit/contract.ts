import Type from 'typebox';
import { NullableString, NullableTime, oneOf, pageSize, strict, Time } from '../platform/http/shapes.ts';

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
