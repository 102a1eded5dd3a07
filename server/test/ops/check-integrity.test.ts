import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { hasPython } from './has-python.ts';
import { makeWorld, makeWorldTemplate, type World } from './integrity-world.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));

interface End {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(command: string, args: readonly string[], env: Record<string, string>): Promise<End> {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd: tmpdir(),
    env: { PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** As it stands after an installation: the starters, and the built product beside them. `docker` in its own folder notes what it is asked, and does it. */
async function installStarters({ compose }: { compose: 'none' | 'stopped' | 'running' }) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-starters-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'scripts/db'), { recursive: true });
  for (const name of ['run_ops.py', 'check_integrity.py'])
    await copyFile(join(project, 'scripts/db', name), join(folder, 'scripts/db', name));
  await mkdir(join(folder, 'server'));
  await symlink(join(project, 'server/dist'), join(folder, 'server/dist'));
  await mkdir(join(folder, 'bin'));
  const asked = join(folder, 'asked');
  const docker = join(folder, 'bin/docker');
  await writeFile(
    docker,
    `#!/bin/sh
echo "$@" >> '${asked}'
case "$*" in
  *' ps '*) echo db; ${compose === 'running' ? 'echo app' : 'true'} ;;
  *' exec -T app node '*) while [ "$1" != node ]; do shift; done; exec "$@" ;;
esac
`,
  );
  await chmod(docker, 0o755);
  if (compose !== 'none') for (const name of ['', '.dev']) await writeFile(join(folder, `compose${name}.yaml`), '');
  const start = (args: readonly string[], env: Record<string, string>) =>
    run('python3', [join(folder, 'scripts/db/check_integrity.py'), ...args], {
      ...env,
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
    });
  return { folder, start, asked: () => readFile(asked, 'utf8').catch(() => '') };
}

async function openWorld(): Promise<World> {
  const template = await makeWorldTemplate();
  const world = await makeWorld(template);
  onTestFinished(async () => {
    await world.close();
    await template.drop();
  });
  return world;
}

const ops = (args: readonly string[], env: Record<string, string>) =>
  run(process.execPath, [join(project, 'server/dist/start/ops.js'), 'integrity', ...args], env);

test('the command prints the report, and its exit code says what came of it', async () => {
  const world = await openWorld();
  const env = { DATABASE_URL: world.url };
  const good = await ops(['--strict-warnings'], env);
  expect([good.code, good.err]).toEqual([0, '']);
  expect(JSON.parse(good.out)).toMatchObject({ status: 'passed', failures: [], warnings: [] });

  await world.break('update publications set year = 1 where id = 1');
  expect((await ops([], env)).code).toBe(0);
  const warned = await ops(['--strict-warnings'], env);
  expect([warned.code, JSON.parse(warned.out)]).toMatchObject([
    2,
    { status: 'passed', failures: [], warnings: ['impossible_years'] },
  ]);

  await world.break('update publications set citation_count = -1 where id = 1');
  const failed = await ops(['--strict-warnings'], env);
  expect([failed.code, JSON.parse(failed.out)]).toMatchObject([
    1,
    { status: 'failed', failures: ['negative_citations'] },
  ]);
});

test('what cannot be done is said in words', async () => {
  const unknown = await ops(['--stict-warnings'], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
  expect(unknown).toEqual({ code: 1, out: '', err: expect.stringContaining('only --strict-warnings') });
  const away = await ops([], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
  expect(away).toEqual({ code: 1, out: '', err: expect.stringContaining('cannot be used') });
});

test.runIf(hasPython)('the starter goes into the container of a running compose service', async () => {
  const world = await openWorld();
  const { start, asked } = await installStarters({ compose: 'running' });
  const good = await start([], { DATABASE_URL: world.url });
  expect([good.code, good.err, JSON.parse(good.out).status]).toEqual([0, '', 'passed']);
  expect(await asked()).toBe(
    'compose -f compose.yaml ps --status running --services\n' +
      'compose -f compose.yaml exec -T app node server/dist/start/ops.js integrity\n',
  );
  await world.break('update publications set year = 1 where id = 1');
  const strict = await start(['--strict-warnings'], { DATABASE_URL: world.url, USE_DEV_COMPOSE: '1' });
  expect([strict.code, JSON.parse(strict.out).warnings]).toEqual([2, ['impossible_years']]);
  expect(await asked()).toContain(
    'compose -f compose.yaml -f compose.dev.yaml exec -T app node server/dist/start/ops.js integrity --strict-warnings\n',
  );
});

test.runIf(hasPython)('without such a service the starter runs the command here', async () => {
  const world = await openWorld();
  await world.break('update publications set citation_count = -1 where id = 1');
  const alone = await installStarters({ compose: 'none' });
  const failed = await alone.start([], { DATABASE_URL: world.url });
  expect([failed.code, failed.err, JSON.parse(failed.out).failures]).toEqual([1, '', ['negative_citations']]);
  expect(await alone.asked()).toBe('');
  const stopped = await installStarters({ compose: 'stopped' });
  const here = await stopped.start([], { DATABASE_URL: world.url });
  expect([here.code, JSON.parse(here.out).failures]).toEqual([1, ['negative_citations']]);
  expect(here.err).toContain('The compose service "app" does not run here');
});

test.runIf(hasPython)('the starter says in words what is wrong with how it was called', async () => {
  const { folder, start } = await installStarters({ compose: 'none' });
  for (const args of [['--strict'], ['--nonsense'], ['5']]) {
    const { code, out, err } = await start(args, {});
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('unrecognized arguments')]);
  }
  const dev = await start([], { USE_DEV_COMPOSE: '1' });
  expect(dev).toEqual({ code: 1, out: '', err: expect.stringContaining('compose.dev.yaml') });
  await rm(join(folder, 'server/dist'));
  const empty = await start([], {});
  expect(empty).toEqual({ code: 1, out: '', err: expect.stringContaining('ops.js is missing') });
  const python = (await run('python3', ['-c', 'import sys; print(sys.executable)'], {})).out.trim();
  const withoutNode = await run(python, [join(folder, 'scripts/db/check_integrity.py')], { PATH: '/nowhere' });
  expect(withoutNode).toEqual({ code: 1, out: '', err: expect.stringContaining('Node.js is missing') });
});
