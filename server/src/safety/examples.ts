/** The source may be asked; answers that show the safety state have it so in the description of the API. */
export const exampleSafetyState = {
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
