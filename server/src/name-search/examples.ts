/** What an answer of the name search looks like; the endpoint shows it. */
export const examples = {
  search: {
    answer: {
      query: 'ada loopback',
      state: 'ok' as const,
      state_reason: null,
      action_hint: null,
      candidates: [
        {
          scholar_id: 'AbCdEfGh_-12',
          display_name: 'Ada Loopback',
          affiliation: 'University of Loops',
          email_domain: 'loops.example',
          cited_by_count: 1204,
          interests: ['graphs', 'loops'],
          profile_url: 'https://scholar.google.com/citations?user=AbCdEfGh_-12',
          profile_image_url: null,
          orcid: null,
          source: 'google_scholar' as const,
          tracked_scholar_profile_id: null,
        },
      ],
      people: [
        {
          scholar_id: null,
          display_name: 'A. Loopback',
          affiliation: 'Loop Institute',
          email_domain: null,
          cited_by_count: 12,
          interests: [],
          profile_url: 'https://openalex.org/A5023888391',
          profile_image_url: null,
          orcid: '0000-0002-1825-0097',
          source: 'openalex' as const,
          tracked_scholar_profile_id: null,
        },
      ],
      warnings: [],
      asked_at: new Date('2026-11-21T10:00:00Z'),
      retry_at: null,
    },
  },
};
