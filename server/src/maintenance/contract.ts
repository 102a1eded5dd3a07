import Type, { type Static } from 'typebox';
import { Facts, JOB_STATUSES } from '../audit/contract.ts';
import { example, Id, named, oneOf, strict, Time } from '../platform/http/shapes.ts';
import { SEVERITIES } from './check.ts';

const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 });

/** The default `single_user` needs a `user_id`. */
export const LinkRepairBody = named(
  'LinkRepair',
  example(
    strict({
      scope_mode: Type.Optional(oneOf(['single_user', 'all_users'], { default: 'single_user' })),
      user_id: Type.Optional(Type.Union([Id, Type.Null()])),
      scholar_profile_ids: Type.Optional(Type.Union([Type.Array(Id, { maxItems: 10_000 }), Type.Null()])),
      dry_run: Type.Optional(Type.Boolean({ default: true })),
      gc_orphan_publications: Type.Optional(Type.Boolean({ default: false })),
      requested_by: Type.Optional(NullableText),
      confirmation_text: Type.Optional(NullableText),
    }),
    { user_id: 2, dry_run: true },
  ),
);
export type LinkRepairRequest = Static<typeof LinkRepairBody>;

export const LinkRepairResponse = example(
  Type.Object({ job_id: Type.Integer(), status: oneOf(JOB_STATUSES), scope: Facts, summary: Facts }),
  {
    job_id: 12,
    status: 'completed',
    scope: { scope_mode: 'single_user', user_id: 2, scholar_profile_ids: null, gc_orphan_publications: false },
    summary: { dry_run: true, users_examined: 1, links_in_scope: 311, links_added: 1, links_hidden: 0 },
  },
);
export type LinkRepairResult = Static<typeof LinkRepairResponse>;

export const DropBody = example(strict({ confirmation_text: Type.Optional(NullableText) }), {
  confirmation_text: 'DROP ALL PUBLICATIONS',
});
export const DropResponse = example(Type.Object({ deleted_count: Type.Integer(), message: Type.String() }), {
  deleted_count: 512,
  message:
    "Deleted 512 publications. 7 scholars are queued. The libraries are saved in drops/2026-11-21T10-00-00.000Z in DATA_DIR; import a user's file to restore the marks.",
});

const Names = Type.Array(Type.String());

const IntegrityCheck = named(
  'IntegrityCheck',
  Type.Object({
    name: Type.String(),
    severity: oneOf(SEVERITIES),
    count: Type.Integer(),
    message: Type.String(),
    sample_ids: Type.Array(Type.Integer()),
  }),
);

export const Report = named(
  'IntegrityReport',
  example(
    Type.Object({
      status: oneOf(['passed', 'failed']),
      checked_at: Time,
      /** names of the failed checks */
      failures: Names,
      warnings: Names,
      checks: Type.Array(IntegrityCheck),
    }),
    {
      status: 'passed',
      checked_at: new Date('2026-11-21T10:00:00Z'),
      failures: [],
      warnings: ['works_without_link'],
      checks: [
        {
          name: 'works_without_link',
          severity: 'warning',
          count: 1,
          message: 'Publications that no library, tracked profile or import refers to.',
          sample_ids: [501],
        },
      ],
    },
  ),
);
export type IntegrityReport = Static<typeof Report>;
