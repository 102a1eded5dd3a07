import Type from 'typebox';
import { Id, NullableString, NullableTime, oneOf, oneOfOrNull, strict, Time } from '../platform/http/shapes.ts';

export const RUN_STATUSES = ['running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled'] as const;

export const Scholar = Type.Object({
  id: Id,
  scholar_id: Type.String(),
  display_name: NullableString,
  affiliation: NullableString,
  profile_url: Type.String(),
  profile_image_url: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'A path of this service; null until the picture can be served.',
  }),
  profile_image_source: oneOf(['upload', 'override', 'scraped', 'none']),
  profile_image_state: oneOf(['ready', 'pending', 'failed', 'none']),
  profile_image_override_url: NullableString,
  is_enabled: Type.Boolean(),
  baseline_completed: Type.Boolean(),
  publication_count: Type.Integer(),
  unread_count: Type.Integer(),
  last_run_dt: NullableTime,
  last_run_status: Type.Unsafe<'success' | 'partial_failure' | 'failed' | null>({
    ...oneOfOrNull(RUN_STATUSES),
    description: "The scholar's own outcome in its last run: `success`, `partial_failure` or `failed`.",
  }),
  created_at: Time,
  crawl: Type.Object({
    state: oneOf(['idle', 'queued', 'running', 'waiting']),
    collected: Type.Integer(),
    next_attempt_dt: NullableTime,
    reason: NullableString,
  }),
});

export const ScholarList = Type.Object({ scholars: Type.Array(Scholar) });

const Tally = { publication_count: Type.Integer(), citation_count: Type.Integer() };

/** Works of a scholar in the user's library, and how often they are cited in all, by the year in which the works came out. */
export const Statistics = Type.Object({
  scholar_profile_id: Id,
  ...Tally,
  years: Type.Array(Type.Object({ year: Type.Integer(), ...Tally })),
  without_year: Type.Object(Tally),
});

export const CreateBody = strict({
  scholar_id: Type.String({ maxLength: 2048 }),
  profile_image_url: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
});

export const ImageUrlBody = strict({
  image_url: Type.String({
    description:
      'An absolute http or https address. The `profile_image_url` that the service gave out changes nothing.',
  }),
});

export const UploadBody = strict({
  image: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'JPEG, PNG, WebP or GIF' }),
});

export const ImagePath = strict({ scholar_profile_id: Id });
/** The picture's digest, as the address of a scholar's picture has it: with another one caches ask anew. */
export const ImageVersion = strict({ v: Type.Optional(Type.String({ maxLength: 64 })) });
