import Type from 'typebox';
import { Id, NullableString, NullableTime, oneOf, oneOfOrNull, strict, Time } from '../platform/http/shapes.ts';

export const RUN_STATUSES = ['running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled'] as const;

export const Scholar = Type.Object({
  id: Id,
  scholar_id: Type.String(),
  display_name: NullableString,
  affiliation: NullableString,
  profile_url: Type.String(),
  profile_image_url: NullableString,
  profile_image_source: oneOf(['upload', 'override', 'scraped', 'none']),
  is_enabled: Type.Boolean(),
  baseline_completed: Type.Boolean(),
  publication_count: Type.Integer(),
  unread_count: Type.Integer(),
  last_run_dt: NullableTime,
  last_run_status: oneOfOrNull(RUN_STATUSES),
  created_at: Time,
  crawl: Type.Object({
    state: oneOf(['idle', 'queued', 'running', 'waiting']),
    collected: Type.Integer(),
    next_attempt_dt: NullableTime,
    reason: NullableString,
  }),
});

export const ScholarList = Type.Object({ scholars: Type.Array(Scholar) });

export const CreateBody = strict({
  scholar_id: Type.String({ maxLength: 2048 }),
  profile_image_url: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
});
