import type { PublicationFields } from './prepared-publication.ts';

/**
 * Below this probability two publications are different for certain, whatever threshold was requested and even if both
 * agree with a third: other parts, generic titles.
 */
export const CERTAINLY_DIFFERENT = 0.1;
/** No cluster has more members. The rest of a larger one comes with the next search. */
export const MAX_MEMBERS = 100;

/** What counts as a near duplicate. */
export interface SearchTerms {
  /**
   * the least probability that a publication and the center of its cluster are the same; at least CERTAINLY_DIFFERENT
   */
  readonly threshold: number;
  /** how many years they may be apart; an unknown year is no difference */
  readonly maxYearDelta: number;
}

/** A publication that others may be the same as. */
export interface KnownPublication extends PublicationFields {
  readonly id: number;
  readonly citationCount: number;
  /** users who have it in their library */
  readonly entryCount: number;
}

/** How much depends on a publication. The first of a cluster in this order stays. */
export type Standing = Pick<KnownPublication, 'id' | 'citationCount' | 'entryCount'>;

/** More users first, then more citations, then the older row. */
export function byStanding(a: Standing, b: Standing): number {
  return b.entryCount - a.entryCount || b.citationCount - a.citationCount || a.id - b.id;
}

export function areYearsNear(a: number | null, b: number | null, { maxYearDelta }: SearchTerms): boolean {
  return a === null || b === null || Math.abs(a - b) <= maxYearDelta;
}

/**
 * The sorted ids in base 36 with points between them: the same publications always have the same key, and the key gives
 * the ids back.
 */
export function clusterKeyOf(ids: readonly number[]): string {
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => id.toString(36))
    .join('.');
}

/** The publications of a key, in order; null if the text is not a key. */
export function idsOfKey(key: string): number[] | null {
  const ids = key.split('.').map((part) => Number.parseInt(part, 36));
  const isWhole = ids.length > 1 && ids.length <= MAX_MEMBERS && ids.every((id) => Number.isSafeInteger(id) && id > 0);
  return isWhole && clusterKeyOf([...new Set(ids)]) === key ? ids : null;
}

/** Two publications that agree, each by a number of the caller. */
export interface Match {
  readonly a: number;
  readonly b: number;
  readonly probability: number;
}

export interface Cluster {
  readonly center: number;
  /** in the order in which they joined; each agrees with the center */
  readonly members: readonly number[];
  /** the lowest of a member with the center */
  readonly probability: number;
}

interface Pairs {
  readonly matches: readonly Match[];
  /** of each publication in a match */
  readonly standings: ReadonlyMap<number, Standing>;
  /** whether two publications are different for certain, so that no cluster has both */
  isRefused(a: number, b: number): boolean;
}

/**
 * Makes clusters of publications that agree with one of them, the center: never of A and C because both agree with B. A
 * center is the publication with the highest standing; one that agrees with several centers goes to the likeliest. The
 * order of the matches does not matter.
 */
export function clusterPairs({ matches, standings, isRefused }: Pairs): Cluster[] {
  const ranks = rankPublications(matches, standings);
  const clusters: Cluster[] = [];
  let left = matches.filter(({ a, b }) => a !== b && !isRefused(a, b));
  // a publication without a place after the first round may be the center of a cluster of the rest
  while (left.length > 0) {
    const formed = formClusters(left, ranks, isRefused);
    clusters.push(...formed);
    const placed = new Set(formed.flatMap(({ center, members }) => [center, ...members]));
    left = left.filter(({ a, b }) => !placed.has(a) && !placed.has(b));
  }
  const rank = (publication: number) => ranks.get(publication) ?? 0;
  return clusters.sort((x, y) => y.probability - x.probability || rank(x.center) - rank(y.center));
}

type Ranks = ReadonlyMap<number, number>;

function formClusters(matches: readonly Match[], ranks: Ranks, isRefused: Pairs['isRefused']): Cluster[] {
  const rank = (publication: number) => ranks.get(publication) ?? 0;
  const centers = chooseCenters(matches, rank);
  const offers = matches
    .filter(({ a, b }) => centers.has(a) || centers.has(b))
    .map(({ a, b, probability }) => ({
      ...(centers.has(a) ? { center: a, publication: b } : { center: b, publication: a }),
      probability,
    }))
    .sort(
      (x, y) =>
        y.probability - x.probability || rank(x.publication) - rank(y.publication) || rank(x.center) - rank(y.center),
    );
  const clusters = new Map<number, { members: number[]; probability: number }>();
  const placed = new Set<number>();
  for (const { center, publication, probability } of offers) {
    const cluster = clusters.get(center) ?? { members: [], probability };
    if (placed.has(publication) || cluster.members.length + 1 >= MAX_MEMBERS) continue;
    if (cluster.members.some((member) => isRefused(member, publication))) continue;
    placed.add(publication);
    cluster.members.push(publication);
    cluster.probability = probability;
    clusters.set(center, cluster);
  }
  return [...clusters].map(([center, cluster]) => ({ center, ...cluster }));
}

function rankPublications(matches: readonly Match[], standings: Pairs['standings']): Ranks {
  const publications = [...new Set(matches.flatMap(({ a, b }) => [a, b]))];
  const standing = (publication: number) =>
    standings.get(publication) ?? { id: publication, citationCount: 0, entryCount: 0 };
  publications.sort((a, b) => byStanding(standing(a), standing(b)));
  return new Map(publications.map((publication, rank) => [publication, rank]));
}

/** By rank, each publication that agrees with no center before it. Two centers never agree. */
function chooseCenters(matches: readonly Match[], rank: (publication: number) => number): Set<number> {
  const neighbors = new Map<number, number[]>();
  const add = (publication: number, neighbor: number) => {
    const known = neighbors.get(publication);
    if (known) known.push(neighbor);
    else neighbors.set(publication, [neighbor]);
  };
  for (const { a, b } of matches) {
    add(a, b);
    add(b, a);
  }
  const covered = new Set<number>();
  const centers = new Set<number>();
  for (const publication of [...neighbors.keys()].sort((a, b) => rank(a) - rank(b))) {
    if (covered.has(publication)) continue;
    centers.add(publication);
    for (const neighbor of neighbors.get(publication) ?? []) covered.add(neighbor);
  }
  return centers;
}
