import type { Queries } from '../platform/database/database.ts';
import { OperatorError } from '../platform/errors.ts';
import { listOwners } from '../publications/merge-store.ts';
import {
  type Candidate,
  candidateOf,
  findCandidatePairs,
  highOf,
  lowOf,
  MAX_CANDIDATES,
  pairOf,
} from './candidate-pairs.ts';
import {
  areYearsNear,
  CERTAINLY_DIFFERENT,
  clusterPairs,
  type Match,
  type SearchTerms,
  type Standing,
} from './clusters.ts';
import { preparePublication } from './prepared-publication.ts';
import { probabilityOf } from './score-pair.ts';
import { listDismissedPairs, listKnownPublications, readCandidates } from './store.ts';

export interface WantedClusters extends SearchTerms {
  readonly maxClusters: number;
}

export interface FoundClusters {
  /** ids, the center's first; the most probable clusters first, as many as were asked for */
  readonly clusters: readonly (readonly number[])[];
  readonly clusterCount: number;
  /** publications in clusters besides their centers */
  readonly duplicateCount: number;
  readonly publicationCount: number;
  /** how often two publications had an equal key, how many pairs were compared in full, and how many of them agree */
  readonly metCount: number;
  readonly candidateCount: number;
  readonly matchCount: number;
}

/**
 * Searches all publications for near duplicates:
 * 1. Read the keys of each publication.
 * 2. Find the pairs with an equal key.
 * 3. Compare each pair in full.
 * 4. Make clusters of the pairs that agree.
 * It takes no locks.
 */
export async function findClusters(db: Queries, terms: WantedClusters): Promise<FoundClusters> {
  const candidates: Candidate[] = [];
  for await (const row of readCandidates(db)) {
    candidates.push(candidateOf(row));
    if (candidates.length > MAX_CANDIDATES) {
      throw new OperatorError(`Lectern cannot compare more than ${MAX_CANDIDATES} publications.`);
    }
  }
  const ids = candidates.map(({ id }) => id);
  const { pairs, metCount } = findCandidatePairs(candidates, terms);
  const compared = await comparePairs(db, ids, pairs, terms);
  const isRefused = await readRefusals(db, ids, compared);
  const clusters = clusterPairs({ ...compared, isRefused });
  const idOf = (place: number) => ids[place] ?? 0;
  return {
    clusters: clusters.slice(0, terms.maxClusters).map(({ center, members }) => [center, ...members].map(idOf)),
    clusterCount: clusters.length,
    duplicateCount: clusters.reduce((sum, { members }) => sum + members.length, 0),
    publicationCount: ids.length,
    metCount,
    candidateCount: pairs.length,
    matchCount: compared.matches.length,
  };
}

interface Compared {
  /** pairs that agree, by place */
  readonly matches: readonly Match[];
  /** of the publications in matches, by place */
  readonly standings: ReadonlyMap<number, Standing>;
  /** pairs that are certainly different, see `pairOf` */
  readonly refused: ReadonlySet<number>;
}

/** Publications that are read and held at once. */
const BATCH_SIZE = 4000;

/** Reads the publications of pairs and compares them in full. One that is gone meanwhile agrees with none. */
async function comparePairs(
  db: Queries,
  ids: readonly number[],
  pairs: Float64Array,
  terms: SearchTerms,
): Promise<Compared> {
  const matches: Match[] = [];
  const standings = new Map<number, Standing>();
  const refused = new Set<number>();
  for (const batch of batchesOf(groupPairs(pairs, ids.length))) {
    const placeOf = new Map([...batch.places].map((place) => [ids[place] ?? 0, place]));
    const rows = await listKnownPublications(db, [...placeOf.keys()]);
    const known = new Map(rows.map((row) => [placeOf.get(row.id), { row, prepared: preparePublication(row) }]));
    for (const pair of batch.pairs) {
      const [a, b] = [lowOf(pair), highOf(pair)];
      const [one, other] = [known.get(a), known.get(b)];
      if (!one || !other || !areYearsNear(one.row.year, other.row.year, terms)) continue;
      const probability = probabilityOf(one.prepared, other.prepared);
      if (probability < CERTAINLY_DIFFERENT) refused.add(pair);
      if (probability < terms.threshold) continue;
      matches.push({ a, b, probability });
      standings.set(a, standingOf(one.row));
      standings.set(b, standingOf(other.row));
    }
  }
  return { matches, standings, refused };
}

/** Not the row itself, which would hold all texts. */
const standingOf = ({ id, citationCount, entryCount }: Standing): Standing => ({ id, citationCount, entryCount });

/** Puts connected pairs next to each other, so that few publications are read for more than one batch. */
function groupPairs(pairs: Float64Array, count: number): readonly number[] {
  const parents = new Int32Array(count).map((_, place) => place);
  const groupOf = (place: number): number => {
    let at = place;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
    return at;
  };
  for (const pair of pairs) {
    const [a, b] = [groupOf(lowOf(pair)), groupOf(highOf(pair))];
    parents[Math.max(a, b)] = Math.min(a, b);
  }
  const grouped = [...pairs].map((pair) => ({ pair, group: groupOf(lowOf(pair)) }));
  return grouped.sort((x, y) => x.group - y.group).map(({ pair }) => pair);
}

function* batchesOf(pairs: readonly number[]): Generator<{ pairs: readonly number[]; places: ReadonlySet<number> }> {
  let from = 0;
  let places = new Set<number>();
  for (const [at, pair] of pairs.entries()) {
    places.add(lowOf(pair)).add(highOf(pair));
    if (places.size < BATCH_SIZE && at < pairs.length - 1) continue;
    yield { pairs: pairs.slice(from, at + 1), places };
    from = at + 1;
    places = new Set();
  }
}

/** Which pairs never share a cluster: certainly different ones, dismissed ones, and private publications of two users. */
async function readRefusals(
  db: Queries,
  ids: readonly number[],
  { matches, refused }: Compared,
): Promise<(a: number, b: number) => boolean> {
  const matchedPlaces = new Set(matches.flatMap(({ a, b }) => [a, b]));
  const placeOf = new Map([...matchedPlaces].map((place) => [ids[place] ?? 0, place]));
  const never = new Set(refused);
  for (const { low_id, high_id } of await listDismissedPairs(db)) {
    const [low, high] = [placeOf.get(low_id), placeOf.get(high_id)];
    if (low !== undefined && high !== undefined) never.add(pairOf(low, high));
  }
  const owners = await listOwners(db, [...placeOf.keys()]);
  return (a, b) => {
    const [ofA, ofB] = [owners.get(ids[a] ?? 0), owners.get(ids[b] ?? 0)];
    return never.has(pairOf(a, b)) || (ofA !== undefined && ofB !== undefined && ofA !== ofB);
  };
}
