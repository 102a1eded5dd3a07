/** A member of a block takes 23 bits, a block's key 30: together they are an exact number. */
const MEMBER_BITS = 23;
export const MOST_WORKS = 2 ** MEMBER_BITS;

/** Two small integers in one number, so that lists of them are sorted at the speed of numbers. */
export const PairKeys = {
  /** two places, in either order */
  of: (a: number, b: number) => Math.min(a, b) * MOST_WORKS + Math.max(a, b),
  /** a hash of 32 bits, of which 30 are kept, and a place */
  entry: (hash: number, place: number) => (hash >>> 2) * MOST_WORKS + place,
  keyOf: (pair: number) => Math.floor(pair / MOST_WORKS),
  memberOf: (pair: number) => pair % MOST_WORKS,
};
