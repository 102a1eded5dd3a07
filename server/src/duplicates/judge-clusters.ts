import { setImmediate } from 'node:timers/promises';
import type { Queries } from '../platform/database/database.ts';
import { listOwners } from '../publications/merge-store.ts';
import {
  areYearsNear,
  byStanding,
  clusterKeyOf,
  idsOfKey,
  type KnownPublication,
  type SearchTerms,
} from './clusters.ts';
import type { ShownCluster } from './contract.ts';
import { preparePublication } from './prepared-publication.ts';
import { MERGE_POINT, type PairScore, probabilityOf, scorePair } from './score-pair.ts';
import { listDismissedPairs, listKnownPublications, listPairsListedApart } from './store.ts';

export interface JudgedCluster {
  readonly winner: KnownPublication;
  /** the others, the most probable first */
  readonly losers: readonly { readonly publication: KnownPublication; readonly score: PairScore }[];
  /** the lowest probability of a loser with the winner */
  readonly similarity: number;
  /** one profile lists two of them as two publications */
  readonly isListedApart: boolean;
}

/** Clusters that are read at once. */
const BATCH_SIZE = 50;

/**
 * Judges clusters by what their publications are now, in the same order. Null for one that is no longer a cluster: a
 * publication is gone or merged, somebody dismissed a pair of it, two do not agree by these terms, or two belong to
 * different users.
 */
export async function judgeClusters(
  db: Queries,
  clusters: readonly (readonly number[])[],
  terms: SearchTerms,
): Promise<(JudgedCluster | null)[]> {
  const judged: (JudgedCluster | null)[] = [];
  for (let from = 0; from < clusters.length; from += BATCH_SIZE) {
    const batch = clusters.slice(from, from + BATCH_SIZE);
    const ids = batch.flat();
    const publications = new Map((await listKnownPublications(db, ids)).map((one) => [one.id, one]));
    const hasDismissed = pairTest(await listDismissedPairs(db, ids));
    const owners = await listOwners(db, ids);
    const hasListedApart = pairTest(await listPairsListedApart(db, ids));
    for (const cluster of batch) {
      const members = cluster.flatMap((id) => publications.get(id) ?? []);
      // private publications of two users are never proposed as one
      const isOfTwoUsers = new Set(cluster.flatMap((id) => owners.get(id) ?? [])).size > 1;
      const isWhole = members.length === cluster.length && !hasDismissed(cluster) && !isOfTwoUsers;
      judged.push(isWhole ? judgeCluster(members, terms, hasListedApart(cluster)) : null);
      // let requests in between
      await setImmediate();
    }
  }
  return judged;
}

/** Returns whether a cluster has both publications of one of these pairs. */
function pairTest(pairs: readonly { low_id: number; high_id: number }[]) {
  const known = new Set(pairs.map(({ low_id, high_id }) => `${low_id} ${high_id}`));
  return (ids: readonly number[]) => ids.some((low) => ids.some((high) => known.has(`${low} ${high}`)));
}

/**
 * The winner is the publication with the highest standing among those that agree with each of the others. Null if none
 * does.
 */
export function judgeCluster(
  publications: readonly KnownPublication[],
  terms: SearchTerms,
  isListedApart: boolean,
): JudgedCluster | null {
  const members = publications.toSorted(byStanding).map((publication) => ({
    publication,
    prepared: preparePublication(publication),
  }));
  type Member = (typeof members)[number];
  const agree = (a: Member, b: Member) =>
    areYearsNear(a.publication.year, b.publication.year, terms) &&
    probabilityOf(a.prepared, b.prepared) >= terms.threshold;
  const winner = members.find((one) => members.every((other) => other === one || agree(one, other)));
  if (!winner || members.length < 2) return null;
  const losers = members
    .filter((one) => one !== winner)
    .map(({ publication, prepared }) => ({ publication, score: scorePair(winner.prepared, prepared) }))
    .sort((a, b) => b.score.probability - a.score.probability || byStanding(a.publication, b.publication));
  return {
    winner: winner.publication,
    losers,
    similarity: losers.at(-1)?.score.probability ?? 0,
    isListedApart,
  };
}

export interface ChosenClusters {
  readonly clusters: readonly JudgedCluster[];
  /** keys that are not valid, or whose publications are no longer a cluster */
  readonly unknownKeys: readonly string[];
}

/** The clusters that keys name, as they are now. */
export async function judgeKeys(db: Queries, keys: readonly string[], terms: SearchTerms): Promise<ChosenClusters> {
  const once = [...new Set(keys)];
  const ids = once.map((key) => idsOfKey(key) ?? []);
  const judged = await judgeClusters(db, ids, terms);
  return {
    clusters: judged.filter((cluster) => cluster !== null),
    unknownKeys: once.filter((_, at) => judged[at] === null),
  };
}

/**
 * A cluster as the API shows it. It can be merged without review if each publication agrees with the winner beyond
 * doubt and no profile lists two of them apart, because its owner may have had a reason.
 */
export function showCluster({ winner, losers, similarity, isListedApart }: JudgedCluster): ShownCluster {
  const members = [winner, ...losers.map(({ publication }) => publication)];
  return {
    cluster_key: clusterKeyOf(members.map(({ id }) => id)),
    winner_publication_id: winner.id,
    member_count: members.length,
    similarity_score: rounded(similarity),
    can_merge_without_review: !isListedApart && similarity >= MERGE_POINT,
    is_listed_apart: isListedApart,
    members: members.map(showMember),
    evidence: losers.map(({ publication, score }) => ({
      publication_id: publication.id,
      similarity_score: rounded(score.probability),
      fields: score.evidence.map((one) => ({ ...one })),
    })),
  };
}

function showMember(publication: KnownPublication): ShownCluster['members'][number] {
  const { id, title, year, citationCount, entryCount, authors, venue, identifiers } = publication;
  return {
    publication_id: id,
    title,
    year,
    citation_count: citationCount,
    author_text: authors,
    venue_text: venue,
    library_count: entryCount,
    identifiers: identifiers.map(({ kind, value }) => ({ kind, value })),
  };
}

/** Down, so that what is shown as 0.98 is at least that. */
const rounded = (probability: number) => Math.floor(probability * 10_000) / 10_000;
