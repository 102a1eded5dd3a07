import type { Queries } from '../platform/database/database.ts';
import { listOwners } from '../publications/merge-store.ts';
import { CERTAINLY_DIFFERENT, clusterPairs, type Match, type SearchTerms, type Standing } from './clusters.ts';
import { preparePublication } from './prepared-publication.ts';
import { probabilityOf } from './score-pair.ts';
import { countCanonicalPublications, listDismissedPairs, listKnownPublications, readCandidatePairs } from './store.ts';

export interface WantedClusters extends SearchTerms {
  readonly maxClusters: number;
}

export interface FoundClusters {
  /** ids, the center's first; the most probable clusters first, as many as were requested */
  readonly clusters: readonly (readonly number[])[];
  readonly clusterCount: number;
  /** publications in clusters besides their centers */
  readonly duplicateCount: number;
  readonly publicationCount: number;
  /** how many pairs were compared, and how many of them agree */
  readonly candidateCount: number;
  readonly matchCount: number;
}

/**
 * Searches all publications for near duplicates:
 * 1. Find the pairs with equal keys.
 * 2. Compare each pair.
 * 3. Make clusters of the pairs that agree.
 * It takes no locks. `db` must have one connection, because its session holds the pairs.
 */
export async function findClusters(db: Queries, terms: WantedClusters): Promise<FoundClusters> {
  const publicationCount = await countCanonicalPublications(db);
  const compared = await comparePairs(db, terms);
  const isRefused = await readRefusals(db, compared);
  const clusters = clusterPairs({ ...compared, isRefused });
  return {
    clusters: clusters.slice(0, terms.maxClusters).map(({ center, members }) => [center, ...members]),
    clusterCount: clusters.length,
    duplicateCount: clusters.reduce((sum, { members }) => sum + members.length, 0),
    publicationCount,
    candidateCount: compared.candidateCount,
    matchCount: compared.matches.length,
  };
}

interface Compared {
  readonly candidateCount: number;
  readonly matches: readonly Match[];
  /** of the publications in matches */
  readonly standings: ReadonlyMap<number, Standing>;
  /** the two ids of each pair that is certainly different, one after the other */
  readonly refused: readonly number[];
}

/** Compares all candidates in full. A publication that is gone meanwhile agrees with none. */
async function comparePairs(db: Queries, terms: SearchTerms): Promise<Compared> {
  const matches: Match[] = [];
  const standings = new Map<number, Standing>();
  const refused: number[] = [];
  let candidateCount = 0;
  for await (const pairs of readCandidatePairs(db, terms)) {
    candidateCount += pairs.length;
    const rows = await listKnownPublications(db, [...new Set(pairs.flatMap(({ low, high }) => [low, high]))]);
    const known = new Map(rows.map((row) => [row.id, { row, prepared: preparePublication(row) }]));
    for (const { low, high } of pairs) {
      const [one, other] = [known.get(low), known.get(high)];
      if (!one || !other) continue;
      const probability = probabilityOf(one.prepared, other.prepared);
      if (probability < CERTAINLY_DIFFERENT) refused.push(low, high);
      if (probability < terms.threshold) continue;
      matches.push({ a: low, b: high, probability });
      standings.set(low, standingOf(one.row));
      standings.set(high, standingOf(other.row));
    }
  }
  return { candidateCount, matches, standings, refused };
}

/** Not the row itself, which would hold all texts. */
const standingOf = ({ id, citationCount, entryCount }: Standing): Standing => ({ id, citationCount, entryCount });

/**
 * Which pairs never share a cluster: certainly different ones, dismissed ones, and private publications of two users.
 */
async function readRefusals(db: Queries, { standings, refused }: Compared): Promise<(a: number, b: number) => boolean> {
  const never = new Set<string>();
  const refuse = (low = 0, high = 0) => {
    if (standings.has(low) && standings.has(high)) never.add(`${low} ${high}`);
  };
  for (let at = 0; at < refused.length; at += 2) refuse(refused[at], refused[at + 1]);
  for (const { low_id, high_id } of await listDismissedPairs(db)) refuse(low_id, high_id);
  const owners = await listOwners(db, [...standings.keys()]);
  return (a, b) => {
    const [ofA, ofB] = [owners.get(a), owners.get(b)];
    const isOfTwoUsers = ofA !== undefined && ofB !== undefined && ofA !== ofB;
    return isOfTwoUsers || never.has(`${Math.min(a, b)} ${Math.max(a, b)}`);
  };
}
