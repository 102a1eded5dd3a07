import { BUCKET_COUNT, type Features } from './features.ts';
import { FEATURE_PARTS, PART_WEIGHTS, type Part, type PartValues, SIGNAL_WEIGHTS, type SignalKind } from './parts.ts';

/** A publication with which the user did something. */
export interface Signal {
  readonly kind: SignalKind;
  readonly features: Features;
}

/**
 * What the user reads, as a weight for each feature. A part of a score is the cosine of the publication's features with
 * those of the signals, minus the cosine with those of the library. So what the whole library is about does not count,
 * only what sets the signals apart.
 */
export interface Model {
  /** how rare each feature is in the library (inverse document frequency) */
  readonly rarity: Float32Array;
  readonly weights: Float32Array;
  readonly parts: ReadonlySet<Part>;
  /** when the newest entry of the library was first seen, in microseconds since 1970 */
  readonly newest: number;
}

/** The part of the library that is most similar to the signals teaches further words ("pseudo-relevance feedback"). */
const SIMILAR_SHARE = 0.03;
/** A publication that is so much older than the newest one is half as fresh. */
const HALF_LIFE_DAYS = 14;
const DAY = 24 * 60 * 60 * 1e6;
const WORDS = FEATURE_PARTS.indexOf('words');
const NONE: readonly number[] = [];

/** By count: a word that occurs ten times does not count ten times as much. */
const COUNT_WEIGHTS = Float32Array.from({ length: 256 }, (_, count) => Math.log1p(count));

/**
 * Learns from signals in a library. The result depends on nothing else, and not on the order of the signals within
 * rounding, so callers pass them in a fixed order.
 * @param background the newest publications of the library, whether read or not
 */
export function train(
  signals: readonly Signal[],
  background: readonly Features[],
  { parts, newest }: Pick<Model, 'parts' | 'newest'>,
): Model {
  const rarity = rarityIn(background);
  const weights = new Float32Array(BUCKET_COUNT);
  const model = { rarity, weights, parts, newest };
  const total = sum(signals.map(({ kind }) => Math.abs(SIGNAL_WEIGHTS[kind])));
  if (total === 0) return model;
  for (const { kind, features } of signals) addFeatures(model, features, SIGNAL_WEIGHTS[kind] / total);
  const balance = sum(signals.map(({ kind }) => SIGNAL_WEIGHTS[kind])) / total;
  for (const features of background) addFeatures(model, features, -balance / background.length);
  const positive = (1 + balance) / 2;
  if (positive > 0) addSimilarWords(model, background, positive);
  return model;
}

/**
 * The parts of a publication's score. `scholars` are the buckets of scholars who are among the people, which
 * `withScholars` would add; copying the features of a whole list takes longer than the scores.
 */
export function score(
  model: Model,
  features: Features,
  firstSeen: number,
  scholars: readonly number[] = NONE,
): PartValues {
  const value = (at: number) => {
    const part = FEATURE_PARTS[at];
    if (!part || !model.parts.has(part)) return 0;
    return PART_WEIGHTS[part] * cosine(model, features, at, part === 'people' ? scholars : NONE);
  };
  return {
    people: value(0),
    words: value(1),
    venues: value(2),
    references: value(3),
    freshness: freshness(model, firstSeen),
  };
}

/** The score that the parts add up to. */
export function scoreOf({ people, words, venues, references, freshness: fresh }: PartValues): number {
  return people + words + venues + references + fresh;
}

/**
 * What a single feature of a publication adds to the part at this position, up to a factor that all features of the
 * part share.
 */
export function featureValue({ rarity, weights }: Model, bucket: number, count: number): number {
  return (COUNT_WEIGHTS[Math.min(count, 255)] ?? 0) * (rarity[bucket] ?? 0) * (weights[bucket] ?? 0);
}

function freshness({ parts, newest }: Model, firstSeen: number): number {
  if (!parts.has('freshness')) return 0;
  return PART_WEIGHTS.freshness * 2 ** (-Math.max(0, newest - firstSeen) / (HALF_LIFE_DAYS * DAY));
}

function rarityIn(background: readonly Features[]): Float32Array {
  const frequency = new Float32Array(BUCKET_COUNT);
  for (const { buckets } of background) for (const bucket of buckets) frequency[bucket] = (frequency[bucket] ?? 0) + 1;
  const all = background.length + 1;
  // by count, because a logarithm for each bucket would take as long as all the rest. A colliding bucket may count more
  // than all
  const byCount = Float32Array.from({ length: 2 * all }, (_, count) => Math.max(0, Math.log(all / (count + 1))));
  return frequency.map((count) => byCount[count] ?? 0);
}

/** Adds the features of a publication to the weights, each part with the length `scale`. */
function addFeatures(model: Model, features: Features, scale: number): void {
  for (let part = 0; part < FEATURE_PARTS.length; part += 1) addPart(model, features, part, scale);
}

function addPart({ rarity, weights }: Model, { buckets, counts, ends }: Features, part: number, scale: number): void {
  const [from, to] = [part === 0 ? 0 : (ends[part - 1] ?? 0), ends[part] ?? 0];
  const length = lengthOf(rarity, buckets, counts, from, to);
  if (length === 0) return;
  for (let at = from; at < to; at += 1) {
    const bucket = buckets[at] ?? 0;
    const value = (COUNT_WEIGHTS[counts[at] ?? 0] ?? 0) * (rarity[bucket] ?? 0);
    weights[bucket] = (weights[bucket] ?? 0) + (scale * value) / length;
  }
}

function addSimilarWords(model: Model, background: readonly Features[], scale: number): void {
  const similar = background
    .map((features, at) => ({ features, at, value: cosine(model, features, WORDS, NONE) }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, Math.floor(background.length * SIMILAR_SHARE));
  if (similar.length === 0) return;
  for (const { features } of similar) addPart(model, features, WORDS, scale / similar.length);
  for (const features of background) addPart(model, features, WORDS, -scale / background.length);
}

/**
 * The cosine of a publication's features, and of `more` that occur once, with the weights, times the length of the
 * weights.
 */
function cosine(
  { rarity, weights }: Model,
  { buckets, counts, ends }: Features,
  part: number,
  more: readonly number[],
): number {
  const [from, to] = [part === 0 ? 0 : (ends[part - 1] ?? 0), ends[part] ?? 0];
  let dot = 0;
  let squares = 0;
  for (const bucket of more) {
    const value = (COUNT_WEIGHTS[1] ?? 0) * (rarity[bucket] ?? 0);
    dot += value * (weights[bucket] ?? 0);
    squares += value * value;
  }
  for (let at = from; at < to; at += 1) {
    const bucket = buckets[at] ?? 0;
    const value = (COUNT_WEIGHTS[counts[at] ?? 0] ?? 0) * (rarity[bucket] ?? 0);
    dot += value * (weights[bucket] ?? 0);
    squares += value * value;
  }
  return squares === 0 ? 0 : dot / Math.sqrt(squares);
}

function lengthOf(rarity: Float32Array, buckets: Int32Array, counts: Uint8Array, from: number, to: number): number {
  let squares = 0;
  for (let at = from; at < to; at += 1) {
    const value = (COUNT_WEIGHTS[counts[at] ?? 0] ?? 0) * (rarity[buckets[at] ?? 0] ?? 0);
    squares += value * value;
  }
  return Math.sqrt(squares);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
