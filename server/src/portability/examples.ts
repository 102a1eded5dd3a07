const scholar = {
  scholar_id: 'AbCdEfGh_-12',
  display_name: 'Ada Loopback',
  is_enabled: true,
  profile_image_override_url: null,
};
const publication = {
  scholar_id: scholar.scholar_id,
  cluster_id: 'cluster:1234567890123456789',
  row_keys: ['AbCdEfGh_-12:u5HHmVD_uO8C'],
  record_keys: [],
  fingerprint_sha256: null,
  title: 'Sediment transport in shallow tidal basins',
  year: 2026,
  citation_count: 4,
  author_text: 'A Loopback, K Berg',
  venue_text: 'Journal of Coastal Research 12 (3), 1-20',
  pub_url: null,
  doi: '10.1000/xyz',
  pdf_url: null,
  identifiers: [{ kind: 'doi', value: '10.1000/xyz' }],
  is_read: true,
  is_favorite: false,
  first_seen_at: new Date('2026-11-21T10:00:00Z'),
};

/** An export and an import, for the API's description. */
export const examples = {
  exported: {
    answer: {
      schema_version: 1,
      exported_at: new Date('2026-11-22T08:00:00Z'),
      scholars: [scholar],
      publications: [publication],
    },
  },
  imported: {
    body: {
      schema_version: 1,
      scholars: [{ scholar_id: scholar.scholar_id }],
      publications: [{ scholar_id: scholar.scholar_id, title: publication.title, year: 2026, is_read: true }],
    },
    answer: {
      scholars_created: 1,
      scholars_updated: 0,
      publications_created: 1,
      publications_updated: 0,
      links_created: 1,
      links_updated: 0,
      skipped_records: 0,
      warnings: [],
    },
  },
};
