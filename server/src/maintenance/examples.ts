/** What requests and answers of the maintenance look like; the endpoints show them. */
export const examples = {
  repairLinks: {
    body: { user_id: 2, dry_run: true },
    answer: {
      job_id: 12,
      status: 'completed' as const,
      scope: { scope_mode: 'single_user', user_id: 2, scholar_profile_ids: null, gc_orphan_publications: false },
      summary: { links_added: 1, links_hidden: 0 },
    },
  },
  dropAll: {
    body: { confirmation_text: 'DROP ALL PUBLICATIONS' },
    answer: { deleted_count: 512, message: 'Deleted 512 publications. 7 scholars are collected anew.' },
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
          message: 'Works that are in no library, on no profile and that no other was merged into.',
          sample_ids: [501],
        },
      ],
    },
  },
};
