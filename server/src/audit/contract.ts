import Type, { type Static } from 'typebox';
import {
  example,
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
  Time,
} from '../platform/http/shapes.ts';

export const JOB_STATUSES = ['planned', 'running', 'completed', 'failed'] as const;

/** What a repair covers, and its results. Each repair names them itself. */
export const Facts = Type.Record(Type.String(), Type.Unknown());

const AT = new Date('2026-11-21T10:00:00Z');

const RepairJob = named(
  'RepairJob',
  Type.Object({
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
  }),
);

export const JobsQuery = strict({
  limit: Type.Optional(pageSize({ default: 30, maximum: 200, description: 'How many jobs are listed at most.' })),
});
export const Jobs = example(Type.Object({ jobs: Type.Array(RepairJob) }), {
  jobs: [
    {
      id: 12,
      job_name: 'publication_links',
      requested_by: 'ada@lectern.example',
      dry_run: false,
      status: 'completed',
      scope: { scope_mode: 'single_user', user_id: 2 },
      summary: { links_added: 1 },
      error_text: null,
      started_at: AT,
      finished_at: AT,
      created_at: AT,
      updated_at: AT,
    },
  ],
});

const Change = named(
  'AuditEntry',
  Type.Object({
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
  }),
);
export type AuditEntry = Static<typeof Change>;

/** What the audit log has: changes, which stay, and checked passwords, which go after 90 days. */
export const AUDIT_KINDS = ['changes', 'sign_ins'] as const;

export const ChangesQuery = strict({
  kind: Type.Optional(oneOf(AUDIT_KINDS, { description: 'Only entries of this kind.' })),
  repair_job_id: Type.Optional({ ...Id, description: 'Only what this repair job changed.' }),
  publication_id: Type.Optional({ ...Id, description: 'Only changes of this publication.' }),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
});

const pagination = { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 };
export const Changes = named(
  'AuditPage',
  example(Type.Object({ entries: Type.Array(Change), ...Pagination.properties, pagination: Pagination }), {
    entries: [
      {
        id: 340,
        created_at: AT,
        actor: 'ada@lectern.example',
        actor_user_id: 1,
        action: 'repair.correct-counts',
        repair_job_id: 12,
        user_id: 2,
        publication_id: null,
        before: { unread_count: 8 },
        after: { unread_count: 9 },
      },
    ],
    ...pagination,
    pagination,
  }),
);
