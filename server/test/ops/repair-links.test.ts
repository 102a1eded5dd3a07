import { execFile, spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { startTestService } from '../support/test-service.ts';

// a busy machine takes its time
vi.setConfig({ testTimeout: 300_000 });

const project = fileURLToPath(new URL('../../../', import.meta.url));
const SCRIPT = 'repair_publication_links.py';

const lack = spawnSync('python3', ['--version']).status === 0 ? null : 'python3 is not installed';
if (lack) console.log(`tests of ${SCRIPT} are skipped: ${lack}`);
beforeEach((context) => {
  if (lack !== null) context.skip(lack);
});

/** The project as an operator has it after a build; `docker` is what stands for Docker on the PATH. */
async function makeProject(docker?: string) {
  const root = await mkdtemp(join(tmpdir(), 'lectern r '));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'scripts', 'db'), { recursive: true });
  await mkdir(join(root, 'server'));
  await mkdir(join(root, 'bin'));
  for (const name of ['run_ops.py', SCRIPT])
    await copyFile(join(project, 'scripts', 'db', name), join(root, 'scripts', 'db', name));
  for (const name of ['dist', 'migrations']) await symlink(join(project, 'server', name), join(root, 'server', name));
  if (docker !== undefined) {
    await writeFile(join(root, 'compose.yaml'), 'services: {}\n');
    await writeFile(join(root, 'bin', 'docker'), docker);
    await chmod(join(root, 'bin', 'docker'), 0o755);
  }
  const run = (env: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const script = join(root, 'scripts', 'db', SCRIPT);
      const settings = { PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}`, PYTHONDONTWRITEBYTECODE: '1', ...env };
      execFile('python3', [script, ...args], { cwd: '/', env: settings }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
    });
  return { root, run };
}

test('the script counts, and with --apply repairs, as who it says, while the service runs', async () => {
  const { db, services, admin } = await startTestService();
  const { run } = await makeProject();
  const user = await adminId(db);
  const [one, two] = [await track(db, user, 'P1'), await track(db, user, 'P2')];
  await savePageOf(db, one, makeRows('P1', [0, 5]));
  await savePageOf(db, two, makeRows('P2', [0, 5]));
  await sql`delete from user_publications`.execute(db);
  const env = { DATABASE_URL: services.config.databaseUrl ?? '' };

  const dry = await run(env, '--user-id', `${user}`);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  const counted = JSON.parse(dry.stdout);
  expect(counted).toMatchObject({ status: 'completed', dry_run: true, summary: { links_added: 10, links_deleted: 0 } });
  expect((await admin.ok('GET', '/publications')).total_count).toBe(0);

  const some = await run(
    env,
    '--user-id',
    `${user}`,
    '--scholar-profile-id',
    `${two}`,
    '--apply',
    '--requested-by',
    'op@lectern.example',
  );
  expect(JSON.parse(some.stdout)).toMatchObject({
    dry_run: false,
    scope: { scholar_profile_ids: [two] },
    summary: { links_added: 5 },
  });
  expect((await admin.ok('GET', '/publications')).total_count).toBe(5);
  await sql`delete from profile_publications where publication_id in (select publication_id from user_publications)`.execute(
    db,
  );
  await sql`delete from user_publications`.execute(db);
  const rest = await run(env, `--user-id=${user}`, '--apply', '--gc-orphan-publications');
  expect(JSON.parse(rest.stdout)).toMatchObject({ summary: { links_added: 5, publications_deleted: 5 } });
  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
  expect(jobs.map((job: Record<string, unknown>) => [job.requested_by, job.dry_run])).toEqual([
    ['command line', false],
    ['op@lectern.example', false],
    ['command line', true],
  ]);
  const actors = await db
    .selectFrom('audit_log')
    .select(['actor', 'actor_user_id'])
    .distinct()
    .orderBy('actor')
    .execute();
  expect(actors).toEqual([
    { actor: 'command line', actor_user_id: null },
    { actor: 'op@lectern.example', actor_user_id: null },
  ]);
});

test('what cannot be done is said in words, and nothing is changed', async () => {
  const { db, services } = await startTestService();
  const { run } = await makeProject();
  const user = await adminId(db);
  const env = { DATABASE_URL: services.config.databaseUrl ?? '' };
  expect(await run(env)).toMatchObject({ code: 2, stderr: expect.stringContaining('--user-id') });
  expect(await run(env, '--user-id', 'me')).toMatchObject({ code: 2, stderr: expect.stringContaining("'me'") });
  expect(await run(env, '--user', `${user}`)).toMatchObject({ code: 2, stderr: expect.stringContaining('--user-id') });
  expect(await run(env, '--user-id', '999')).toMatchObject({ code: 1, stdout: '', stderr: 'There is no user 999.\n' });
  const strange = await run(env, `--user-id=${user}`, '--scholar-profile-id=7');
  expect(strange).toMatchObject({ code: 1, stderr: `User ${user} does not track: 7.\n` });
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  const empty = await run({ DATABASE_URL: url }, '--user-id', '1');
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('The database is at migration (none)') });
  expect(await db.selectFrom('repair_jobs').selectAll().execute()).toEqual([]);
});

test('beside a compose service that runs it works in its container, with the same options and exit code', async () => {
  const docker = `#!/bin/sh
for word in "$@"; do printf '%s\\n' "$word"; done >> "$(dirname "$0")/asked"
case "$*" in *" ps "*) echo app ;; *) echo '{}'; exit 3 ;; esac
`;
  const { root, run } = await makeProject(docker);
  const options = [
    '--user-id',
    '4',
    '--scholar-profile-id',
    '8',
    '--scholar-profile-id',
    '9',
    '--apply',
    '--requested-by',
    'a b',
  ];
  expect(await run({}, ...options)).toMatchObject({ code: 3, stdout: '{}\n' });
  const asked = (await readFile(join(root, 'bin', 'asked'), 'utf8')).trimEnd().split('\n');
  expect(asked.slice(asked.indexOf('exec'))).toEqual([
    ...['exec', '-T', 'app', 'node', 'server/dist/start/ops.js', 'repair-links'],
    ...['--user-id=4', '--scholar-profile-id=8', '--scholar-profile-id=9', '--apply', '--requested-by=a b'],
  ]);
});
