import { type Paper, termsOf } from './paper-terms.ts';
import { FEATURE_PARTS } from './parts.ts';

/**
 * The terms of a publication as numbers, because a list ranks thousands of publications. Terms are hashed to buckets
 * ("feature hashing"), so that no dictionary of all words has to be kept. Two terms share a bucket so rarely that it
 * does not matter.
 */
export interface Features {
  readonly buckets: Int32Array;
  /** how often each term occurs, up to 255 */
  readonly counts: Uint8Array;
  /** where each feature part ends in the two lists */
  readonly ends: readonly number[];
}

export const BUCKET_COUNT = 2 ** 18;
const MAX_COUNT = 255;

/** The bucket of a term: the 32-bit FNV-1a hash of its key, folded to the number of buckets. */
export function bucketOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 18)) & (BUCKET_COUNT - 1);
}

/** The features of a publication. */
export function featuresOf(paper: Paper): Features {
  const terms = termsOf(paper);
  const length = FEATURE_PARTS.reduce((sum, part) => sum + terms[part].length, 0);
  const features = { buckets: new Int32Array(length), counts: new Uint8Array(length), ends: [] as number[] };
  let at = 0;
  // a loop, because "from" with a function takes several times as long
  for (const part of FEATURE_PARTS) {
    for (const { key, count } of terms[part]) {
      features.buckets[at] = bucketOf(key);
      features.counts[at] = Math.min(count, MAX_COUNT);
      at += 1;
    }
    features.ends.push(at);
  }
  return features;
}

/** The same features with scholars among the people. */
export function withScholars({ buckets, counts, ends }: Features, scholars: readonly number[]): Features {
  if (scholars.length === 0) return { buckets, counts, ends };
  const more = scholars.length;
  const all = new Int32Array(buckets.length + more);
  const allCounts = new Uint8Array(all.length).fill(1, 0, more);
  all.set(scholars);
  all.set(buckets, more);
  allCounts.set(counts, more);
  return { buckets: all, counts: allCounts, ends: ends.map((end) => end + more) };
}
