import { MATCHING_CASES } from './matching-cases.ts';
import { hasMatchingSets, type LabelledPair, type LabelledSearch, readJobs, readPairs } from './matching-sets.ts';
import { load } from './product.ts';

const { acceptsByTitle } = await load<typeof import('../src/publications/same-work.ts')>('publications/same-work.js');
const { chooseRecord } = await load<typeof import('../src/publications/choose-record.ts')>(
  'publications/choose-record.js',
);

const PRECISION = 0.99;

/** What the rule made of one pair, or of one search. */
interface Judged {
  readonly isAccepted: boolean;
  readonly isRight: boolean;
  /** the answer is there to be found */
  readonly isThere: boolean;
  /** it is there, and title, year and authors are known on both sides */
  readonly isProvable: boolean;
}

function judgePair({ work, record, isSame }: LabelledPair): Judged {
  const { verdict, title, year, author } = acceptsByTitle(work, record);
  const isAccepted = verdict === 'agrees';
  const isProvable = isSame && title !== 'unknown' && year !== 'unknown' && author !== 'unknown';
  return { isAccepted, isRight: isAccepted && isSame, isThere: isSame, isProvable };
}

function judgeSearch({ work, records, right }: LabelledSearch): Judged {
  const chosen = chooseRecord(work, records);
  const { isProvable } = right ? judgePair({ work, record: right, isSame: true }) : { isProvable: false };
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
  '| set | questions | accepted rightly | precision | found of the provable | | found of all | |',
  '|---|--:|--:|--:|--:|--:|--:|--:|',
];
if (hasMatchingSets()) {
  lines.push(...rows('DBLP and ACM, pairs', readPairs('DBLP-ACM').map(judgePair)));
  lines.push(...rows('DBLP and Google Scholar, pairs', readPairs('DBLP-GoogleScholar').map(judgePair)));
  lines.push(...rows('DBLP searched for in ACM', readJobs().map(judgeSearch)));
}
lines.push(row('hard pairs, made by hand', MATCHING_CASES.map(judgePair)));
console.log(lines.join('\n'));

if (hasMatchingSets()) {
  const pairs = readJobs().flatMap(({ work, records, right }) =>
    records.map((record) => ({ isSame: record === right, ...acceptsByTitle(work, record) })),
  );
  const near = pairs.filter(({ title, year, author }) => title === 'same' && year === 'near' && author === 'all');
  const same = near.filter(({ isSame }) => isSame).length;
  console.log(
    `\nEqual title and authors, one year apart, no preprint: ${same} of ${near.length} pairs of DBLP and ACM are one work.`,
  );
} else {
  console.error('\n!! SKIPPED: ../shared/data/matching is absent. ONLY THE PAIRS MADE BY HAND WERE MEASURED.');
}
if (!isGood) console.error(`\n!! Precision is below ${PRECISION}.`);
process.exitCode = isGood ? 0 : 1;
