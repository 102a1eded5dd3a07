import Type, { type Static } from 'typebox';
import { Facts, JOB_STATUSES } from '../audit/contract.ts';
import { Id, oneOf, strict, Time } from '../platform/http/shapes.ts';
import { SEVERITIES } from './check.ts';

const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 });

/** `single_user` unless said otherwise: then `user_id` is needed. */
export const LinkRepairBody = strict({
  scope_mode: Type.Optional(oneOf(['single_user', 'all_users'], { default: 'single_user' })),
  user_id: Type.Optional(Type.Union([Id, Type.Null()])),
  scholar_profile_ids: Type.Optional(Type.Union([Type.Array(Id, { maxItems: 10_000 }), Type.Null()])),
  dry_run: Type.Optional(Type.Boolean({ default: true })),
  gc_orphan_publications: Type.Optional(Type.Boolean({ default: false })),
  requested_by: Type.Optional(NullableText),
  confirmation_text: Type.Optional(NullableText),
});
export type LinkRepairRequest = Static<typeof LinkRepairBody>;

export const LinkRepairAnswer = Type.Object({
  job_id: Type.Integer(),
  status: oneOf(JOB_STATUSES),
  scope: Facts,
  summary: Facts,
});
export type LinkRepairResult = Static<typeof LinkRepairAnswer>;

export const DropBody = strict({ confirmation_text: Type.Optional(NullableText) });
export const DropAnswer = Type.Object({ deleted_count: Type.Integer(), message: Type.String() });

const Names = Type.Array(Type.String());

const IntegrityCheck = Type.Object({
  name: Type.String(),
  severity: oneOf(SEVERITIES),
  count: Type.Integer(),
  message: Type.String(),
  sample_ids: Type.Array(Type.Integer()),
});

export const Report = Type.Object({
  status: oneOf(['passed', 'failed']),
  checked_at: Time,
  failures: Names,
  warnings: Names,
  checks: Type.Array(IntegrityCheck),
});
