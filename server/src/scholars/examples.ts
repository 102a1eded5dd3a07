/** A scholar whose first crawl is waiting for its turn. */
const scholar = {
  id: 3,
  scholar_id: 'AbCdEfGh_-12',
  display_name: 'Ada Loopback',
  affiliation: 'University of Loops',
  profile_url: 'https://scholar.google.com/citations?user=AbCdEfGh_-12',
  profile_image_url: '/scholar-images/3/scraped?v=5f1d7a84db00',
  profile_image_source: 'scraped' as const,
  profile_image_state: 'ready' as const,
  profile_image_override_url: null,
  is_enabled: true,
  baseline_completed: true,
  publication_count: 112,
  unread_count: 9,
  last_run_dt: new Date('2026-11-21T10:00:00Z'),
  last_run_status: 'success' as const,
  created_at: new Date('2026-10-02T08:30:00Z'),
  crawl: { state: 'idle' as const, collected: 112, next_attempt_dt: null, reason: null },
};
const fresh = {
  ...scholar,
  display_name: null,
  affiliation: null,
  profile_image_url: null,
  profile_image_source: 'none' as const,
  profile_image_state: 'none' as const,
  baseline_completed: false,
  publication_count: 0,
  unread_count: 0,
  last_run_dt: null,
  last_run_status: null,
  crawl: {
    state: 'queued' as const,
    collected: 0,
    next_attempt_dt: new Date('2026-10-02T08:30:00Z'),
    reason: 'first_crawl',
  },
};
const imageUrl = 'https://people.example/ada.jpg';

/** What requests and answers of the scholars look like; the endpoints show them. */
export const examples = {
  list: { answer: { scholars: [scholar] } },
  track: { body: { scholar_id: scholar.scholar_id }, answer: fresh },
  statistics: {
    answer: {
      scholar_profile_id: scholar.id,
      publication_count: 112,
      citation_count: 1940,
      years: [
        { year: 2024, publication_count: 61, citation_count: 1702 },
        { year: 2026, publication_count: 48, citation_count: 229 },
      ],
      without_year: { publication_count: 3, citation_count: 9 },
    },
  },
  toggle: { answer: { ...scholar, is_enabled: false } },
  putUrl: {
    body: { image_url: imageUrl },
    answer: {
      ...scholar,
      profile_image_url: null,
      profile_image_source: 'override' as const,
      profile_image_state: 'pending' as const,
      profile_image_override_url: imageUrl,
    },
  },
  upload: {
    answer: {
      ...scholar,
      profile_image_url: '/scholar-images/3/upload?v=0c2e51b97a64',
      profile_image_source: 'upload' as const,
    },
  },
  clear: { answer: scholar },
};
