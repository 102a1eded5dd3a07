import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { hasPython } from '../support/has-python.ts';
import { installProject, runProgramWith } from './installed-project.ts';
import { makeWorld, type World } from './integrity-world.ts';

const OPS = fileURLToPath(new URL('../../dist/start/ops.js', import.meta.url));
const STARTER = 'check_integrity.py';

async function openWorld(): Promise<World> {
  const world = await makeWorld();
  onTestFinished(() => world.close());
  return world;
}

const ops = (args: readonly string[], env: Record<string, string>) =>
  runProgramWith(process.execPath, [OPS, 'integrity', ...args], { PATH: process.env.PATH ?? '', ...env });

test('the command prints the report, and its exit code is the result', async () => {
  const world = await openWorld();
  const env = { DATABASE_URL: world.url };
  const good = await ops(['--strict-warnings'], env);
  expect([good.code, good.stderr]).toEqual([0, '']);
  expect(JSON.parse(good.stdout)).toMatchObject({ status: 'passed', failures: [], warnings: [] });

  await world.break(
    `insert into publications (title, title_key, search_vector, canonical_id) values ('Nobody', 'nobody', '', 10); insert into records (publication_id, source, key, evidence, title) values (10, 'x', 'x', '{}', 'Nobody')`,
  );
  expect((await ops([], env)).code).toBe(0);
  const warned = await ops(['--strict-warnings'], env);
  expect([warned.code, JSON.parse(warned.stdout)]).toMatchObject([
    2,
    { status: 'passed', failures: [], warnings: ['works_without_link'] },
  ]);

  await world.break('delete from user_settings where user_id = 2');
  const failed = await ops(['--strict-warnings'], env);
  expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([
    1,
    { status: 'failed', failures: ['users_without_library'] },
  ]);
});

test.runIf(hasPython)('the script runs the command in the container of a running compose service', async () => {
  const world = await openWorld();
  const { root, run, dockerCalls } = await installProject({ docker: true });
  const environment = join(root, 'environment');
  await writeFile(environment, `DATABASE_URL='${world.url}'\n`);
  // the database of this machine must not be used
  const env = { DATABASE_URL: 'postgresql://127.0.0.1:1/none', FAKE_RUNNING: 'db app', FAKE_ENVIRONMENT: environment };
  const good = await run(STARTER, [], env);
  expect([good.code, good.stderr, JSON.parse(good.stdout).status]).toEqual([0, '', 'passed']);
  expect(await dockerCalls()).toBe(
    'compose ps --services --status running\ncompose exec -T app node server/dist/start/ops.js integrity\n',
  );
  await world.break(
    `insert into publications (title, title_key, search_vector, canonical_id) values ('Nobody', 'nobody', '', 10); insert into records (publication_id, source, key, evidence, title) values (10, 'x', 'x', '{}', 'Nobody')`,
  );
  const strict = await run(STARTER, ['--strict-warnings'], { ...env, USE_DEV_COMPOSE: '1' });
  expect([strict.code, JSON.parse(strict.stdout).warnings]).toEqual([2, ['works_without_link']]);
  expect(await dockerCalls()).toContain(
    'compose -f compose.yaml -f compose.dev.yaml exec -T app node server/dist/start/ops.js integrity --strict-warnings\n',
  );
});

test.runIf(hasPython)('without such a service the script runs the command on this machine', async () => {
  const world = await openWorld();
  await world.break('delete from user_settings where user_id = 2');
  const alone = await installProject();
  const failed = await alone.run(STARTER, [], { DATABASE_URL: world.url });
  expect([failed.code, failed.stderr, JSON.parse(failed.stdout).failures]).toEqual([1, '', ['users_without_library']]);
  const stopped = await installProject({ docker: true });
  const here = await stopped.run(STARTER, [], { DATABASE_URL: world.url, FAKE_RUNNING: 'db' });
  expect([here.code, here.stderr, JSON.parse(here.stdout).failures]).toEqual([1, '', ['users_without_library']]);
});

test.runIf(hasPython)('the script explains wrong options', async () => {
  const { root, run } = await installProject();
  for (const args of [['--strict'], ['--nonsense'], ['5']]) {
    const refused = await run(STARTER, args);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('unrecognized arguments') });
  }
  const dev = await run(STARTER, [], { USE_DEV_COMPOSE: '1' });
  expect(dev).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('compose.dev.yaml') });
  await rm(join(root, 'server', 'dist'));
  const empty = await run(STARTER);
  expect(empty).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('ops.js is missing') });
});
