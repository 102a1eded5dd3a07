import Type, { type Static } from 'typebox';
import { Facts, JOB_STATUSES } from '../audit/contract.ts';
import { NullableInteger, oneOf, strict } from '../platform/http/shapes.ts';
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

export const RepairBody = strict({
  dry_run: Type.Optional(Type.Boolean({ default: true })),
  ...Terms,
  selected_cluster_keys: Type.Optional(Type.Union([ClusterKeys, Type.Null()])),
  requested_by: Type.Optional(NullableText),
  confirmation_text: Type.Optional(NullableText),
});
export type RepairRequest = Static<typeof RepairBody>;

const Evidence = Type.Object({
  field: oneOf(['title', 'authors', 'venue', 'year', 'identifiers']),
  verdict: oneOf(['agree', 'similar', 'disagree', 'unknown']),
  detail: Type.String(),
});

const Cluster = Type.Object({
  cluster_key: Type.String(),
  winner_publication_id: Type.Integer(),
  member_count: Type.Integer(),
  /** the lowest of the members' with the winner, 0 to 1 */
  similarity_score: Type.Number(),
  can_merge_without_review: Type.Boolean(),
  /** one profile lists two of them as two works */
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
  /** what speaks for and against each of the others being the winner */
  evidence: Type.Array(
    Type.Object({
      publication_id: Type.Integer(),
      similarity_score: Type.Number(),
      fields: Type.Array(Evidence),
    }),
  ),
});
export type ShownCluster = Static<typeof Cluster>;

export const RepairAnswer = Type.Object({
  job_id: Type.Integer(),
  status: oneOf(JOB_STATUSES),
  scope: Facts,
  summary: Facts,
  clusters: Type.Array(Cluster),
});
export type RepairResult = Static<typeof RepairAnswer>;

/** The terms of the search may be sent along; the keys say it all. */
export const DismissBody = strict({
  cluster_keys: ClusterKeys,
  requested_by: Type.Optional(NullableText),
  ...Terms,
});
export const DismissAnswer = Type.Object({
  dismissed_count: Type.Integer(),
  unknown_cluster_keys: Type.Array(Type.String()),
  message: Type.String(),
});
