import { bucketOf, type Features } from './features.ts';
import { featureValue, type Model, type Signal } from './model.ts';
import { type Paper, scholarKey, termsOf } from './paper-terms.ts';
import { FEATURE_PARTS, type FeaturePart, PARTS, type Part, type PartValues } from './parts.ts';

/** One of the largest parts of a score, with the facts that a sentence about it needs. */
export interface Reason {
  readonly part: Part;
  readonly value: number;
  /** the person, the most important words, or the venue */
  readonly names: string[];
  /**
   * how many favorites, or publications with "more like this", have this person, venue, or a reference in common; 0 for
   * other parts
   */
  readonly favorite_count: number;
  /** the same for publications that were only read */
  readonly read_count: number;
}

const REASON_COUNT = 2;
const WORD_COUNT = 3;

/** The two largest parts of a score; fewer if the others are not above zero. */
export function largestParts(values: PartValues): Part[] {
  return PARTS.filter((part) => values[part] > 0)
    .sort((a, b) => values[b] - values[a])
    .slice(0, REASON_COUNT);
}

/** Explains the largest parts of a publication's score. `scholars` are those of the user who wrote it. */
export function explainScore(
  { model, signals }: { model: Model; signals: readonly Signal[] },
  values: PartValues,
  { paper, scholars }: { paper: Paper; scholars: readonly { profileId: string; label: string }[] },
): Reason[] {
  const terms = termsOf(paper);
  return largestParts(values).map((part) => {
    const uncounted = { part, value: values[part], favorite_count: 0, read_count: 0 };
    if (part === 'freshness') return { ...uncounted, names: [] };
    const people = scholars.map(({ profileId, label }) => ({ key: scholarKey(profileId), text: label, count: 1 }));
    const important = [...(part === 'people' ? people : []), ...terms[part]]
      .map((term) => ({ ...term, bucket: bucketOf(term.key) }))
      .map((term) => ({ ...term, value: featureValue(model, term.bucket, term.count) }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value);
    if (part === 'words')
      return { ...uncounted, names: important.slice(0, WORD_COUNT).flatMap(({ text }) => text ?? []) };
    const shared = part === 'references' ? important : important.slice(0, 1);
    const counted = countSignals(signals, part, new Set(shared.map(({ bucket }) => bucket)));
    return { part, value: values[part], names: shared.flatMap(({ text }) => text ?? []), ...counted };
  });
}

function countSignals(signals: readonly Signal[], part: FeaturePart, buckets: ReadonlySet<number>) {
  const sharing = signals.filter(({ features }) => featuresIn(features, part).some((bucket) => buckets.has(bucket)));
  return {
    favorite_count: sharing.filter(({ kind }) => kind === 'favorite' || kind === 'more').length,
    read_count: sharing.filter(({ kind }) => kind === 'read').length,
  };
}

function featuresIn({ buckets, ends }: Features, part: FeaturePart): Int32Array {
  const at = FEATURE_PARTS.indexOf(part);
  return buckets.subarray(at === 0 ? 0 : (ends[at - 1] ?? 0), ends[at] ?? 0);
}
