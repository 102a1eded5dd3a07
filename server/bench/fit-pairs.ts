import { readFileSync, writeFileSync } from 'node:fs';
import { hasLabelledSets, readFitPairs, type SetName } from './fit-data.ts';
import {
  crossValidate,
  crossValidatePairs,
  figuresAt,
  fit,
  type Judged,
  judge,
  type Measured,
  measure,
  SETTINGS,
} from './fit-judge.ts';
import { writeForest } from './fit-model.ts';
import { load } from './product.ts';

const { MATCH_POINT, MERGE_POINT } =
  await load<typeof import('../src/duplicates/score-pair.ts')>('duplicates/score-pair.js');

const FILE = 'server/src/duplicates/pair-model.ts';
const FOLDS = 5;
const SEEDS = [1, 2, 3];
const SETS: readonly SetName[] = ['DBLP-ACM', 'DBLP-Scholar', 'DBLP-ACM lists'];

const percent = (share: number) => (100 * share).toFixed(2);
const of = (judged: readonly Judged[], set: SetName) => judged.filter(({ pair }) => pair.set === set);

function row(name: string, judged: readonly Judged[]): string {
  const [match, merge] = [figuresAt(judged, MATCH_POINT), figuresAt(judged, MERGE_POINT)];
  const cells = [
    judged.length,
    judged.filter(({ pair }) => pair.isSame).length,
    percent(match.precision),
    percent(match.recall),
    percent(match.f1),
    spread(judged),
    `${merge.right} of ${merge.accepted}`,
    percent(merge.recall),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

/** Of F1 over the folds: mean and standard deviation. */
function spread(judged: readonly Judged[]): string {
  const folds = [...new Set(judged.map(({ fold }) => fold))];
  const values = folds.map(
    (fold) =>
      100 *
      figuresAt(
        judged.filter((one) => one.fold === fold),
        MATCH_POINT,
      ).f1,
  );
  if (values.length < 2) return '–';
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return `${mean.toFixed(2)} ± ${Math.sqrt(variance).toFixed(2)}`;
}

const HEAD = [
  '| pairs | all | of one work | precision | recall | F1 | F1 over folds | merged rightly | recall of merging |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
];

function crossValidation(all: readonly Measured[]): string[] {
  const judged = crossValidate(all, SETTINGS, FOLDS);
  const points = [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];
  const byPoint = points.map(
    (point) => `| ${point} | ${SETS.map((set) => percent(figuresAt(of(judged, set), point).f1)).join(' | ')} |`,
  );
  return [
    ...HEAD,
    ...SETS.map((set) => row(set, of(judged, set))),
    '',
    `| F1 from … on | ${SETS.join(' | ')} |`,
    '|--:|--:|--:|--:|',
    ...byPoint,
  ];
}

function byPairs(all: readonly Measured[]): string[] {
  const judged = crossValidatePairs(all, SETTINGS, FOLDS);
  return [...HEAD, ...SETS.map((set) => row(set, of(judged, set)))];
}

/** How much hangs on the chance in the fit: F1 at the point of matching. */
function overSeeds(all: readonly Measured[]): string[] {
  const runs = SEEDS.map((seed) => crossValidate(all, { ...SETTINGS, seed }, FOLDS));
  const f1Of = (set: SetName) => runs.map((judged) => percent(figuresAt(of(judged, set), MATCH_POINT).f1)).join(', ');
  return SETS.map((set) => `- ${set}: ${f1Of(set)}`);
}

/** Learned from one set, judged on the other: how much hangs on the ways of one source. The works of DBLP stand in both. */
function acrossSets(all: readonly Measured[]): string[] {
  const isAcm = ({ pair }: Measured) => pair.set !== 'DBLP-Scholar';
  const directions = [
    {
      name: 'learned from DBLP-ACM, judged on DBLP-Scholar',
      train: all.filter(isAcm),
      test: all.filter((one) => !isAcm(one)),
    },
    {
      name: 'learned from DBLP-Scholar, judged on DBLP-ACM',
      train: all.filter((one) => !isAcm(one)),
      test: all.filter(({ pair }) => pair.set === 'DBLP-ACM'),
    },
  ];
  return [
    ...HEAD,
    ...directions.map(({ name, train, test }) => {
      const forest = fit(train, SETTINGS);
      return row(
        name,
        test.map((sample) => judge(forest, sample)),
      );
    }),
  ];
}

if (!hasLabelledSets()) {
  console.error('!! ../shared/data/matching is absent: nothing was fitted or checked.');
  process.exitCode = 1;
} else {
  const all = measure(await readFitPairs());
  const isCheck = process.argv.includes('--check');
  const isSeeds = process.argv.includes('--seeds');
  if (isSeeds) {
    console.log([`F1 with the seeds ${SEEDS.join(', ')}`, '', ...overSeeds(all)].join('\n'));
  } else if (isCheck) {
    const isEqual = readFileSync(FILE, 'utf8') === writeForest(fit(all, SETTINGS));
    console.log(
      isEqual ? `${FILE} is what the labelled records give.` : `!! ${FILE} is not what the labelled records give.`,
    );
    process.exitCode = isEqual ? 0 : 1;
  } else {
    const parts = {
      'Cross-validated by work': crossValidation(all),
      'Cross-validated by pair': byPairs(all),
      'Across sets': acrossSets(all),
    };
    for (const [name, lines] of Object.entries(parts)) console.log([name, '', ...lines, ''].join('\n'));
    writeFileSync(FILE, writeForest(fit(all, SETTINGS)));
    console.log(`Written: ${FILE}. Build again to use it.`);
  }
}
