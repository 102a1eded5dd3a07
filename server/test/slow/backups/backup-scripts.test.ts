import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { installProject, runProgramWith } from '../../ops/installed-project.ts';
import { describeTables, makeFolder, skipWithoutPostgresTools } from '../../support/dumps.ts';
import { query } from '../../support/embedded-openers.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

/** Finds a program on this process's PATH. */
function run(
  program: string,
  args: readonly string[],
  { env = {}, cwd = '/' }: { env?: Record<string, string>; cwd?: string } = {},
) {
  return runProgramWith(program, args, { PATH: process.env.PATH ?? '', npm_config_loglevel: 'error', ...env }, { cwd });
}

async function makeDatabase(): Promise<string> {
  const { url, drop } = await makeTestDatabase();
  onTestFinished(drop);
  await query(url, `insert into users (email, email_key, password_hash) values ('a@x', 'a@x', 'x')`);
  return url;
}

test('the scripts work from any folder with DATABASE_URL_FILE; backup prints only the path, and restore restores the file', async () => {
  const url = await makeDatabase();
  const folder = await makeFolder();
  const { root, script } = await installProject();
  await writeFile(join(folder, 'url'), `${url}\n`);
  const env = { DATABASE_URL_FILE: join(folder, 'url') };
  const plain = await run(script('backup_full.sh'), ['--plain'], {
    cwd: folder,
    env: { ...env, BACKUP_DIR: 'my backups', BACKUP_PREFIX: 'lab' },
  });
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(plain.stdout).toMatch(/^\/.*\/my backups\/lab_\d{8}T\d{6}Z\.sql\n$/);
  const file = plain.stdout.trim();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const byDefault = await run(script('backup_full.sh'), [], { env });
  expect(byDefault.stdout.trim()).toMatch(/\/backups\/service_\d{8}T\d{6}Z\.dump$/);
  expect(byDefault.stdout).toContain(join(root, 'backups'));

  const before = await describeTables(url);
  await query(url, `update users set email = 'changed@x'`);
  const refused = await run(script('restore_dump.sh'), ['--file', byDefault.stdout.trim()], { env });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('add --wipe-public');
  const relative = file.slice(folder.length + 1);
  const restored = await run(script('restore_dump.sh'), ['--wipe-public', '--file', relative], { cwd: folder, env });
  expect(restored, restored.stderr).toMatchObject({ code: 0, stdout: '' });
  expect(await describeTables(url)).toEqual(before);
});

test('on a terminal --wipe-public asks for the name of the database', async () => {
  const url = await makeDatabase();
  const name = /lectern_test_\w+/.exec(url)?.[0] ?? '';
  const folder = await makeFolder();
  const { script } = await installProject();
  const env = { DATABASE_URL: url, BACKUP_DIR: folder };
  const file = (await run(script('backup_full.sh'), [], { env })).stdout.trim();
  await query(url, `update users set email = 'changed@x'`);
  const answer = (typed: string) =>
    run(
      'bash',
      [
        '-c',
        `printf '%s\\n' "$1" | script --quiet --return --command "'$2' --file '$3' --wipe-public" /dev/null`,
        '-',
        typed,
        script('restore_dump.sh'),
        file,
      ],
      { env },
    );
  const wrong = await answer('yes');
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain(`This replaces everything in database ${name}`);
  expect(wrong.stdout).toContain("The name does not match the database's name. Nothing was changed.");
  expect(await query(url, 'select email from users')).toEqual([{ email: 'changed@x' }]);
  const right = await answer(name);
  expect(right, right.stdout).toMatchObject({ code: 0 });
  expect(await query(url, 'select email from users')).toEqual([{ email: 'a@x' }]);
});

