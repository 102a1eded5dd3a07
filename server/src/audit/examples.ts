const AT = new Date('2026-11-21T10:00:00Z');
const pagination = { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 };

/** What the lists of repairs and of changes look like; the endpoints show them. */
export const examples = {
  jobs: {
    answer: {
      jobs: [
        {
          id: 12,
          job_name: 'publication_links',
          requested_by: 'ada@lectern.example',
          dry_run: false,
          status: 'completed' as const,
          scope: { scope_mode: 'single_user', user_id: 2 },
          summary: { links_added: 1 },
          error_text: null,
          started_at: AT,
          finished_at: AT,
          created_at: AT,
          updated_at: AT,
        },
      ],
    },
  },
  changes: {
    answer: {
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
    },
  },
};
