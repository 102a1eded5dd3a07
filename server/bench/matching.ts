import { hasLabeledSets } from './labeled-sets.ts';
import { MATCHING_CASES } from './matching-cases.ts';
import { type MatchingPair, type MatchingSearch, readMatchingPairs, readMatchingSearches } from './matching-sets.ts';
import { load } from './product.ts';

const { acceptsByTitle } =
  await load<typeof import('../src/enrichment/choose-record.ts')>('enrichment/choose-record.js');
const { chooseRecord } = await load<typeof import('../src/enrichment/choose-record.ts')>('enrichment/choose-record.js');

const PRECISION = 0.99;

/** What the rule decided about one pair, or about one search. */
interface Judged {
  readonly isAccepted: boolean;
  readonly isRight: boolean;
  /** the set has the right answer */
  readonly isThere: boolean;
  /** the set has it, and title, year and authors are known on both sides */
  readonly isProvable: boolean;
}

function judgePair({ publication, record, isSame }: MatchingPair): Judged {
  const { verdict, title, year, author } = acceptsByTitle(publication, record);
  const isAccepted = verdict === 'agrees';
  const isProvable = isSame && title !== 'unknown' && year !== 'unknown' && author !== 'unknown';
  return { isAccepted, isRight: isAccepted && isSame, isThere: isSame, isProvable };
}

function judgeSearch({ publication, records, right }: MatchingSearch): Judged {
  const chosen = chooseRecord(publication, records);
  const { isProvable } = right ? judgePair({ publication, record: right, isSame: true }) : { isProvable: false };
  return {
    isAccepted: chosen !== null,
    isRight: chosen !== null && chosen.record === right,
    isThere: right !== null,
    isProvable,
  };
}

const count = (all: readonly Judged[], what: (one: Judged) => boolean) => all.filter(what).length;
const share = (part: number, whole: number) =>
  whole === 0 ? '–' : `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`;

let isGood = true;

function row(name: string, all: readonly Judged[]): string {
  const accepted = count(all, ({ isAccepted }) => isAccepted);
  const right = count(all, ({ isRight }) => isRight);
  const there = count(all, ({ isThere }) => isThere);
  const provable = count(all, ({ isProvable }) => isProvable);
  const rightOfProvable = count(all, ({ isRight, isProvable }) => isRight && isProvable);
  if (accepted === 0 || right / accepted < PRECISION) isGood = false;
  return `| ${name} | ${all.length} | ${right} of ${accepted} | ${share(right, accepted)} | ${rightOfProvable} of ${provable} | ${share(rightOfProvable, provable)} | ${right} of ${there} | ${share(right, there)} |`;
}

function rows(name: string, all: readonly Judged[]): string[] {
  return [
    row(name, all),
    row(
      '· even lines',
      all.filter((_, at) => at % 2 === 0),
    ),
    row(
      '· odd lines',
      all.filter((_, at) => at % 2 === 1),
    ),
  ];
}

const lines = [
  '| set | questions | accepted correctly | precision | found of the provable | recall | found of all | recall |',
  '|---|--:|--:|--:|--:|--:|--:|--:|',
];
const searches = hasLabeledSets() ? readMatchingSearches() : [];
if (hasLabeledSets()) {
  lines.push(...rows('DBLP and ACM, pairs', (await readMatchingPairs('DBLP-ACM')).map(judgePair)));
  lines.push(...rows('DBLP and Google Scholar, pairs', (await readMatchingPairs('DBLP-Scholar')).map(judgePair)));
  lines.push(...rows('DBLP searched for in ACM', searches.map(judgeSearch)));
}
lines.push(row('hard pairs, written for this test', MATCHING_CASES.map(judgePair)));
console.log(lines.join('\n'));

if (hasLabeledSets()) {
  const pairs = searches.flatMap(({ publication, records, right }) =>
    records.map((record) => ({ isSame: record === right, ...acceptsByTitle(publication, record) })),
  );
  const near = pairs.filter(({ title, year, author }) => title === 'same' && year === 'near' && author === 'all');
  const same = near.filter(({ isSame }) => isSame).length;
  const { measureLists } = await import('./matching-lists.ts');
  console.log(
    `\n${await measureLists()}\n\nEqual title and authors, one year apart, no preprint: ${same} of ${near.length} pairs of DBLP and ACM are the same publication.`,
  );
} else {
  console.error(
    '\n!! SKIPPED: ../shared/data/matching is absent, so only the pairs written for this test were measured.',
  );
}
if (!isGood) console.error(`\n!! Precision is below ${PRECISION}.`);
process.exitCode = isGood ? 0 : 1;
