import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type MeasuredPair, PairFitter } from '../../bench/pair-fitter.ts';
import { readLabeledPairs } from './labeled-pairs.ts';
import { FEATURES, type FeatureName, measurePair } from './pair-features.ts';
import { PAIR_WEIGHTS } from './pair-weights.ts';
import { preparePublication } from './prepared-publication.ts';
import { isHopeless, MATCH_POINT, MERGE_POINT, probabilityOf } from './score-pair.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/data/matching/ditto/', import.meta.url));
const isThere = existsSync(FOLDER);
if (!isThere) console.warn(`SKIPPED: ${FOLDER} is absent, so the weights were not tested on labeled pairs.`);

it('no weight has the wrong sign', () => {
  for (const [name, direction] of Object.entries(FEATURES)) {
    if (direction !== 0) expect(PAIR_WEIGHTS[name as FeatureName] * direction, name).toBeGreaterThanOrEqual(0);
  }
});

// the weights were fitted on these pairs: this test shows that the file belongs to these features
describe.skipIf(!isThere)('the weights', () => {
  it('are those that the labeled pairs give, as `npm run bench:fit-pairs` writes them', async () => {
    const fitter = new PairFitter({ FEATURES, MATCH_POINT, isHopeless, measurePair });
    const pairs: MeasuredPair[] = [];
    for (const set of ['DBLP-ACM', 'DBLP-GoogleScholar'])
      for await (const { a, b, isSame } of readLabeledPairs(`${FOLDER}${set}/valid.txt`))
        pairs.push(fitter.measure(preparePublication(a), preparePublication(b), isSame));
    expect(PAIR_WEIGHTS).toEqual(fitter.fit(pairs));
  });

  it.each([
    ['DBLP-ACM', 0.98],
    ['DBLP-GoogleScholar', 0.95],
  ])('find the pairs of %s', async (set, min) => {
    let [same, accepted, right, merged, wronglyMerged] = [0, 0, 0, 0, 0];
    for await (const { a, b, isSame } of readLabeledPairs(`${FOLDER}${set}/valid.txt`)) {
      const probability = probabilityOf(preparePublication(a), preparePublication(b));
      if (isSame) same++;
      if (probability >= MATCH_POINT) accepted++;
      if (probability >= MATCH_POINT && isSame) right++;
      if (probability >= MERGE_POINT) merged++;
      if (probability >= MERGE_POINT && !isSame) wronglyMerged++;
    }
    expect((2 * right) / (accepted + same)).toBeGreaterThan(min);
    expect(wronglyMerged).toBeLessThanOrEqual(0.002 * merged);
    if (set === 'DBLP-ACM') expect(merged / same).toBeGreaterThan(0.8);
  });
});
