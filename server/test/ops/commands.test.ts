import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { type Outcome, runProgramWith } from './installed-project.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const OPS = join(PROJECT, 'server/dist/start/ops.js');
/** Nobody answers there: who opens the database before the options are read says so. */
const AWAY = 'postgresql://lectern:sesame@127.0.0.1:1/none';
const PATH = process.env.PATH ?? '';

const record = (title: string, authors: string, year: number) =>
  `COL title VAL ${title} COL authors VAL ${authors} COL venue VAL coastal research COL year VAL ${year}`;
const WORK = record('sediment transport in tidal basins of the north', 'e lund, k berg, a holm', 2014);
const OTHER = record('slow convergence of adaptive lattices', 'm bauer, h sato', 1998);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern c '));
  const files = {
    good: [`${WORK}\t${WORK}\t1`, `${WORK}\t${OTHER}\t0`, `${OTHER}\t${WORK}\t0`, ''].join('\n'),
    empty: '',
    letter: 'Dear all,\n',
    apart: `${WORK}\t${OTHER}\t0\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.txt`), text);
  return () => rm(folder, { recursive: true });
});

const ops = (...args: readonly string[]): Promise<Outcome> =>
  runProgramWith(process.execPath, [OPS, ...args], { PATH, DATABASE_URL: AWAY, DATA_DIR: join(folder, 'data') });

/** For each command: arguments that it refuses, and words of the refusal. */
const REFUSALS: Readonly<Record<string, readonly (readonly [args: string[], words: RegExp])[]>> = {
  backup: [[['--fast'], /Unknown option '--fast'.*\nUsage: backup \[--plain\]/]],
  restore: [
    [[], /Say which backup: --file is missing\.\nUsage: restore --file PATH/],
    [['--file'], /--file.* argument missing.*\nUsage/],
    [['--file', 'a', '--wipe'], /Unknown option '--wipe'.*\nUsage/],
    [['--file', '/nowhere/a.dump'], /a\.dump cannot be read: .*Nothing was changed/],
  ],
  'repair-links': [
    [[], /Say whose links: --user-id is missing\.\nrepair-links --user-id N/],
    [['--user-id', 'me'], /--user-id takes the number of one, not "me"/],
    [['--user-id', '1', '--requested-by', ' '], /--requested-by needs a name/],
    [['--user-id', '1', '--force'], /Unknown option '--force'[\s\S]*repair-links --user-id N/],
    [['--user-id', '1'], /DATABASE_URL names .* cannot be used: .*ECONNREFUSED/],
  ],
  integrity: [
    [['--strict'], /integrity knows no --strict; only --strict-warnings/],
    [['--strict-warnings'], /DATABASE_URL names .* cannot be used: .*ECONNREFUSED/],
  ],
  'score-pairs': [
    [[], /Say which file: npm run ops -- score-pairs FILE/],
    [['{}/none.txt'], /There is no file ".*none\.txt"/],
    [['{}/empty.txt'], /empty\.txt holds no labelled pairs/],
    [['{}/letter.txt'], /letter\.txt, line 1: expected two records and a label/],
    [['{}/apart.txt'], /apart\.txt holds no pair with the label 1/],
  ],
  'rotate-secrets': [
    [['--force'], /Unknown option '--force'[\s\S]*rotate-secrets/],
    [[], /Beside DATABASE_URL, give the new key as SECRETS_KEY and the old one as SECRETS_KEY_PREVIOUS/],
  ],
  'near-duplicates': [
    [['--merge'], /Unknown option '--merge'[\s\S]*near-duplicates \[--threshold/],
    [['--threshold', 'high'], /--threshold must be a number from 0 to 1/],
    [[], /DATABASE_URL names .* cannot be used: .*ECONNREFUSED/],
  ],
};

test('without a command, or with one that there is not, it lists them all, and each has its rows here', async () => {
  for (const [args, words] of [
    [[], /^Say what to do\.\n/],
    [['repair'], /^There is no command "repair"\.\n/],
  ] as const) {
    const { code, stdout, stderr } = await ops(...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
    const listed = [...stderr.matchAll(/^ {2}(\S+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(REFUSALS).sort());
  }
});

test.each(Object.keys(REFUSALS))('%s refuses in words what it cannot do', async (name) => {
  for (const [given, words] of REFUSALS[name] ?? []) {
    const args = given.map((arg) => arg.replace('{}', folder));
    const { code, stdout, stderr } = await ops(name, ...args);
    expect([code, stdout], `${name} ${args.join(' ')}: ${stderr}`).toEqual([1, '']);
    expect(stderr, `${name} ${args.join(' ')}`).toMatch(words);
    expect(stderr).not.toMatch(/sesame|\n {4}at /);
  }
});

test('npm run ops -- score-pairs FILE prints precision, recall and F1 at both points', async () => {
  const args = ['run', '--silent', 'ops', '--', 'score-pairs', join(folder, 'good.txt')];
  const { code, stdout, stderr } = await runProgramWith('npm', args, { PATH, npm_config_loglevel: 'error' }, PROJECT);
  expect([code, stderr]).toEqual([0, '']);
  const [head, ...lines] = stdout.trimEnd().split('\n');
  expect(head).toBe('pairs 3, of one work 1');
  const figures = 'precision 1.0000, recall 1.0000, F1 1.0000 (1 right of 1 accepted)';
  expect(lines.map((line) => line.replace(/from 0\.\d+/, 'from …'))).toEqual([
    `match (from …): ${figures}`,
    `merge (from …): ${figures}`,
  ]);
});
