/** What the list of sources looks like; the endpoint shows it. */
export const examples = {
  list: {
    answer: {
      sources: [
        {
          source: 'openalex',
          enabled: true,
          state: 'ready' as const,
          min_interval_seconds: 1,
          last_request_dt: new Date('2026-11-21T10:00:00Z'),
          last_success_dt: new Date('2026-11-21T10:00:00Z'),
          next_request_dt: null,
          consecutive_blocked: 0,
          consecutive_unreachable: 0,
          cooldown_active: false,
          cooldown_reason: null,
          cooldown_until: null,
          cooldown_remaining_seconds: 0,
          budget: { spent: 120, limit: 10_000, resets_dt: new Date('2026-11-22T00:00:00Z') },
          key_refused_until: null,
          own_keys: { used_today: 1, refused: 0 },
        },
      ],
    },
  },
};
