import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPython } from '../support/has-python.ts';
import { installProject, type Outcome, runProgramWith } from './installed-project.ts';

const DOWN = 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?';
const UNSET = 'required variable POSTGRES_PASSWORD is missing a value: put one into .env';
/** The URL of a database on this machine that does not respond. */
const NAMED = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
/** All that a script says then: no line is about Docker. */
const ONLY_THE_DATABASE = /^[^\n]*annot (be used|use the database)[^\n]*\n(The command was not done[^\n]*\n)?$/;

/** One script of each kind, and the compose service that it uses. */
const SCRIPTS = [
  { name: 'backup_full.sh', service: 'db', args: [] },
  { name: 'check_integrity.py', service: 'app', args: [] },
].filter(({ name }) => hasPython || !name.endsWith('.py'));

function expectRefused({ code, stdout, stderr }: Outcome, ...words: readonly (string | RegExp)[]): void {
  expect([code, stdout]).toEqual([1, '']);
  for (const one of words) expect(stderr).toMatch(one);
  expect(stderr).not.toMatch(/Traceback|\n {4}at |command not found/);
}

test.each(SCRIPTS)(
  '$name takes no other database when Compose fails and its service may run',
  async ({ name, service, args }) => {
    const { root, run, dockerCalls } = await installProject({ docker: true });
    const reasons = [`docker compose: ${DOWN}`, `the compose service "${service}" runs here cannot be determined`];
    const mend = '"docker compose ps" works in';
    expectRefused(await run(name, args, { FAKE_REFUSAL: DOWN }), ...reasons, mend, 'set DATABASE_URL or DATA_DIR');
    expectRefused(
      await run(name, args, { FAKE_REFUSAL: DOWN, USE_DEV_COMPOSE: '1', ...NAMED }),
      DOWN,
      'USE_DEV_COMPOSE=1 asks for Compose, which cannot be used',
    );
    // Docker has a container of this folder, by whatever name the folder goes
    await symlink(root, join(root, 'bin', 'other name'));
    const folders = `/nowhere\n${join(root, 'bin', 'other name')}`;
    expectRefused(
      await run(name, args, { FAKE_REFUSAL: UNSET, FAKE_FOLDERS: folders, ...NAMED }),
      UNSET,
      `"${service}" of this folder runs, but Compose cannot be used`,
    );
    expect(await dockerCalls()).toContain(`ps --filter label=com.docker.compose.service=${service} --format`);
    expect(await dockerCalls()).not.toContain('exec');
  },
);

test.each(SCRIPTS)(
  '$name takes the database of this machine when its service cannot run here, and explains it unless it is named',
  async ({ name, service, args }) => {
    const { root, run } = await installProject({ docker: true });
    const unset = { FAKE_REFUSAL: UNSET, FAKE_FOLDERS: '/nowhere' };
    const none = { FAKE_COMPOSE: 'none' };
    for (const docker of [unset, none, { FAKE_REFUSAL: DOWN }, { FAKE_RUNNING: 'other' }])
      expectRefused(await run(name, args, { ...docker, ...NAMED }), ONLY_THE_DATABASE);
    const taken = `"${service}" does not run here: taking the embedded database in the folder data.`;
    const missing = `There is no database in DATA_DIR=${join(root, 'data')}`;
    expectRefused(await run(name, args, unset), UNSET, taken, missing);
    expectRefused(await run(name, args, none), /^There is no Docker Compose here/, taken, missing);
  },
);

test.each(SCRIPTS)(
  '$name calls Compose as an operator would: its own variables and override files count',
  async ({ name, args }) => {
    const { root, run, dockerCalls } = await installProject({ docker: true });
    const last = async (env: Record<string, string>) => {
      await run(name, args, { FAKE_RUNNING: 'app db', FAKE_END: '1', ...env });
      return (await dockerCalls())
        .trim()
        .split('\n')
        .findLast((line) => line.includes(' ps '));
    };
    const ps = 'ps --services --status running';
    expect(await last({ COMPOSE_FILE: 'a.yaml' })).toBe(`compose ${ps}`);
    const dev = { USE_DEV_COMPOSE: '1' };
    expect(await last(dev)).toBe(`compose -f compose.yaml -f compose.dev.yaml ${ps}`);
    await writeFile(join(root, 'compose.override.yaml'), '');
    expect(await last(dev)).toBe(`compose -f compose.yaml -f compose.override.yaml -f compose.dev.yaml ${ps}`);
    await writeFile(join(root, '.env'), 'A=b\nCOMPOSE_FILE="compose.yaml:compose.secrets.yaml"\n');
    expect(await last(dev)).toBe(`compose -f compose.yaml -f compose.secrets.yaml -f compose.dev.yaml ${ps}`);
    const named = { ...dev, COMPOSE_FILE: 'compose.yaml;compose.dev.yaml;c d.yaml', COMPOSE_PATH_SEPARATOR: ';' };
    expect(await last(named)).toBe(`compose -f compose.yaml -f c d.yaml -f compose.dev.yaml ${ps}`);
  },
);

test('a restore is refused as well, before anything is touched', async () => {
  const { run, dockerCalls } = await installProject({ docker: true });
  const refused = await run('restore_dump.sh', ['--file', 'x.dump', '--wipe-public'], { FAKE_REFUSAL: DOWN });
  expectRefused(refused, DOWN, 'cannot be determined');
  expect(await dockerCalls()).not.toMatch(/compose (exec|run)/);
});

test.runIf(hasPython)('invalid output of a container is never taken for a report', async () => {
  const { run } = await installProject({ docker: true });
  for (const end of ['3', '126', '127', '137']) {
    const env = { FAKE_RUNNING: 'app db', FAKE_END: end };
    expectRefused(await run('check_integrity.py', [], env), `The command was not done: docker ended with ${end}.`);
    expectRefused(await run('repair_publication_links.py', ['--user-id', '1'], env), `ended with ${end}`);
  }
});

test.each(SCRIPTS)(
  '$name goes on with the last build when a new one fails, and says what is missing',
  async ({ name, args }) => {
    const { root, run, script } = await installProject();
    await mkdir(join(root, 'scripts', 'build'));
    await writeFile(join(root, 'scripts', 'build', 'build.js'), 'console.error("error TS1: no"); process.exit(1);');
    await mkdir(join(root, 'server', 'src'));
    await mkdir(join(root, 'node_modules', 'typescript'));
    const built =
      /^error TS1: no\nThe build failed: going on with the last one\.\n[\s\S]*annot (be used|use the database)/;
    expectRefused(await run(name, args, NAMED), built);
    const PATH = process.env.PATH ?? '';
    const python = await runProgramWith('python3', ['-c', 'import sys; print(sys.executable)'], { PATH });
    const program = name.endsWith('.py') ? python.stdout.trim() : '/bin/bash';
    for (const PATH of ['', '/nowhere']) {
      const { code, stdout, stderr } = await runProgramWith(program, [script(name), ...args], { PATH, ...NAMED });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(PATH ? /Node\.js is missing/ : /Node\.js is missing|annot (be used|use the database)/);
    }
  },
);
