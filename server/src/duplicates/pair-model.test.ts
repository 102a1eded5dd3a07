import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { comparableOf } from './comparable.ts';
import { FEATURE_NAMES } from './pair-features.ts';
import { marginOf, readForest } from './pair-forest.ts';
import { PAIR_MODEL } from './pair-model.ts';
import { readLabelledPairs } from './read-labelled-pairs.ts';
import { MATCH_POINT, MERGE_POINT, probabilityOf } from './score-pair.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/data/matching/ditto/', import.meta.url));
const isThere = existsSync(FOLDER);
if (!isThere) console.warn(`SKIPPED: the labelled records are absent (${FOLDER}); the fitted trees are not measured.`);

const features = (over: Partial<Record<string, number>>) => Float64Array.from(FEATURE_NAMES, (name) => over[name] ?? 0);

describe('trees', () => {
  it('are read as they are written', () => {
    const forest = readForest(-1, ['yearApart<1.5?titleIsEqual<0.5?-0.25:2:-3', '1e-3']);
    expect(marginOf(forest, features({ yearApart: 0, titleIsEqual: 1 }))).toBeCloseTo(1.001, 9);
    expect(marginOf(forest, features({ yearApart: 1, titleIsEqual: 0 }))).toBeCloseTo(-1.249, 9);
    expect(marginOf(forest, features({ yearApart: 1.5, titleIsEqual: 1 }))).toBeCloseTo(-3.999, 9);
  });

  it.each(['', 'yearApart<1', 'yearApart<1?2', 'shoeSize<1?2:3', '1:2'])(
    'are refused when they are none: "%s"',
    (tree) => {
      expect(() => readForest(0, [tree])).toThrow();
    },
  );

  it('of the product can all be read', () => {
    expect(readForest(PAIR_MODEL.base, PAIR_MODEL.trees).roots.length).toBe(PAIR_MODEL.trees.length);
    expect(PAIR_MODEL.trees.length).toBeGreaterThan(50);
  });
});

// these records were learned from: what is measured here is that the file was fitted on them, with these features
describe.skipIf(!isThere)('the fitted trees', () => {
  it.each([
    ['DBLP-ACM', 0.985],
    ['DBLP-GoogleScholar', 0.945],
  ])('find the pairs of %s', async (set, least) => {
    let [there, accepted, right, merged, wronglyMerged] = [0, 0, 0, 0, 0];
    for await (const { a, b, isSame } of readLabelledPairs(`${FOLDER}${set}/valid.txt`)) {
      const probability = probabilityOf(comparableOf(a), comparableOf(b));
      if (isSame) there++;
      if (probability >= MATCH_POINT) accepted++;
      if (probability >= MATCH_POINT && isSame) right++;
      if (probability >= MERGE_POINT) merged++;
      if (probability >= MERGE_POINT && !isSame) wronglyMerged++;
    }
    expect((2 * right) / (accepted + there)).toBeGreaterThan(least);
    expect(wronglyMerged).toBeLessThanOrEqual(0.002 * merged);
    if (set === 'DBLP-ACM') expect(merged / there).toBeGreaterThan(0.8);
  });
});
