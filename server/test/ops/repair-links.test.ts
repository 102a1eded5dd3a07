import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hasPython } from '../support/has-python.ts';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { startService } from '../support/service.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { installProject } from './installed-project.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

const SCRIPT = 'repair_publication_links.py';

beforeEach((context) => {
  if (!hasPython) context.skip('python3 is missing');
});

async function makeProject(options: { docker?: boolean } = {}) {
  const { run, ...project } = await installProject(options);
  return { ...project, run: (env: Record<string, string>, ...args: string[]) => run(SCRIPT, args, env) };
}

test('the script counts, and with --apply repairs under the given name, while the service runs', async () => {
  const { db, services, admin } = await startService();
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
  await sql`delete from listings where publication_id in (select publication_id from user_publications)`.execute(db);
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
    .where('repair_job_id', 'is not', null)
    .select(['actor', 'actor_user_id'])
    .distinct()
    .orderBy('actor')
    .execute();
  expect(actors).toEqual([
    { actor: 'command line', actor_user_id: null },
    { actor: 'op@lectern.example', actor_user_id: null },
  ]);
});

test('invalid requests are explained and change nothing', async () => {
  const { db, services } = await startService();
  const { run } = await makeProject();
  const user = await adminId(db);
  const env = { DATABASE_URL: services.config.databaseUrl ?? '' };
  expect(await run(env)).toMatchObject({ code: 2, stderr: expect.stringContaining('--user-id') });
  expect(await run(env, '--user-id', 'me')).toMatchObject({ code: 2, stderr: expect.stringContaining("'me'") });
  expect(await run(env, '--user', `${user}`)).toMatchObject({ code: 2, stderr: expect.stringContaining('--user-id') });
  expect(await run(env, '--user-id', '999')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no user 999. Check user_id.\n',
  });
  const strange = await run(env, `--user-id=${user}`, '--scholar-profile-id=7');
  expect(strange).toMatchObject({
    code: 1,
    stderr: `User ${user} does not track these scholars: 7. Leave them out.\n`,
  });
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  const empty = await run({ DATABASE_URL: url }, '--user-id', '1');
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('The database is at migration (none)') });
  expect(await db.selectFrom('repair_jobs').selectAll().execute()).toEqual([]);
});

test('if the compose service runs, the script runs in its container with the same options and exit code', async () => {
  const { root, run, addProgram } = await makeProject({ docker: true });
  await addProgram(
    'docker',
    `#!/bin/sh
for word in "$@"; do printf '%s\\n' "$word"; done >> "$(dirname "$0")/asked"
case "$*" in *" ps "*) echo app ;; *) echo '{}'; exit 1 ;; esac
`,
  );
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
  expect(await run({}, ...options)).toEqual({ code: 1, stdout: '{}\n', stderr: '' });
  const requested = (await readFile(join(root, 'bin', 'asked'), 'utf8')).trimEnd().split('\n');
  expect(requested.slice(requested.indexOf('exec'))).toEqual([
    ...['exec', '-T', 'app', 'node', 'server/dist/start/ops.js', 'repair-links'],
    ...['--user-id=4', '--scholar-profile-id=8', '--scholar-profile-id=9', '--apply', '--requested-by=a b'],
  ]);
});
