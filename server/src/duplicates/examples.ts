const clusterKey = 'dx.dy';
const member = {
  year: 2014,
  author_text: 'E Lund, K Berg',
  venue_text: 'Journal of Coastal Research',
  library_count: 1,
  identifiers: [{ kind: 'doi', value: '10.1000/xyz' }],
};

/** What requests and answers about near duplicates look like; the endpoints show them. */
export const examples = {
  repair: {
    body: {
      dry_run: false,
      selected_cluster_keys: [clusterKey],
      confirmation_text: 'MERGE SELECTED DUPLICATES',
    },
    answer: {
      job_id: 13,
      status: 'completed' as const,
      scope: { max_year_delta: 1, max_clusters: 200, selected_cluster_keys: [clusterKey] },
      summary: { dry_run: true, candidate_cluster_count: 1, merged_publications: 0, cluster_count: 1 },
      clusters: [
        {
          cluster_key: clusterKey,
          winner_publication_id: 501,
          member_count: 2,
          similarity_score: 0.97,
          can_merge_without_review: true,
          is_listed_apart: false,
          members: [
            { publication_id: 501, title: 'Sediment transport in shallow basins', citation_count: 40, ...member },
            { publication_id: 502, title: 'Sediment transsport in shallow basins', citation_count: 3, ...member },
          ],
          evidence: [
            {
              publication_id: 502,
              similarity_score: 0.97,
              fields: [
                { field: 'title' as const, verdict: 'similar' as const, detail: '97 % of the letters in common' },
              ],
            },
          ],
        },
      ],
    },
  },
  dismiss: {
    body: { cluster_keys: [clusterKey] },
    answer: { dismissed_count: 1, unknown_cluster_keys: [], message: '1 dismissed.' },
  },
  undo: {
    answer: {
      job_id: 14,
      status: 'completed' as const,
      scope: { job_id: 13 },
      summary: { restored_count: 1, cluster_count: 1, gone_count: 0 },
    },
  },
};
