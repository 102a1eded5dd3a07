import Type, { type Static } from 'typebox';
import { Facts, JOB_STATUSES } from '../audit/contract.ts';
import { example, Id, NullableInteger, named, oneOf, strict } from '../platform/http/shapes.ts';
import { MATCH_POINT } from './score-pair.ts';

const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 });
const ClusterKeys = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { maxItems: 1000 });

/** What counts as a near duplicate. */
const Terms = {
  similarity_threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: MATCH_POINT })),
  /** older clients send it; it has no effect */
  min_shared_tokens: Type.Optional(Type.Integer({ minimum: 0 })),
  max_year_delta: Type.Optional(Type.Integer({ minimum: 0, maximum: 3000, default: 1 })),
  max_clusters: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
};

const clusterKey = 'dx.dy';

export const RepairBody = example(
  strict({
    dry_run: Type.Optional(Type.Boolean({ default: true })),
    ...Terms,
    selected_cluster_keys: Type.Optional(Type.Union([ClusterKeys, Type.Null()])),
    requested_by: Type.Optional(NullableText),
    confirmation_text: Type.Optional(NullableText),
  }),
  {
    dry_run: false,
    selected_cluster_keys: [clusterKey],
    confirmation_text: 'MERGE SELECTED DUPLICATES',
  },
);
export type RepairRequest = Static<typeof RepairBody>;

const Evidence = Type.Object({
  field: oneOf(['title', 'authors', 'venue', 'year', 'identifiers']),
  verdict: oneOf(['agree', 'similar', 'disagree', 'unknown']),
  detail: Type.String(),
});

const Cluster = named(
  'Cluster',
  Type.Object({
    cluster_key: Type.String(),
    winner_publication_id: Type.Integer(),
    member_count: Type.Integer(),
    /** the lowest score of a member with the winner, 0 to 1 */
    similarity_score: Type.Number(),
    can_merge_without_review: Type.Boolean(),
    /** one profile lists two of them separately */
    is_listed_apart: Type.Boolean(),
    /** the winner first */
    members: Type.Array(
      Type.Object({
        publication_id: Type.Integer(),
        title: Type.String(),
        year: NullableInteger,
        citation_count: Type.Integer(),
        author_text: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        venue_text: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        /** users who have it in their library */
        library_count: Type.Integer(),
        identifiers: Type.Array(Type.Object({ kind: Type.String(), value: Type.String() })),
      }),
    ),
    /** for each other member, what it has in common with the winner */
    evidence: Type.Array(
      Type.Object({
        publication_id: Type.Integer(),
        similarity_score: Type.Number(),
        fields: Type.Array(Evidence),
      }),
    ),
  }),
);
export type ShownCluster = Static<typeof Cluster>;

const Job = Type.Object({ job_id: Type.Integer(), status: oneOf(JOB_STATUSES), scope: Facts, summary: Facts });

const member = {
  year: 2014,
  author_text: 'E Lund, K Berg',
  venue_text: 'Journal of Coastal Research',
  library_count: 1,
  identifiers: [{ kind: 'doi', value: '10.1000/xyz' }],
};

export const RepairResponse = named(
  'DuplicateRepair',
  example(Type.Object({ ...Job.properties, clusters: Type.Array(Cluster) }), {
    job_id: 13,
    status: 'completed',
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
            fields: [{ field: 'title', verdict: 'similar', detail: '97 % of the letters in common' }],
          },
        ],
      },
    ],
  }),
);
export type RepairResult = Static<typeof RepairResponse>;

export const JobInPath = strict({ job_id: Id });

export const UndoResponse = example(Job, {
  job_id: 14,
  status: 'completed',
  scope: { job_id: 13 },
  summary: { restored_count: 1, cluster_count: 1, gone_count: 0 },
});

/** The keys are enough; older clients also send the terms of the search. */
export const DismissBody = example(
  strict({
    cluster_keys: ClusterKeys,
    requested_by: Type.Optional(NullableText),
    ...Terms,
  }),
  { cluster_keys: [clusterKey] },
);
export const DismissResponse = example(
  Type.Object({
    dismissed_count: Type.Integer(),
    unknown_cluster_keys: Type.Array(Type.String()),
    message: Type.String(),
  }),
  { dismissed_count: 1, unknown_cluster_keys: [], message: '1 dismissed.' },
);
