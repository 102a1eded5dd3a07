const item = {
  id: 21,
  scholar_profile_id: 3,
  scholar_label: 'Ada Loopback',
  status: 'dropped' as const,
  reason: 'first_crawl',
  dropped_reason: 'attempts_exhausted',
  attempt_count: 6,
  resume_cstart: 100,
  next_attempt_dt: null,
  updated_at: new Date('2026-11-21T10:00:00Z'),
  last_error: 'network_error: timeout',
  last_run_id: 18,
};

/** What answers about the queue look like; the endpoints show them. */
export const examples = {
  untrack: { answer: { message: 'The scholar is no longer tracked.' } },
  list: {
    answer: {
      queue_items: [item],
      pagination: { page: 1, page_size: 200, has_prev: false, has_next: false, total_count: 1 },
    },
  },
  retry: {
    answer: {
      ...item,
      status: 'queued' as const,
      reason: 'retry',
      dropped_reason: null,
      attempt_count: 0,
      next_attempt_dt: item.updated_at,
    },
  },
  drop: { answer: { ...item, dropped_reason: 'dropped_by_user' } },
  clear: {
    answer: {
      queue_item_id: item.id,
      previous_status: 'dropped' as const,
      status: 'cleared' as const,
      message: 'The item is no longer in the list.',
    },
  },
};
