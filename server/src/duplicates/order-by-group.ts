import { MOST_WORKS, PairKeys } from './pair-keys.ts';

/**
 * Pairs (of places under `count`) in an order in which those that hang together follow each other, so that a work that is read is needed by its
 * neighbours in the list.
 */
export function orderByGroup(pairs: Float64Array, count: number): Float64Array {
  const parents = new Int32Array(count).map((_, place) => place);
  const rootOf = (place: number): number => {
    let at = place;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
    return at;
  };
  for (const pair of pairs) {
    const [a, b] = [rootOf(PairKeys.keyOf(pair)), rootOf(PairKeys.memberOf(pair))];
    parents[Math.max(a, b)] = Math.min(a, b);
  }
  // places of pairs sorted by their group: two integers in one number again
  const most = 2 ** 53 / MOST_WORKS;
  const keyed = new Float64Array(pairs.length);
  for (const [at, pair] of pairs.entries()) keyed[at] = rootOf(PairKeys.keyOf(pair)) * most + at;
  return keyed.sort().map((key) => pairs[key % most] ?? 0);
}
