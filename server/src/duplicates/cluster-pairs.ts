import { byStanding, MOST_MEMBERS, type Standing } from './near-duplicate.ts';

/** Two works that agree, by any number that stands for them. */
export interface Match {
  readonly a: number;
  readonly b: number;
  readonly probability: number;
}

export interface Cluster {
  readonly centre: number;
  /** in the order in which they joined; each agrees with the centre */
  readonly members: readonly number[];
  /** the lowest of the members' with the centre */
  readonly probability: number;
}

interface Pairs {
  readonly matches: readonly Match[];
  /** of each work in a match */
  readonly standings: ReadonlyMap<number, Standing>;
  /** whether two works are two for certain: never in one cluster, whatever their centre */
  isRefused(a: number, b: number): boolean;
}

/**
 * Makes clusters of works that agree with one work, the centre: never of A and C because both agree with B. Centres are the works on which most
 * hangs; a work that agrees with several centres goes to the likeliest. The order of the matches does not matter.
 */
export function clusterPairs({ matches, standings, isRefused }: Pairs): Cluster[] {
  const ranks = rankWorks(matches, standings);
  const clusters: Cluster[] = [];
  let left = matches.filter(({ a, b }) => a !== b && !isRefused(a, b));
  // who found no place in the first round may be the centre of a cluster of those that are left
  while (left.length > 0) {
    const formed = formClusters(left, ranks, isRefused);
    clusters.push(...formed);
    const placed = new Set(formed.flatMap(({ centre, members }) => [centre, ...members]));
    left = left.filter(({ a, b }) => !placed.has(a) && !placed.has(b));
  }
  const rank = (work: number) => ranks.get(work) ?? 0;
  return clusters.sort((x, y) => y.probability - x.probability || rank(x.centre) - rank(y.centre));
}

type Ranks = ReadonlyMap<number, number>;

function formClusters(matches: readonly Match[], ranks: Ranks, isRefused: Pairs['isRefused']): Cluster[] {
  const rank = (work: number) => ranks.get(work) ?? 0;
  const centres = chooseCentres(matches, rank);
  const offers = matches
    .filter(({ a, b }) => centres.has(a) || centres.has(b))
    .map(({ a, b, probability }) => ({
      ...(centres.has(a) ? { centre: a, work: b } : { centre: b, work: a }),
      probability,
    }))
    .sort((x, y) => y.probability - x.probability || rank(x.work) - rank(y.work) || rank(x.centre) - rank(y.centre));
  const clusters = new Map<number, { members: number[]; probability: number }>();
  const placed = new Set<number>();
  for (const { centre, work, probability } of offers) {
    const cluster = clusters.get(centre) ?? { members: [], probability };
    if (placed.has(work) || cluster.members.length + 1 >= MOST_MEMBERS) continue;
    if (cluster.members.some((member) => isRefused(member, work))) continue;
    placed.add(work);
    cluster.members.push(work);
    cluster.probability = probability;
    clusters.set(centre, cluster);
  }
  return [...clusters].map(([centre, cluster]) => ({ centre, ...cluster }));
}

function rankWorks(matches: readonly Match[], standings: Pairs['standings']): Ranks {
  const works = [...new Set(matches.flatMap(({ a, b }) => [a, b]))];
  const standing = (work: number) => standings.get(work) ?? { id: work, citationCount: 0, linkCount: 0 };
  works.sort((a, b) => byStanding(standing(a), standing(b)));
  return new Map(works.map((work, rank) => [work, rank]));
}

/** By rank, each work that agrees with no centre before it. Two centres never agree. */
function chooseCentres(matches: readonly Match[], rank: (work: number) => number): Set<number> {
  const neighbours = new Map<number, number[]>();
  const add = (work: number, neighbour: number) => {
    const known = neighbours.get(work);
    if (known) known.push(neighbour);
    else neighbours.set(work, [neighbour]);
  };
  for (const { a, b } of matches) {
    add(a, b);
    add(b, a);
  }
  const covered = new Set<number>();
  const centres = new Set<number>();
  for (const work of [...neighbours.keys()].sort((a, b) => rank(a) - rank(b))) {
    if (covered.has(work)) continue;
    centres.add(work);
    for (const neighbour of neighbours.get(work) ?? []) covered.add(neighbour);
  }
  return centres;
}
