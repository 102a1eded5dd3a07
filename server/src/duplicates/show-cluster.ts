import { clusterKeyOf } from './cluster-key.ts';
import type { ShownCluster } from './contract.ts';
import type { JudgedCluster } from './judge-cluster.ts';
import type { KnownWork } from './near-duplicate.ts';
import { MERGE_POINT } from './score-pair.ts';

/**
 * A cluster as it is answered. Nobody need look at it when each work agrees with the winner beyond doubt, and no profile lists two of them
 * apart: its owner may have had a reason.
 */
export function showCluster(
  { winner, losers, similarity }: JudgedCluster,
  { isListedApart }: { isListedApart: boolean },
): ShownCluster {
  const works = [winner, ...losers.map(({ work }) => work)];
  return {
    cluster_key: clusterKeyOf(works.map(({ id }) => id)),
    winner_publication_id: winner.id,
    member_count: works.length,
    similarity_score: rounded(similarity),
    can_merge_without_review: !isListedApart && similarity >= MERGE_POINT,
    is_listed_apart: isListedApart,
    members: works.map(showMember),
    evidence: losers.map(({ work, score }) => ({
      publication_id: work.id,
      similarity_score: rounded(score.probability),
      fields: score.evidence.map((one) => ({ ...one })),
    })),
  };
}

function showMember(work: KnownWork): ShownCluster['members'][number] {
  const { id, title, year, citationCount, linkCount, authors, venue, identifiers } = work;
  return {
    publication_id: id,
    title,
    year,
    citation_count: citationCount,
    author_text: authors,
    venue_text: venue,
    library_count: linkCount,
    identifiers: identifiers.map(({ kind, value }) => ({ kind, value })),
  };
}

/** Downwards: what is shown as 0.98 is at least that. */
const rounded = (probability: number) => Math.floor(probability * 10_000) / 10_000;
