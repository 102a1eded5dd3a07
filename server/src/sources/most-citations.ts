/** The most cited article of all has less than half a million: a work that is said to have more than this is miscounted. */
export const MOST_CITATIONS = 10_000_000;
