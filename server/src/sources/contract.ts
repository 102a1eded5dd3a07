import Type from 'typebox';
import {
  example,
  formerly,
  NullableString,
  NullableTime,
  named,
  nullableObject,
  oneOf,
} from '../platform/http/shapes.ts';
import { SOURCE_STATES } from './describe-sources.ts';

const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });

const Source = named(
  'Source',
  Type.Object({
    source: Type.String(),
    enabled: Type.Boolean(),
    state: oneOf(SOURCE_STATES),
    min_interval_seconds: NullableNumber,
    last_request_at: NullableTime,
    last_request_dt: formerly(NullableTime, 'last_request_at'),
    last_success_at: NullableTime,
    last_success_dt: formerly(NullableTime, 'last_success_at'),
    next_request_at: NullableTime,
    next_request_dt: formerly(NullableTime, 'next_request_at'),
    consecutive_blocked: Type.Integer(),
    consecutive_unreachable: Type.Integer(),
    cooldown_active: Type.Boolean(),
    cooldown_reason: NullableString,
    /**
     * the word of the response that started the cooldown, for example `challenge`: a page that only a browser or a
     * person can pass
     */
    cooldown_response: NullableString,
    cooldown_until: NullableTime,
    cooldown_remaining_seconds: Type.Integer(),
    budget: nullableObject({
      spent: Type.Number(),
      limit: Type.Number(),
      resets_at: NullableTime,
      resets_dt: formerly(NullableTime, 'resets_at'),
    }),
    key_refused_until: NullableTime,
    own_keys: Type.Object({ used_today: Type.Integer(), refused: Type.Integer() }),
    /** the profiles that are crawled at the source; null if there are none */
    profiles: nullableObject({
      count: Type.Integer(),
      crawled_today: Type.Integer(),
      all_crawled_at: NullableTime,
      all_crawled_by_dt: formerly(NullableTime, 'all_crawled_at'),
    }),
  }),
);

const [MIDNIGHT, CRAWLED] = [new Date('2026-11-22T00:00:00Z'), new Date('2026-11-21T10:00:40Z')];

export const Sources = example(Type.Object({ sources: Type.Array(Source) }), {
  sources: [
    {
      source: 'openalex',
      enabled: true,
      state: 'ready',
      min_interval_seconds: 1,
      last_request_at: new Date('2026-11-21T10:00:00Z'),
      last_request_dt: new Date('2026-11-21T10:00:00Z'),
      last_success_at: new Date('2026-11-21T10:00:00Z'),
      last_success_dt: new Date('2026-11-21T10:00:00Z'),
      next_request_at: null,
      next_request_dt: null,
      consecutive_blocked: 0,
      consecutive_unreachable: 0,
      cooldown_active: false,
      cooldown_reason: null,
      cooldown_response: null,
      cooldown_until: null,
      cooldown_remaining_seconds: 0,
      budget: { spent: 120, limit: 10_000, resets_at: MIDNIGHT, resets_dt: MIDNIGHT },
      key_refused_until: null,
      own_keys: { used_today: 1, refused: 0 },
      profiles: { count: 120, crawled_today: 80, all_crawled_at: CRAWLED, all_crawled_by_dt: CRAWLED },
    },
  ],
});
