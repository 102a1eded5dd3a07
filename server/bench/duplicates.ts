import { readLabelledLibraries } from './duplicates-labelled.ts';
import { benchDuplicates } from './duplicates-search.ts';
import { load } from './product.ts';

const { CandidateTable } = await load<typeof import('../src/duplicates/candidate-table.ts')>(
  'duplicates/candidate-table.js',
);
const { blockWorks } = await load<typeof import('../src/duplicates/block-works.ts')>('duplicates/block-works.js');
const { PairKeys } = await load<typeof import('../src/duplicates/pair-keys.ts')>('duplicates/pair-keys.js');

const LEAST_RECALL = 0.99;

let isGood = true;
const percent = (share = 0) => `${(Math.floor(1000 * share) / 10).toFixed(1)} %`;

console.log(await measureRecall());
// npm run bench:duplicates -- 100000 1000000
const sizes = process.argv.slice(2).map(Number);
for (const size of sizes.length > 0 ? sizes : [100_000]) {
  console.error(`· searching ${size} publications`);
  const { figures, planted } = await benchDuplicates(size);
  console.log('\n| figure | measured | target | |\n|---|--:|---|---|');
  for (const { name, value, unit, target, met } of figures) {
    const measured = Number(value.toFixed(value < 100 ? 1 : 0));
    console.log(`| ${name} | ${measured} ${unit} | ${target} | ${met === null ? '' : met ? 'met' : '**missed**'} |`);
    if (met === false) isGood = false;
  }
  console.log('\n| what was put in | share | of |\n|---|--:|--:|');
  for (const [kind, share, count] of planted) console.log(`| ${kind} | ${percent(share)} | ${count} |`);
}
process.exitCode = isGood ? 0 : 1;

/** True pairs of the labelled sets that become candidates, whatever their years, and with years at most one apart. */
async function measureRecall(): Promise<string> {
  const libraries = await readLabelledLibraries();
  if (libraries.length === 0) {
    console.error('!! SKIPPED: ../shared/data/matching is absent: which true pairs become candidates is not measured.');
  }
  const lines = libraries.map(({ name, records, truePairs }) => {
    const table = new CandidateTable();
    for (const [at, record] of records.entries()) table.add({ ...record, id: at + 1, identifiers: [] });
    const measure = (maxYearDelta: number) => {
      const candidates = new Set(blockWorks(table.view(), { maxYearDelta }).pairs);
      const found = truePairs.filter(([a, b]) => candidates.has(PairKeys.of(a, b)));
      return { count: candidates.size, share: found.length / truePairs.length };
    };
    const [all, near] = [measure(3000), measure(1)];
    if (all.share < LEAST_RECALL) isGood = false;
    return `| ${name} | ${records.length} | ${truePairs.length} | ${percent(all.share)} | ${percent(near.share)} | ${all.count} |`;
  });
  return [
    '| labelled set | records | true pairs | of them candidates | years at most 1 apart | candidates |',
    '|---|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}
