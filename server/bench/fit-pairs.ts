import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LabeledPair } from '../src/duplicates/labeled-pairs.ts';
import type { FeatureName, PairWeights } from '../src/duplicates/pair-features.ts';
import type { PreparedPublication, PublicationFields } from '../src/duplicates/prepared-publication.ts';
import { hasLabeledSets, readPairFile, readPairs, SET_NAMES, type SetName } from './labeled-sets.ts';
import { type MeasuredPair as FittedPair, PairFitter } from './pair-fitter.ts';
import { load } from './product.ts';

const { applyRules, isHopeless, logOddsOf, MATCH_POINT, MERGE_POINT } =
  await load<typeof import('../src/duplicates/score-pair.ts')>('duplicates/score-pair.js');
const { FEATURES, measurePair } =
  await load<typeof import('../src/duplicates/pair-features.ts')>('duplicates/pair-features.js');
const { preparePublication } = await load<typeof import('../src/duplicates/prepared-publication.ts')>(
  'duplicates/prepared-publication.js',
);

const USAGE = 'npm run bench:fit-pairs [-- --check] [--without FILE]…';
const FILE = 'server/src/duplicates/pair-weights.ts';
const FOLDS = 5;
const THRESHOLDS = [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];
const NAMES = Object.keys(FEATURES) as FeatureName[];
const fitter = new PairFitter({ FEATURES, MATCH_POINT, isHopeless, measurePair });
const HOPELESS = -7;

interface MeasuredPair extends FittedPair {
  readonly set: SetName;
}

interface ScoredPair {
  readonly pair: MeasuredPair;
  readonly probability: number;
}

/** The pairs of both sets, except those with a title that is in `excludedTitles`. */
async function measureSets(excludedTitles: ReadonlySet<string>): Promise<MeasuredPair[]> {
  const measured: MeasuredPair[] = [];
  // a record is in several pairs
  const prepared = new Map<string, PreparedPublication>();
  const prepare = (fields: PublicationFields) => {
    const key = JSON.stringify(fields);
    const one = prepared.get(key) ?? preparePublication(fields);
    prepared.set(key, one);
    return one;
  };
  for (const set of SET_NAMES) {
    for (const pair of await readPairs(set)) {
      const [a, b] = [prepare(pair.a), prepare(pair.b)];
      if (excludedTitles.has(a.title.key) || excludedTitles.has(b.title.key)) continue;
      measured.push({ ...fitter.measure(a, b, pair.isSame), set });
    }
  }
  return measured;
}

async function readTitles(files: readonly string[]): Promise<Set<string>> {
  const pairs: LabeledPair[] = [];
  for (const file of files) pairs.push(...(await readPairFile(file)));
  return new Set(pairs.flatMap(({ a, b }) => [a, b].map((one) => preparePublication(one).title.key)));
}

const fit = (pairs: readonly MeasuredPair[]) => fitter.fit(pairs);

/** Scores a pair as the product does. */
function score(weights: PairWeights, pair: MeasuredPair): ScoredPair {
  const logOdds = pair.isHopeless ? HOPELESS : logOddsOf(pair.measured, weights);
  return { pair, probability: applyRules(pair.a, pair.b, logOdds) };
}

/**
 * Scores each pair with weights that were fitted without its records, other records of their publications, and other
 * records with one of their titles: for each two folds, the pairs wholly outside of both are fitted on.
 */
function validateByPublication(all: readonly MeasuredPair[]): ScoredPair[] {
  const groupOf = groupRecords(all);
  const folded = all.map((pair) => ({ pair, folds: [pair.a, pair.b].map((one) => foldOf(groupOf(one))) }));
  const scored: ScoredPair[] = [];
  for (let low = 0; low < FOLDS; low++) {
    for (let high = low; high < FOLDS; high++) {
      const isTested = (folds: readonly number[]) => Math.min(...folds) === low && Math.max(...folds) === high;
      const weights = fit(
        folded.filter(({ folds }) => !folds.includes(low) && !folds.includes(high)).map(({ pair }) => pair),
      );
      for (const { pair, folds } of folded) if (isTested(folds)) scored.push(score(weights, pair));
    }
  }
  return scored;
}

/** Records of one publication, and records with one title, get the same number. */
function groupRecords(pairs: readonly MeasuredPair[]): (record: PreparedPublication) => number {
  const records = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const parents = new Map(records.map((record) => [record, record]));
  const rootOf = (record: PreparedPublication): PreparedPublication => {
    const parent = parents.get(record) ?? record;
    return parent === record ? record : rootOf(parent);
  };
  const unite = (a: PreparedPublication, b: PreparedPublication) => parents.set(rootOf(a), rootOf(b));
  const byTitle = new Map<string, PreparedPublication>();
  for (const record of records) {
    unite(record, byTitle.get(record.title.key) ?? record);
    byTitle.set(record.title.key, record);
  }
  for (const { a, b, isSame } of pairs) if (isSame) unite(a, b);
  const numbers = new Map(records.map((record, at) => [record, at]));
  return (record) => numbers.get(rootOf(record)) ?? 0;
}

