import type { ComparableWork } from './comparable.ts';
import { compareIdentifiers } from './comparable-identifiers.ts';
import { describePair, type Evidence } from './describe-pair.ts';
import { sharedUnits } from './hashes.ts';
import { FEATURE_NAMES, measurePair } from './pair-features.ts';
import { marginOf, readForest } from './pair-forest.ts';
import { PAIR_MODEL } from './pair-model.ts';
import { limitOf } from './pair-rules.ts';

export type { Evidence } from './describe-pair.ts';

export interface PairScore {
  /** that the two are one work, 0 to 1 */
  readonly probability: number;
  readonly evidence: readonly Evidence[];
}

/** From here on two works are proposed as one: the point with the best F1, cross-validated (docs/duplicates.md). */
export const MATCH_POINT = 0.6;
/** From here on two works may be merged without a person. */
export const MERGE_POINT = 0.98;

/** Pairs that a rule says are two stay below any sensible threshold. */
const TWO = 0.02;
const ASK = MERGE_POINT - 0.01;
/** In logarithms of odds: a shared identifier outweighs all but plainly different titles, since an issue's DOI may stand at each of its articles. */
const SHARED_IDENTIFIER = 5;
/** Pairs whose titles share fewer of their trigrams are not measured at all: of the labelled ones, next to none is one work. */
const LEAST_TRIGRAMS = 0.5;
export const LEAST_MARGIN = -7;

const forest = readForest(PAIR_MODEL.base, PAIR_MODEL.trees);
const features = new Float64Array(FEATURE_NAMES.length);

/** The probability and what it rests on. The order of the two does not matter. */
export function scorePair(a: ComparableWork, b: ComparableWork): PairScore {
  return { probability: probabilityOf(a, b), evidence: describePair(a, b) };
}

/** The probability alone. */
export function probabilityOf(a: ComparableWork, b: ComparableWork): number {
  if (isHopeless(a, b)) return withRules(a, b, LEAST_MARGIN);
  measurePair(a, b, features);
  return withRules(a, b, marginOf(forest, features));
}

/** The probability from what the model says, in logarithms of odds, and the rules above it. */
export function withRules(a: ComparableWork, b: ComparableWork, margin: number): number {
  const isShared = compareIdentifiers(a.identifiers, b.identifiers) === 'shared';
  const probability = 1 / (1 + Math.exp(-margin - (isShared ? SHARED_IDENTIFIER : 0)));
  if (probability <= TWO) return probability;
  const limit = limitOf(a, b);
  return limit === 'two' ? TWO : limit === 'ask' ? Math.min(probability, ASK) : probability;
}

/** Whether the titles have too little in common to be compared further. */
export function isHopeless(a: ComparableWork, b: ComparableWork): boolean {
  const [x, y] = [a.title.trigrams, b.title.trigrams];
  return sharedUnits(x, y) < LEAST_TRIGRAMS * Math.min(x.length, y.length);
}
