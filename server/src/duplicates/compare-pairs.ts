import type { Queries } from '../platform/database/database.ts';
import type { Match } from './cluster-pairs.ts';
import { comparableOf } from './comparable.ts';
import { floats } from './growing-list.ts';
import { areYearsNear, CERTAINLY_TWO, type SearchTerms, type Standing } from './near-duplicate.ts';
import { orderByGroup } from './order-by-group.ts';
import { PairKeys } from './pair-keys.ts';
import { probabilityOf } from './score-pair.ts';
import { listKnownWorks } from './store.ts';

/** Works that are read and held at once. */
const AT_ONCE = 4000;

export interface Compared {
  /** pairs that agree, by place */
  readonly matches: readonly Match[];
  /** of the works in matches, by place */
  readonly standings: ReadonlyMap<number, Standing>;
  /** pairs of works that are certainly two, see `PairKeys`; in order */
  readonly refused: Float64Array;
}

/** Reads the works of pairs (places in `ids`) and compares them in full; a work that is gone meanwhile agrees with none. */
export async function comparePairs(
  db: Queries,
  ids: Float64Array,
  pairs: Float64Array,
  terms: SearchTerms,
): Promise<Compared> {
  const matches: Match[] = [];
  const standings = new Map<number, Standing>();
  const refused = floats();
  for (const batch of batches(orderByGroup(pairs, ids.length))) {
    const placeOf = new Map([...batch.places].map((place) => [ids[place] ?? 0, place]));
    const rows = await listKnownWorks(db, [...placeOf.keys()]);
    const works = new Map(rows.map((row) => [placeOf.get(row.id), { row, comparable: comparableOf(row) }]));
    for (const pair of batch.pairs) {
      const [a, b] = [PairKeys.keyOf(pair), PairKeys.memberOf(pair)];
      const [one, other] = [works.get(a), works.get(b)];
      if (!one || !other || !areYearsNear(one.row.year, other.row.year, terms)) continue;
      const probability = probabilityOf(one.comparable, other.comparable);
      if (probability < CERTAINLY_TWO) refused.push(pair);
      if (probability < terms.threshold) continue;
      matches.push({ a, b, probability });
      for (const [place, { row }] of [[a, one] as const, [b, other] as const]) standings.set(place, standingOf(row));
    }
  }
  refused.sortUnique();
  return { matches, standings, refused: refused.view() };
}

/** Not the row itself, which would hold all texts. */
const standingOf = ({ id, citationCount, linkCount }: Standing): Standing => ({ id, citationCount, linkCount });

function* batches(pairs: Float64Array): Generator<{ pairs: Float64Array; places: ReadonlySet<number> }> {
  let from = 0;
  let places = new Set<number>();
  for (const [at, pair] of pairs.entries()) {
    places.add(PairKeys.keyOf(pair));
    places.add(PairKeys.memberOf(pair));
    if (places.size < AT_ONCE && at < pairs.length - 1) continue;
    yield { pairs: pairs.subarray(from, at + 1), places };
    from = at + 1;
    places = new Set();
  }
}