test('the compose service db has priority: its own programs dump, and the application restores their output', async () => {
  const url = await makeDatabase();
  const name = /lectern_test_\w+/.exec(url)?.[0] ?? '';
  const folder = await makeFolder();
  const { run: runScript, dockerCalls } = await installProject({ docker: true });
  const address = await query(
    url,
    `select current_user as user, inet_server_addr() as host, current_setting('port') as port, split_part(current_setting('unix_socket_directories'), ', ', 1) as socket`,
  );
  const { user, host, port, socket } = address[0] ?? {};
  const inside = {
    POSTGRES_USER: user,
    POSTGRES_DB: name,
    PGHOST: host ?? String(socket).replaceAll('"', ''),
    PGPORT: port,
    DATABASE_URL: url,
  };
  const lines = Object.entries(inside).map(([key, value]) => `${key}='${value}'`);
  await writeFile(join(folder, 'environment'), lines.join('\n'));
  const env = {
    FAKE_RUNNING: 'app db',
    FAKE_ENVIRONMENT: join(folder, 'environment'),
    BACKUP_DIR: join(folder, 'of compose'),
    // the database of this machine must not be used
    DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  };
  const archive = await runScript('backup_full.sh', [], env);
  expect(archive, archive.stderr).toMatchObject({ code: 0, stderr: '' });
  const plain = await runScript('backup_full.sh', ['--plain'], { ...env, USE_DEV_COMPOSE: '1' });
  expect(plain, plain.stderr).toMatchObject({ code: 0 });
  for (const [{ stdout }, extension] of [
    [archive, 'dump'],
    [plain, 'sql'],
  ] as const) {
    expect(stdout).toMatch(new RegExp(`/of compose/service_\\d{8}T\\d{6}Z\\.${extension}\\n$`));
    expect((await stat(stdout.trim())).mode & 0o777).toBe(0o600);
  }
  const noted = await dockerCalls();
  expect(noted).toMatch(
    /^compose ps --services --status running\ncompose exec -T db sh -c exec pg_dump --format=custom /,
  );
  expect(noted).toMatch(
    /^compose -f compose\.yaml -f compose\.dev\.yaml exec -T db sh -c exec pg_dump --format=plain /m,
  );

  const before = await describeTables(url);
  for (const [file, running] of [
    [archive.stdout.trim(), 'app db'],
    [plain.stdout.trim(), 'db'],
  ] as const) {
    await query(url, `update users set email = 'changed@x'`);
    const restored = await runScript('restore_dump.sh', ['--file', file, '--wipe-public'], {
      ...env,
      FAKE_RUNNING: running,
    });
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    expect(await describeTables(url)).toEqual(before);
  }
  expect(await dockerCalls()).toMatch(
    /^compose run --rm --no-deps -T app node server\/dist\/start\/ops\.js restore --file - --wipe-public$/m,
  );
  const truncated = join(folder, 'truncated.dump');
  await writeFile(truncated, (await readFile(archive.stdout.trim())).subarray(0, -100));
  const refused = await runScript('restore_dump.sh', ['--file', truncated, '--wipe-public'], env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Nothing was changed.');
  expect(await describeTables(url)).toEqual(before);
  // a failed dump leaves no file
  await writeFile(join(folder, 'environment'), [...lines, 'POSTGRES_DB=no_such_database'].join('\n'));
  const files = await readdir(env.BACKUP_DIR);
  const failed = await runScript('backup_full.sh', [], env);
  expect(failed).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('The backup failed. No file was written.'),
  });
  expect(await readdir(env.BACKUP_DIR)).toEqual(files);
});

test('wrong options and missing requirements are explained', async () => {
  const { root, script } = await installProject();
  const env = { DATABASE_URL: inject('databaseServer'), BACKUP_DIR: join(root, 'none') };
  const cases: [string, string[], RegExp, Record<string, string>?][] = [
    ['backup_full.sh', ['--fast'], /There is no option --fast\. Usage/],
    ['backup_full.sh', ['file'], /There is no option file\. Usage/],
    ['backup_full.sh', [], /BACKUP_PREFIX must not contain a slash/, { BACKUP_PREFIX: '../up' }],
    ['backup_full.sh', [], /There is no database in DATA_DIR=/, { DATABASE_URL: '', DATA_DIR: join(root, 'data') }],
    ['backup_full.sh', [], /cannot be used: .*ECONNREFUSED/, { DATABASE_URL: 'postgresql://a:sesame@127.0.0.1:1/x' }],
    ['backup_full.sh', [], /USE_DEV_COMPOSE=1 asks for compose\.dev\.yaml/, { USE_DEV_COMPOSE: '1' }],
    ['restore_dump.sh', [], /--file is missing/],
    ['restore_dump.sh', ['--file'], /--file requires a path/],
    ['restore_dump.sh', ['--file', 'missing.dump'], /Cannot read .*missing\.dump: .*Nothing was changed/],
    ['restore_dump.sh', ['--wipe'], /There is no option --wipe\. Usage/],
  ];
  for (const [name, args, words, change] of cases) {
    const { code, stdout, stderr } = await run(script(name), args, { env: { ...env, ...change } });
    expect([code, stdout], `${name} ${args}`).toEqual([1, '']);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/sesame|\n {4}at /);
  }
  expect((await readdir(root)).sort()).toEqual(['bin', 'node_modules', 'scripts', 'server']);
});
