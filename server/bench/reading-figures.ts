/** A generator of random numbers from 0 to 1 that repeats itself: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The values in random order. */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

interface Candidate {
  readonly score: number;
  /** whether it should come first */
  readonly isWanted: boolean;
}

/** The share of wanted candidates among the first ten. */
export function precisionAtTen(candidates: readonly Candidate[]): number {
  const first = [...candidates].sort((a, b) => b.score - a.score).slice(0, 10);
  return first.filter(({ isWanted }) => isWanted).length / first.length;
}

/** How often a wanted candidate has a higher score than another one; ties count half (the area under the ROC curve). */
export function areaUnderCurve(candidates: readonly Candidate[]): number {
  const sorted = [...candidates].sort((a, b) => a.score - b.score);
  let below = 0;
  let pairs = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    const wanted = sorted.slice(from, to).filter(({ isWanted }) => isWanted).length;
    const others = to - from - wanted;
    pairs += wanted * (below + others / 2);
    below += others;
    from = to;
  }
  return pairs / (below * (candidates.length - below));
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
