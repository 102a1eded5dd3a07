import Type, { type Static } from 'typebox';
import { NullableInteger, NullableString, NullableTime, named, oneOfOrNull } from '../platform/http/shapes.ts';

export const SafetyState = named(
  'SafetyState',
  Type.Object({
    cooldown_active: Type.Boolean(),
    cooldown_reason: oneOfOrNull(['blocked_failure_threshold_exceeded', 'network_failure_threshold_exceeded']),
    cooldown_reason_label: NullableString,
    cooldown_until: NullableTime,
    cooldown_remaining_seconds: Type.Integer(),
    recommended_action: NullableString,
    counters: Type.Object({
      consecutive_blocked_runs: Type.Integer(),
      consecutive_network_runs: Type.Integer(),
      cooldown_entry_count: Type.Integer(),
      blocked_start_count: Type.Integer(),
      last_blocked_failure_count: Type.Integer(),
      last_network_failure_count: Type.Integer(),
      last_evaluated_run_id: NullableInteger,
    }),
  }),
);
export type SafetyState = Static<typeof SafetyState>;

/** The safety state in which all sources may be requested, for the examples of other folders. */
export const exampleSafetyState: SafetyState = {
  cooldown_active: false,
  cooldown_reason: null,
  cooldown_reason_label: null,
  cooldown_until: null,
  cooldown_remaining_seconds: 0,
  recommended_action: null,
  counters: {
    consecutive_blocked_runs: 0,
    consecutive_network_runs: 0,
    cooldown_entry_count: 1,
    blocked_start_count: 0,
    last_blocked_failure_count: 0,
    last_network_failure_count: 0,
    last_evaluated_run_id: 18,
  },
};
