/** What requests and answers of the maintenance look like; the endpoints show them. */
export const examples = {
  repairLinks: {
    body: { user_id: 2, dry_run: true },
    answer: {
      job_id: 12,
      status: 'completed' as const,
      scope: { scope_mode: 'single_user', user_id: 2, scholar_profile_ids: null, gc_orphan_publications: false },
      summary: { dry_run: true, users_examined: 1, links_in_scope: 311, links_added: 1, links_hidden: 0 },
    },
  },
  dropAll: {
    body: { confirmation_text: 'DROP ALL PUBLICATIONS' },
    answer: {
      deleted_count: 512,
      message:
        "Deleted 512 publications. 7 scholars are queued. The libraries are saved in drops/2026-11-21T10-00-00.000Z in DATA_DIR; import a user's file to restore the marks.",
    },
  },
  integrity: {
    answer: {
      status: 'passed' as const,
      checked_at: new Date('2026-11-21T10:00:00Z'),
      failures: [],
      warnings: ['works_without_link'],
      checks: [
        {
          name: 'works_without_link',
          severity: 'warning' as const,
          count: 1,
          message: 'Publications that no library, tracked profile or import refers to.',
          sample_ids: [501],
        },
      ],
    },
  },
};
