import type { FeatureName, measurePair, PairWeights } from '../src/duplicates/pair-features.ts';
import type { PreparedPublication } from '../src/duplicates/prepared-publication.ts';
import { fitWeights, type Sample } from './fit-weights.ts';

/** What is fitted: of the built product in the bench, of the sources in a test. */
export interface FittedProduct {
  readonly FEATURES: Readonly<Record<FeatureName, number>>;
  readonly MATCH_POINT: number;
  readonly measurePair: typeof measurePair;
  isHopeless(a: PreparedPublication, b: PreparedPublication): boolean;
}

export interface MeasuredPair extends Sample {
  readonly a: PreparedPublication;
  readonly b: PreparedPublication;
  readonly measured: Readonly<Record<FeatureName, number>>;
  /** the titles have too little in common: such a pair is not fitted on */
  readonly isHopeless: boolean;
}

const RIDGE = 1;
/** Weights that we expect although the labeled pairs have too few such cases to show them. */
const EXPECTED: Partial<Record<FeatureName, number>> = {
  titleDiffers: -4,
  titleSwappedWords: -2,
  titleSwappedWordsInVenue: -6,
  venueOtherKindAndEqualTitle: -2,
  yearGapUnexplained: -3,
  yearApartElsewhere: -5,
  yearApartInJournal: -5,
};

/** Measures labeled pairs, and fits the weights of the product's features to them. */
export class PairFitter {
  readonly #product: FittedProduct;
  readonly #names: readonly FeatureName[];

  constructor(product: FittedProduct) {
    this.#product = product;
    this.#names = Object.keys(product.FEATURES) as FeatureName[];
  }

  measure(a: PreparedPublication, b: PreparedPublication, isSame: boolean): MeasuredPair {
    const measured = this.#product.measurePair(a, b);
    const features = this.#names.map((name) => measured[name]);
    return { a, b, isSame, measured, features, isHopeless: this.#product.isHopeless(a, b) };
  }

  fit(pairs: readonly MeasuredPair[]): PairWeights {
    const { FEATURES, MATCH_POINT } = this.#product;
    const fitted = fitWeights(
      pairs.filter((pair) => !pair.isHopeless),
      {
        ridge: RIDGE,
        directions: this.#names.map((name) => FEATURES[name]),
        expected: this.#names.map((name) => EXPECTED[name] ?? 0),
      },
    );
    const rounded = (weight = 0) => Math.round(100 * weight) / 100;
    const weights = Object.fromEntries(this.#names.map((name, at) => [name, rounded(fitted[at])]));
    // F1 is to be best at MATCH_POINT rather than at 0.5
    const shift = Math.log(MATCH_POINT / (1 - MATCH_POINT));
    return { ...weights, base: rounded((fitted.at(-1) ?? 0) + shift) } as PairWeights;
  }
}
