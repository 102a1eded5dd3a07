const item = {
  publication_id: 501,
  scholar_profile_id: 3,
  scholar_label: 'Ada Loopback',
  scholars: [{ scholar_profile_id: 3, label: 'Ada Loopback' }],
  title: 'Sediment transport in shallow tidal basins',
  author_text: 'A Loopback, K Berg',
  year: 2026,
  citation_count: 4,
  venue_text: 'Journal of Coastal Research 12 (3), 1-20',
  pub_url:
    'https://scholar.google.com/citations?view_op=view_citation&user=AbCdEfGh_-12&citation_for_view=AbCdEfGh_-12:u5HHmVD_uO8C',
  doi: '10.1000/xyz',
  display_identifier: {
    kind: 'doi',
    value: '10.1000/xyz',
    label: 'DOI: 10.1000/xyz',
    url: 'https://doi.org/10.1000/xyz',
    confidence_score: 0.98,
  },
  pdf_url: 'https://files.example/sediment.pdf',
  pdf_status: 'resolved' as const,
  pdf_attempt_count: 1,
  pdf_failure_reason: null,
  pdf_failure_detail: null,
  is_read: false,
  is_favorite: false,
  first_seen_at: new Date('2026-11-21T10:00:00Z'),
  is_new_in_latest_run: true,
};
const detail = {
  ...item,
  scholars: [{ scholar_profile_id: 3, label: 'Ada Loopback', first_listed_at: item.first_seen_at }],
  first_seen_run: {
    id: 18,
    trigger_type: 'scheduled' as const,
    status: 'success' as const,
    start_dt: new Date('2026-11-21T09:59:40Z'),
    end_dt: new Date('2026-11-21T10:04:12Z'),
  },
  identifiers: [
    {
      ...item.display_identifier,
      source: 'crossref',
      is_contradicted: false,
      evidence_url: 'https://api.crossref.org/works/10.1000%2Fxyz',
    },
  ],
  abstract: 'We study sediment in two lakes.',
  abstract_source: 'crossref',
  authors: [
    { position: 1, name: 'Ada Loopback', orcid: '0000-0002-1825-0097', openalex_id: 'A5023888391' },
    { position: 2, name: 'Bo Mirror', orcid: null, openalex_id: 'A5011112222' },
  ],
  authors_source: 'openalex',
  has_all_authors: true,
  pdf_candidates: [
    {
      url: item.pdf_url,
      source: 'unpaywall',
      version: 'accepted',
      license: 'cc-by',
      host: 'repository',
      is_chosen: true,
      reason: null,
      detail: null,
    },
    {
      url: 'https://publisher.example/sediment.pdf',
      source: 'openalex',
      version: 'published',
      license: null,
      host: 'publisher',
      is_chosen: false,
      reason: 'forbidden',
      detail: 'publisher.example answered 403.',
    },
  ],
  sources: [
    { source: 'google_scholar', key: 'AbCdEfGh_-12:u5HHmVD_uO8C', url: item.pub_url },
    { source: 'crossref', key: null, url: 'https://api.crossref.org/works/10.1000%2Fxyz' },
  ],
};
const pagination = { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 };

/** An item of the list, which other folders show, too. */
export const exampleItem = item;

/** What requests and answers of the publications look like; the endpoints show them. */
export const examples = {
  list: {
    answer: {
      mode: 'latest' as const,
      favorite_only: false,
      selected_scholar_profile_id: null,
      unread_count: 9,
      favorites_count: 2,
      latest_count: 1,
      new_count: 1,
      ...pagination,
      pagination,
      next_cursor: null,
      snapshot: '112-103-18',
      publications: [item],
    },
  },
  show: { answer: detail },
  markRead: {
    body: { publication_ids: [501, 502], is_read: true },
    answer: { message: '2 marked.', requested_count: 2, updated_count: 2 },
  },
  markAllRead: {
    body: { scholar_profile_id: 3 },
    answer: { message: '9 marked as read.', updated_count: 9, undo_token: '2-104-1795255200000' },
  },
  undoMarkAllRead: {
    body: { undo_token: '2-104-1795255200000' },
    answer: { message: '9 marked as unread.', updated_count: 9 },
  },
  favorite: {
    body: { is_favorite: true },
    answer: { message: 'Added to your favorites.', publication: { ...item, is_favorite: true } },
  },
};
