import { comparableOf } from './comparable.ts';
import { areYearsNear, byStanding, type KnownWork, type SearchTerms } from './near-duplicate.ts';
import { type PairScore, probabilityOf, scorePair } from './score-pair.ts';

export interface JudgedCluster {
  readonly winner: KnownWork;
  /** the others, the likeliest first */
  readonly losers: readonly { readonly work: KnownWork; readonly score: PairScore }[];
  /** the lowest probability of a loser with the winner */
  readonly similarity: number;
}

/**
 * Which of these works stays when they become one: of those that agree with each of the others the one on which most hangs. Null when none
 * does; then they are no cluster.
 */
export function judgeCluster(works: readonly KnownWork[], terms: SearchTerms): JudgedCluster | null {
  const prepared = works.toSorted(byStanding).map((work) => ({ work, comparable: comparableOf(work) }));
  type Prepared = (typeof prepared)[number];
  const agree = (a: Prepared, b: Prepared) =>
    areYearsNear(a.work.year, b.work.year, terms) && probabilityOf(a.comparable, b.comparable) >= terms.threshold;
  const centre = prepared.find((one) => prepared.every((other) => other === one || agree(one, other)));
  if (!centre || prepared.length < 2) return null;
  const losers = prepared
    .filter((one) => one !== centre)
    .map(({ work, comparable }) => ({ work, score: scorePair(centre.comparable, comparable) }))
    .sort((a, b) => b.score.probability - a.score.probability || byStanding(a.work, b.work));
  return { winner: centre.work, losers, similarity: losers.at(-1)?.score.probability ?? 0 };
}
