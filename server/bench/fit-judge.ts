import { FEATURE_SIGNS, type FitPair } from './fit-data.ts';
import { type Forest, fitTrees, marginOf, type Sample, type TreeSettings } from './fit-trees.ts';
import { load } from './product.ts';

const { isHopeless, withRules, LEAST_MARGIN } =
  await load<typeof import('../src/duplicates/score-pair.ts')>('duplicates/score-pair.js');
const { FEATURE_NAMES, measurePair } =
  await load<typeof import('../src/duplicates/pair-features.ts')>('duplicates/pair-features.js');

export interface Measured extends Sample {
  readonly pair: FitPair;
  /** the titles have too little in common: neither learned from nor asked about */
  readonly isHopeless: boolean;
}

export interface Judged {
  readonly pair: FitPair;
  readonly fold: number;
  readonly probability: number;
}

/** The lists hold the hardest wrong pairs, of columns and reprints, and few of each. */
const WEIGHTS: Readonly<Record<FitPair['set'], number>> = {
  'DBLP-ACM': 1,
  'DBLP-Scholar': 1,
  'DBLP-ACM lists': 2,
};

export const SETTINGS: TreeSettings = {
  trees: 300,
  depth: 4,
  rate: 0.05,
  lambda: 1,
  leastLeaf: 1,
  leastGain: 0.1,
  featureShare: 0.6,
  sampleShare: 0.8,
  seed: 1,
  monotone: FEATURE_SIGNS,
};

export function measure(pairs: readonly FitPair[]): Measured[] {
  return pairs.map((pair) => {
    const features = new Float64Array(FEATURE_NAMES.length);
    measurePair(pair.a.work, pair.b.work, features);
    const hopeless = isHopeless(pair.a.work, pair.b.work);
    return { pair, features, isSame: pair.isSame, weight: WEIGHTS[pair.set], isHopeless: hopeless };
  });
}

export const fit = (samples: readonly Measured[], settings: TreeSettings) =>
  fitTrees(
    samples.filter((sample) => !sample.isHopeless),
    settings,
  );

/** Which fold an entity is in: by a hash, so that it does not hang on the order of the files. */
export const foldOf = (entity: number, folds: number) => (Math.imul(entity + 1, 0x9e3779b1) >>> 8) % folds;

/**
 * Judges each pair by trees that have seen neither of its two records, nor another record of their works: for each two folds a model is fitted
 * on the pairs that lie wholly outside of both.
 */
export function crossValidate(all: readonly Measured[], settings: TreeSettings, folds: number): Judged[] {
  const placed = all.map((sample) => ({
    sample,
    one: foldOf(sample.pair.a.entity, folds),
    other: foldOf(sample.pair.b.entity, folds),
  }));
  const judged: Judged[] = [];
  for (let x = 0; x < folds; x++) {
    for (let y = x; y < folds; y++) {
      const test = placed.filter(({ one, other }) => Math.min(one, other) === x && Math.max(one, other) === y);
      const train = placed.filter(({ one, other }) => ![one, other].some((fold) => fold === x || fold === y));
      if (test.length === 0) continue;
      const forest = fit(
        train.map(({ sample }) => sample),
        settings,
      );
      judged.push(...test.map(({ sample, one }) => ({ ...judge(forest, sample), fold: one })));
    }
  }
  return judged;
}

/**
 * Judges each pair by trees that have not seen this pair, but perhaps others of its records: as it is with the public splits of these sets, whose
 * parts share records.
 */
export function crossValidatePairs(all: readonly Measured[], settings: TreeSettings, folds: number): Judged[] {
  const foldAt = (at: number) => foldOf(at, folds);
  return Array.from({ length: folds }, (_, fold) => {
    const forest = fit(
      all.filter((_, at) => foldAt(at) !== fold),
      settings,
    );
    return all.filter((_, at) => foldAt(at) === fold).map((sample) => ({ ...judge(forest, sample), fold }));
  }).flat();
}

/** As the product does. */
export function judge(forest: Forest, { pair, features, isHopeless: hopeless }: Measured): Judged {
  const margin = hopeless ? LEAST_MARGIN : marginOf(forest, features);
  return { pair, fold: 0, probability: withRules(pair.a.work, pair.b.work, margin) };
}

export interface Figures {
  readonly accepted: number;
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function figuresAt(judged: readonly Judged[], point: number): Figures {
  let [accepted, right, there] = [0, 0, 0];
  for (const { pair, probability } of judged) {
    if (pair.isSame) there++;
    if (probability < point) continue;
    accepted++;
    if (pair.isSame) right++;
  }
  return {
    accepted,
    right,
    precision: right / (accepted || 1),
    recall: right / (there || 1),
    f1: (2 * right) / (accepted + there || 1),
  };
}
