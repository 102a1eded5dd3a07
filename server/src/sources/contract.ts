import Type from 'typebox';
import { NullableString, NullableTime, nullableObject, oneOf } from '../platform/http/shapes.ts';
import { SOURCE_STATES } from './describe-sources.ts';

const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });

const Source = Type.Object({
  source: Type.String(),
  enabled: Type.Boolean(),
  state: oneOf(SOURCE_STATES),
  min_interval_seconds: NullableNumber,
  last_request_dt: NullableTime,
  last_success_dt: NullableTime,
  next_request_dt: NullableTime,
  consecutive_blocked: Type.Integer(),
  consecutive_unreachable: Type.Integer(),
  cooldown_active: Type.Boolean(),
  cooldown_reason: NullableString,
  cooldown_until: NullableTime,
  cooldown_remaining_seconds: Type.Integer(),
  budget: nullableObject({
    spent: Type.Number(),
    limit: Type.Number(),
    resets_dt: NullableTime,
  }),
  key_refused_until: NullableTime,
  own_keys: Type.Object({ used_today: Type.Integer(), refused: Type.Integer() }),
});

export const Sources = Type.Object({ sources: Type.Array(Source) });
