import { compareIdentifiers } from './compare-identifiers.ts';
import { describePair, type Evidence } from './describe-pair.ts';
import { FEATURES, type FeatureName, measurePair, type PairWeights } from './pair-features.ts';
import { limitOf } from './pair-rules.ts';
import { PAIR_WEIGHTS } from './pair-weights.ts';
import type { PreparedPublication } from './prepared-publication.ts';
import { trigramContainment } from './text-similarity.ts';

export interface PairScore {
  /** that the two are the same publication, 0 to 1 */
  readonly probability: number;
  readonly evidence: readonly Evidence[];
}

/** From here on, two publications are proposed as duplicates (docs/duplicates.md has the measurements). */
export const MATCH_POINT = 0.6;
/** From here on, two publications may be merged without review. */
export const MERGE_POINT = 0.98;

const DIFFERENT = 0.02;
const REVIEW = MERGE_POINT - 0.01;
/**
 * Added to the log-odds. It does not outweigh titles with little in common, because all articles of an issue may carry
 * the DOI of the issue.
 */
const SHARED_IDENTIFIER = 5;
/** If titles share fewer trigrams, the pair is not measured: hardly any of the labeled ones is the same publication. */
const MIN_CONTAINMENT = 0.5;
const HOPELESS = -7;

const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[];

/** The probability and the evidence for it. The order of the two does not matter. */
export function scorePair(a: PreparedPublication, b: PreparedPublication): PairScore {
  return { probability: probabilityOf(a, b), evidence: describePair(a, b) };
}

/** The probability alone. */
export function probabilityOf(a: PreparedPublication, b: PreparedPublication): number {
  return applyRules(a, b, isHopeless(a, b) ? HOPELESS : logOddsOf(measurePair(a, b), PAIR_WEIGHTS));
}

export function logOddsOf(features: Readonly<Record<FeatureName, number>>, weights: PairWeights): number {
  let sum = weights.base;
  for (const name of FEATURE_NAMES) sum += weights[name] * features[name];
  return sum;
}

/** The probability from the log-odds of the features, within the limits that the rules set. */
export function applyRules(a: PreparedPublication, b: PreparedPublication, logOdds: number): number {
  const isShared = compareIdentifiers(a.identifiers, b.identifiers) === 'shared';
  const probability = 1 / (1 + Math.exp(-logOdds - (isShared ? SHARED_IDENTIFIER : 0)));
  if (probability <= DIFFERENT) return probability;
  const limit = limitOf(a, b);
  if (limit === 'different') return DIFFERENT;
  return limit === 'review' ? Math.min(probability, REVIEW) : probability;
}

/** Whether the titles have too little in common to be compared further. */
export function isHopeless(a: PreparedPublication, b: PreparedPublication): boolean {
  return trigramContainment(a.title.trigrams, b.title.trigrams) < MIN_CONTAINMENT;
}