const foldOf = (number: number) => (Math.imul(number + 1, 0x9e3779b1) >>> 8) % FOLDS;

/**
 * Scores each pair with weights that were fitted without it, but perhaps with other pairs of its records, as in the
 * public splits.
 */
function validateByPair(all: readonly MeasuredPair[]): ScoredPair[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fit(all.filter((_, at) => foldOf(at) !== fold));
    return all.filter((_, at) => foldOf(at) === fold).map((pair) => score(weights, pair));
  }).flat();
}

/** Scores the pairs of one set with weights that were fitted on the other. */
function validateAcross(all: readonly MeasuredPair[], tested: SetName): ScoredPair[] {
  const weights = fit(all.filter(({ set }) => set !== tested));
  return all.filter(({ set }) => set === tested).map((pair) => score(weights, pair));
}

function figuresAt(scored: readonly ScoredPair[], threshold: number) {
  const accepted = scored.filter(({ probability }) => probability >= threshold);
  const right = accepted.filter(({ pair }) => pair.isSame).length;
  const same = scored.filter(({ pair }) => pair.isSame).length;
  const percent = (share: number) => (100 * share).toFixed(2);
  return {
    accepted: accepted.length,
    right,
    precision: percent(right / (accepted.length || 1)),
    recall: percent(right / (same || 1)),
    f1: percent((2 * right) / (accepted.length + same || 1)),
  };
}

function row(name: string, scored: readonly ScoredPair[]): string {
  const [match, merge] = [figuresAt(scored, MATCH_POINT), figuresAt(scored, MERGE_POINT)];
  const same = scored.filter(({ pair }) => pair.isSame).length;
  const merged = `${merge.right} of ${merge.accepted}`;
  const cells = [name, scored.length, same, match.precision, match.recall, match.f1, merged, merge.recall];
  return `| ${cells.join(' | ')} |`;
}

function printFigures(all: readonly MeasuredPair[]): void {
  const of = (scored: readonly ScoredPair[], set: SetName) => scored.filter(({ pair }) => pair.set === set);
  const [strict, byPair] = [validateByPublication(all), validateByPair(all)];
  const byThreshold = THRESHOLDS.map((threshold) => {
    const cells = [strict, byPair].flatMap((scored) =>
      SET_NAMES.map((set) => figuresAt(of(scored, set), threshold).f1),
    );
    return `| ${[threshold, ...cells].join(' | ')} |`;
  });
  const lines = [
    '| pairs | all | same publication | precision | recall | F1 | merged correctly | recall of merging |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...SET_NAMES.map((set) => row(`${set}, by publication`, of(strict, set))),
    ...SET_NAMES.map((set) => row(`${set}, by pair`, of(byPair, set))),
    ...SET_NAMES.map((set) => row(`fitted on the other set, tested on ${set}`, validateAcross(all, set))),
    '',
    `| F1 at this threshold | ${SET_NAMES.map((set) => `${set}, by publication`).join(' | ')} | ${SET_NAMES.map((set) => `${set}, by pair`).join(' | ')} |`,
    '|--:|--:|--:|--:|--:|',
    ...byThreshold,
  ];
  console.log(lines.join('\n'));
}

function writeWeights(weights: PairWeights): string {
  return [
    "import type { PairWeights } from './pair-features.ts';",
    '',
    '/** Generated by `npm run bench:fit-pairs`. Do not edit. */',
    'export const PAIR_WEIGHTS: PairWeights = {',
    ...(['base', ...NAMES] as const).map((name) => `  ${name}: ${weights[name]},`),
    '};',
    '',
  ].join('\n');
}

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, without: { type: 'string', multiple: true, default: [] } },
});
if (hasLabeledSets()) {
  const pairs = await measureSets(await readTitles(values.without));
  const file = writeWeights(fit(pairs));
  if (values.check) {
    const isCurrent = readFileSync(FILE, 'utf8') === file;
    console.log(isCurrent ? `${FILE} is current.` : `!! ${FILE} differs from what the labeled pairs give.`);
    process.exitCode = isCurrent ? 0 : 1;
  } else {
    printFigures(pairs);
    writeFileSync(FILE, file);
    console.log(`\nFitted on ${pairs.length} pairs. Wrote ${FILE}; build again to use it.`);
  }
} else {
  console.error(`!! SKIPPED: ../shared/data/matching is absent, so nothing was fitted or checked. Usage: ${USAGE}`);
  process.exitCode = 1;
}
