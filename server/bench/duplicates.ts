import type { PublicationFields } from '../src/duplicates/prepared-publication.ts';
import { benchDuplicates, findCandidates } from './duplicates-search.ts';
import { hasLabeledSets, readLists, readPairs, SET_NAMES, type SetName } from './labeled-sets.ts';

const MIN_RECALL = 0.99;

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
  console.log('\n| what was planted | share | of |\n|---|--:|--:|');
  for (const [kind, share, count] of planted) console.log(`| ${kind} | ${percent(share)} | ${count} |`);
}
process.exitCode = isGood ? 0 : 1;

/** How many true pairs of the labeled sets become candidates: with any years, and with years at most one apart. */
async function measureRecall(): Promise<string> {
  if (!hasLabeledSets()) {
    console.error('!! SKIPPED: ../shared/data/matching is absent, so the recall of the candidates was not measured.');
    return '';
  }
  const sets = [...(await Promise.all(SET_NAMES.map(readRecords))), readListRecords()];
  const lines: string[] = [];
  for (const { name, records, truePairs } of sets) {
    const [all, near] = (await findCandidates(records, [3000, 1])).map((found) => ({
      count: found.size,
      share: truePairs.filter(([a, b]) => found.has(`${Math.min(a, b)} ${Math.max(a, b)}`)).length / truePairs.length,
    }));
    if (all === undefined || all.share < MIN_RECALL) isGood = false;
    lines.push(
      `| ${name} | ${records.length} | ${truePairs.length} | ${percent(all?.share)} | ${percent(near?.share)} | ${all?.count} |`,
    );
  }
  return [
    '| labeled set | records | true pairs | of them candidates | years at most 1 apart | candidates |',
    '|---|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

/** The records of both sources in one list, and the pairs that are the same publication, as indexes into the list. */
interface RecordSet {
  readonly name: string;
  readonly records: readonly PublicationFields[];
  readonly truePairs: readonly (readonly [number, number])[];
}

async function readRecords(name: SetName): Promise<RecordSet> {
  const places = new Map<string, number>();
  const records: PublicationFields[] = [];
  const placeOf = (side: string, record: PublicationFields) => {
    const key = side + JSON.stringify(record);
    const place = places.get(key) ?? records.push(record) - 1;
    places.set(key, place);
    return place;
  };
  const pairs = (await readPairs(name)).map(({ a, b, isSame }) => ({
    pair: [placeOf('a', a), placeOf('b', b)],
    isSame,
  }));
  const truePairs = pairs.filter(({ isSame }) => isSame).map(({ pair }) => pair as [number, number]);
  return { name, records, truePairs };
}

function readListRecords(): RecordSet {
  const { dblp, acm, matches } = readLists();
  const [ours, theirs] = [[...dblp.keys()], [...acm.keys()]];
  const truePairs = [...matches].map(([a, b]) => [ours.indexOf(a), ours.length + theirs.indexOf(b)] as const);
  return { name: 'DBLP and ACM, complete lists', records: [...dblp.values(), ...acm.values()], truePairs };
}
