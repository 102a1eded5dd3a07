import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { VERSION } from '../../src/platform/version.ts';
import { type Outcome, runProgramWith } from './installed-project.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const OPS = join(PROJECT, 'server/dist/start/ops.js');
/** Nothing listens there, so a command fails differently if it opens the database before it reads its options. */
const AWAY = 'postgresql://lectern:sesame@127.0.0.1:1/none';
const PATH = process.env.PATH ?? '';

const record = (title: string, authors: string, year: number) =>
  `COL title VAL ${title} COL authors VAL ${authors} COL venue VAL coastal research COL year VAL ${year}`;
const PUBLICATION = record('sediment transport in tidal basins of the north', 'e lund, k berg, a holm', 2014);
const OTHER = record('slow convergence of adaptive lattices', 'm bauer, h sato', 1998);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern c '));
  const files = {
    good: [`${PUBLICATION}\t${PUBLICATION}\t1`, `${PUBLICATION}\t${OTHER}\t0`, `${OTHER}\t${PUBLICATION}\t1`, ''].join(
      '\n',
    ),
    letter: 'Dear all,\n',
    apart: `${PUBLICATION}\t${OTHER}\t0\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.txt`), text);
  return () => rm(folder, { recursive: true });
});

const ops = (...args: readonly string[]): Promise<Outcome> =>
  runProgramWith(process.execPath, [OPS, ...args], { PATH, DATABASE_URL: AWAY, DATA_DIR: join(folder, 'data') });

/**
 * For each command: arguments that it rejects, and words of the message. All read their options with one function, and
 * report a database that is away with another.
 */
const REFUSALS: Readonly<Record<string, readonly (readonly [args: string[], words: RegExp])[]>> = {
  backup: [[['--fast'], /Unknown option '--fast'.*\nUsage: npm run ops -- backup \[--plain\]/]],
  restore: [
    [[], /--file is missing: the path of the backup.*\nUsage: npm run ops -- restore --file PATH/],
    [['--file', '/nowhere/a.dump'], /Cannot read .*a\.dump: .*Nothing was changed/],
  ],
  'reset-password': [
    [[], /--email is missing: .*\nUsage: npm run ops -- reset-password --email EMAIL/],
    // other users of the machine would see it
    [['--email', 'a@b', '--password', 'x'], /Unknown option '--password'.*\nUsage/],
  ],
  'create-admin': [
    [['--email', 'a@b', '--password', 'x'], /Unknown option '--password'.*\nUsage/],
    [['--email', 'a@b'], /The PostgreSQL database none on 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/],
  ],
  'repair-links': [
    [['--user-id', 'me'], /--user-id takes a number, not "me"/],
    [['--user-id', '1', '--requested-by', ' '], /--requested-by needs a name/],
  ],
  integrity: [
    [['--strict'], /Unknown option '--strict'.*\nUsage: npm run ops -- integrity \[--strict-warnings\]/],
    [['--strict-warnings'], /The PostgreSQL database none on 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/],
  ],
  'score-pairs': [
    [[], /Name one file\.\nUsage: npm run ops -- score-pairs FILE/],
    [['{}/letter.txt'], /letter\.txt, line 1: expected two records and a label/],
    [['{}/apart.txt'], /apart\.txt has no pair with the label 1/],
  ],
  'rotate-secrets': [
    [['--force'], /Unknown option '--force'[\s\S]*rotate-secrets/],
    [
      [],
      /SECRETS_KEY is required with DATABASE_URL. Set the new key as SECRETS_KEY and the old one as SECRETS_KEY_PREVIOUS/,
    ],
  ],
  'upgrade-database': [
    [['--fast'], /Unknown option '--fast'[\s\S]*Usage: npm run ops -- upgrade-database \[--old-programs FOLDER\]/],
    [[], /DATABASE_URL is set\. This command moves the embedded database only/],
  ],
  'near-duplicates': [[['--threshold', 'high'], /--threshold must be a number from 0 to 1/]],
};

test('--help, no command and an unknown command list all commands, and each has its rows here', async () => {
  for (const [args, expected, words] of [
    [['--help'], 0, /^Usage: npm run ops/],
    [[], 1, /^Name a command\.\nUsage/],
    [['repair'], 1, /^There is no command "repair"\.\nUsage/],
  ] as const) {
    const { code, stdout, stderr } = await ops(...args);
    const [text, silent] = expected === 0 ? [stdout, stderr] : [stderr, stdout];
    expect([code, silent]).toEqual([expected, '']);
    expect(text).toMatch(words);
    const listed = [...text.matchAll(/^ {2}(\S+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(REFUSALS).sort());
  }
});

test('the help of a command shows its options, even if the settings are wrong', async () => {
  const env = { PATH, DATABASE_URL: 'mysql://a/b' };
  const { code, stdout } = await runProgramWith(process.execPath, [OPS, 'backup', '--help'], env);
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      'Usage: npm run ops -- backup [--plain]',
      expect.stringMatching(/^back up the database/),
      '  --plain  write SQL text, not the compressed format of pg_dump',
      '',
    ],
  ]);
});

test('a command on a DATA_DIR that does not exist says so and creates nothing', async () => {
  const dataDir = join(folder, 'nowhere', 'data');
  const { code, stderr } = await runProgramWith(process.execPath, [OPS, 'integrity'], { PATH, DATA_DIR: dataDir });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no database in DATA_DIR=${dataDir}.`)]);
  await expect(access(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each(Object.keys(REFUSALS))('%s explains why it rejects arguments', async (name) => {
  for (const [given, words] of REFUSALS[name] ?? []) {
    const args = given.map((arg) => arg.replace('{}', folder));
    const { code, stdout, stderr } = await ops(name, ...args);
    expect([code, stdout], `${name} ${args.join(' ')}: ${stderr}`).toEqual([1, '']);
    expect(stderr, `${name} ${args.join(' ')}`).toMatch(words);
    expect(stderr).not.toMatch(/sesame|\n {4}at /);
  }
});

test.each(['ops.js', 'all.js'])('%s --version prints the version with any settings', async (program) => {
  const args = [join(PROJECT, 'server/dist/start', program), '--version'];
  const env = { PATH, APP_PORT: 'wrong' };
  expect(await runProgramWith(process.execPath, args, env)).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
});

test('the service refuses arguments, which have no effect', async () => {
  const program = join(PROJECT, 'server/dist/start/all.js');
  const { code, stderr } = await runProgramWith(process.execPath, [program, '--port=9000'], { PATH });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^There is no argument "--port=9000"\.\nThis program takes no arguments/),
  ]);
});

test('npm run ops -- score-pairs FILE prints precision, recall and F1 at both points', async () => {
  const args = ['run', '--silent', 'ops', '--', 'score-pairs', join(folder, 'good.txt')];
  const { code, stdout, stderr } = await runProgramWith(
    'npm',
    args,
    { PATH, npm_config_loglevel: 'error' },
    { cwd: PROJECT },
  );
  expect([code, stderr]).toEqual([0, '']);
  const [head, ...lines] = stdout.trimEnd().split('\n');
  expect(head).toBe('pairs 3, of one publication 2');
  const figures = 'precision 1.0000, recall 0.5000, F1 0.6667 (1 right of 1 accepted)';
  expect(lines.map((line) => line.replace(/from 0\.\d+/, 'from …'))).toEqual([
    `match (from …): ${figures}`,
    `merge (from …): ${figures}`,
  ]);
});
