/**
 * The parts whose features are counted: names, words, venues and references. In the order in which `Features` holds
 * them.
 */
export const FEATURE_PARTS = ['people', 'words', 'venues', 'references'] as const;
export type FeaturePart = (typeof FEATURE_PARTS)[number];

/** The parts of a score. Users can switch each of them off. */
export const PARTS = [...FEATURE_PARTS, 'freshness'] as const;
export type Part = (typeof PARTS)[number];

/** The value of each part; the score is their sum. A part that is switched off is 0. */
export type PartValues = Readonly<Record<Part, number>>;

/**
 * How much each part counts. A feature part is a difference of two cosines before it is multiplied, and freshness is 1
 * at most. `npm run bench:reading` measures the first, second and fourth; docs/reading-order.md has the results.
 */
export const PART_WEIGHTS: PartValues = { people: 0.3, words: 1, venues: 0.05, references: 1, freshness: 0.02 };

/** What a user did with a publication that says what they want to read. */
export const SIGNALS = ['less', 'favorite', 'more', 'read'] as const;
export type SignalKind = (typeof SIGNALS)[number];

/** How much a publication counts by what the user did with it; below 0 it counts against similar ones. */
export const SIGNAL_WEIGHTS: Readonly<Record<SignalKind, number>> = { less: -2, favorite: 2, more: 2, read: 1 };
