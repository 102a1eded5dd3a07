import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { inspectDump } from '../../src/backups/inspect-dump.ts';
import { roleOf } from '../../src/backups/loader-store.ts';
import { openDump } from '../../src/backups/read-dump.ts';
import { listMigrations } from '../../src/platform/database/migrate.ts';
import { OperatorError } from '../../src/platform/errors.ts';
import { makeWorkDue } from '../support/due.ts';
import {
  describeTables,
  dumpOf,
  makeEmptyDatabase,
  makeFolder,
  restoreTo,
  skipWithoutPostgresTools,
  withUser,
} from '../support/dumps.ts';
import { query } from '../support/embedded-openers.ts';
import { profileId, startService } from '../support/service.ts';
import { makeTestDatabase, queryServer } from '../support/test-database.ts';
import { until } from '../support/wait.ts';

// a busy machine takes its time
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

async function makeDatabase(): Promise<string> {
  const { url, drop } = await makeTestDatabase();
  onTestFinished(drop);
  return url;
}

function nameOf(url: string): string {
  return /\/(lectern_test_\w+)/.exec(url)?.[1] ?? '';
}

async function addUser(url: string, name: string): Promise<void> {
  await query(url, `insert into users (email, email_key, password_hash) values ('${name}@x', '${name}@x', 'x')`);
}

async function listDatabases(url: string): Promise<unknown[]> {
  const rows = await queryServer(inject('databaseServer'), `select datname as name from pg_database order by 1`);
  return rows.map(({ name }) => name).filter((name) => String(name).startsWith(nameOf(url)));
}

async function refusal(restoring: Promise<unknown>): Promise<string> {
  const error = await restoring.then(
    () => null,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof Error ? error.message : '';
}

test('a running service goes on with what was restored, workers included', async () => {
  const service = await startService({ sources: 'google_scholar' });
  const { sandbox, admin, collect, track, db, services } = service;
  const url = services.config.databaseUrl ?? '';
  for (const [number, works] of [20, 30, 40].entries()) sandbox.addScholar(profileId(number + 1), works);
  await collect(admin, [profileId(1)]);
  // what is in the queue, but not begun, when the dump is made
  await query(url, `update source_states set cooldown_until = now() + interval '1 hour'`);
  await track(admin, profileId(2));
  const file = await dumpOf(url, await makeFolder());
  await makeWorkDue(db);
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(50), 200);
  await service.newUser('later');

  const told = await restoreTo(url, file, { mayReplace: true });
  expect(told.at(-1)).toBe(`Database ${nameOf(url)} is restored.`);
  await until(async () => expect(await admin.ok('GET', '/publications')).toMatchObject({ total_count: 20 }), 200);
  expect((await admin.ok('GET', '/admin/users')).users).toHaveLength(1);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toMatchObject([{ reason: 'first_crawl' }]);
  await makeWorkDue(db);
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(50), 200);
  await collect(admin, [profileId(3)]);
  expect(await listDatabases(url)).toEqual([nameOf(url)]);
});

test('a file that is no whole dump of this product is refused, and nothing is touched', async () => {
  const url = await makeDatabase();
  await addUser(url, 'somebody');
  const folder = await makeFolder();
  const archive = await readFile(await dumpOf(url, folder));
  const script = await readFile(await dumpOf(url, folder, { plain: true }), 'utf8');
  const other = await makeEmptyDatabase();
  await query(other, 'create table kysely_migration as select 1 as id; create table users as select 1 as id');
  const foreign = await readFile(await dumpOf(other, folder));
  const files: Record<string, [Buffer | string, RegExp]> = {
    empty: ['', /is empty/],
    'head.dump': [archive.subarray(0, 5), /cannot be restored|no dump that can be restored/],
    'most.dump': [archive.subarray(0, -1), /no dump that can be restored/],
    'half.dump': [archive.subarray(0, archive.length / 2), /no dump that can be restored/],
    'contents.dump': [archive.subarray(0, archive.length * 0.98), /no dump that can be restored/],
    'most.sql': [script.slice(0, script.lastIndexOf('complete')), /it is cut off/],
    'half.sql': [script.slice(0, script.length / 2), /it is cut off/],
    'letter.dump': ['Dear all,\n', /not made by pg_dump/],
    'packed.sql.gz': [Buffer.from([0x1f, 0x8b, 8, 0]), /packed with gzip/],
    'foreign.dump': [foreign, /is no dump of Lectern's database/],
    'newer.sql': [
      script.replace(/^(COPY public\.kysely_migration .*\n)/m, '$19999-later\t2030-01-01\n'),
      /is of schema 9999-later, this version knows 00/,
    ],
  };
  const before = await describeTables(url);
  const target = await makeEmptyDatabase();
  for (const [name, [bytes, words]] of Object.entries(files)) {
    const file = join(folder, name);
    await writeFile(file, bytes);
    const said = await refusal(restoreChecked(target, file));
    expect(said, name).toMatch(words);
    expect(said, name).toContain('Nothing was changed.');
  }
  for (const file of [join(folder, 'missing'), folder])
    expect(await refusal(restoreTo(target, file))).toMatch(/cannot be read: .*Nothing was changed/);
  expect(await describeTables(target)).toEqual({});
  expect(await describeTables(url)).toEqual(before);
  expect(await listDatabases(target)).toEqual([nameOf(target)]);
});

test('a database that somebody would miss is not replaced, unless that is asked for and its name confirmed', async () => {
  const source = await makeDatabase();
  const file = await dumpOf(source, await makeFolder());
  const used = await makeDatabase();
  await addUser(used, 'somebody');
  const foreign = await makeEmptyDatabase();
  await query(foreign, 'create table letters as select 1 as id');
  const beside = await makeDatabase();
  await query(beside, 'create schema reports; create table reports.yearly as select 1 as id');
  expect(await refusal(restoreTo(used, file))).toMatch(/has 1 user\(s\) and 0 publication\(s\).*--wipe-public/);
  expect(await refusal(restoreTo(foreign, file))).toMatch(/tables that are not Lectern's.*--wipe-public/);
  for (const mayReplace of [false, true])
    expect(await refusal(restoreTo(beside, file, { mayReplace }))).toMatch(
      /schemas that are not Lectern's \(reports\)/,
    );
  const asked: string[] = [];
  const confirm = async (name: string) => {
    asked.push(name);
    return false;
  };
  expect(await refusal(restoreTo(used, file, { mayReplace: true, confirm }))).toContain("not the database's name");
  expect(asked).toEqual([nameOf(used)]);
  expect(await query(used, 'select email from users')).toEqual([{ email: 'somebody@x' }]);
  await restoreTo(used, file, { mayReplace: true });
  expect(await query(used, 'select email from users')).toEqual([]);
  await restoreTo(foreign, file, { mayReplace: true });
  expect(Object.keys(await describeTables(foreign))).not.toContain('letters');
});

test('a restore that fails on its way leaves the old database in use, and nothing else', async () => {
  const url = await makeDatabase();
  await addUser(url, 'somebody');
  const folder = await makeFolder();
  const script = await readFile(await dumpOf(url, folder, { plain: true }), 'utf8');
  const file = join(folder, 'changed.sql');
  const restore = async (change: (text: string) => string, options: Parameters<typeof restoreTo>[2] = {}) => {
    await writeFile(file, change(script));
    return refusal(restoreTo(url, file, { mayReplace: true, ...options }));
  };
  const asItWas = `Database ${nameOf(url)} is as it was.`;
  expect(await restore((text) => text.replace('somebody@x\tsomebody@x', 'somebody@x'))).toMatch(
    /PostgreSQL said: .*boolean/,
  );
  expect(
    await restore((text) => text.replace('\nSELECT pg_catalog.setval', '\nSELECT no_such_function();\n$&')),
  ).toContain(asItWas);
  const check = async () => {
    throw new OperatorError('The report could not be made.');
  };
  expect(await restore((text) => text, { check })).toBe(`The restore failed: The report could not be made. ${asItWas}`);
  const interruption = new AbortController();
  const tell = (line: string) => {
    if (line.startsWith('Checking')) interruption.abort();
  };
  expect(await restore((text) => text, { signal: interruption.signal, tell })).toContain('it was interrupted');
  expect(await query(url, 'select email from users')).toEqual([{ email: 'somebody@x' }]);
  expect(await listDatabases(url)).toEqual([nameOf(url)]);
});

test('a role without the right to make databases is told so; one that owns its database restores the dump of another role', async () => {
  const source = await makeDatabase();
  const file = await dumpOf(source, await makeFolder());
  const url = await makeEmptyDatabase();
  const name = nameOf(url);
  const role = `${name}_owner`;
  const own = withUser(url, role);
  await query(url, `create role ${role} login`);
  onTestFinished(async () => {
    await queryServer(inject('databaseServer'), `drop database if exists ${name} with (force)`);
    await queryServer(inject('databaseServer'), `drop role ${role}`);
  });
  expect(await refusal(restoreTo(own, file))).toMatch(/does not belong to role .*ALTER DATABASE/);
  await query(url, `alter database ${name} owner to ${role}`);
  expect(await refusal(restoreTo(own, file))).toMatch(/may not create databases.*ALTER ROLE .* CREATEDB/);
  await query(url, `alter role ${role} createdb; alter database ${name} set statement_timeout = '7min'`);
  await restoreTo(own, file);
  expect(await describeTables(own)).toEqual(await describeTables(source));
  expect(await query(own, 'show statement_timeout')).toEqual([{ statement_timeout: '7min' }]);
  expect(
    await query(own, `select count(distinct tableowner)::int as owners from pg_tables where schemaname = 'public'`),
  ).toEqual([{ owners: 1 }]);
});

test('a dump cannot use rights that the restoring superuser has beyond the database, and what it made belongs to that role', async () => {
  const url = await makeDatabase();
  await addUser(url, 'somebody');
  const folder = await makeFolder();
  const script = await readFile(await dumpOf(url, folder, { plain: true }), 'utf8');
  const [role] = await query(
    url,
    'select current_user::text as name, rolsuper as "isSuper" from pg_roles where rolname = current_user',
  );
  expect(role?.isSuper, 'else this test shows nothing').toBe(true);
  const file = join(folder, 'wicked.sql');
  const wicked = {
    program: `do $$ begin execute 'copy users from program ''id'''; end $$;`,
    file: `do $$ begin execute 'copy users from ''/etc/passwd'''; end $$;`,
    role: 'alter role current_user superuser;',
    reset: 'reset session authorization; create role wicked superuser;',
  };
  for (const [name, statement] of Object.entries(wicked)) {
    await writeFile(
      file,
      script.replace('\nSELECT pg_catalog.setval', (found) => `\n${statement}${found}`),
    );
    expect(await refusal(restoreTo(url, file, { mayReplace: true })), name).toMatch(
      /PostgreSQL said: .*(permission denied|must be superuser|must be owner).* is as it was/,
    );
  }
  expect(await query(url, 'select email from users')).toEqual([{ email: 'somebody@x' }]);
  await writeFile(file, script);
  await restoreTo(url, file, { mayReplace: true });
  expect(
    await query(
      url,
      `select distinct pg_get_userbyid(owner)::text as name from (
         select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
         union select proowner from pg_proc where pronamespace = 'public'::regnamespace
         union select datdba from pg_database where datname = current_database()) owners`,
    ),
  ).toEqual([{ name: role?.name }]);
  const [database] = await query(url, 'select current_database()::text as name');
  expect(await query(url, `select from pg_roles where rolname = '${roleOf(String(database?.name))}'`)).toEqual([]);
});

/** As the command does it: the file is read to its end before the database is looked at. */
async function restoreChecked(url: string, file: string): Promise<unknown> {
  await inspectDump(await openDump(file, process.env), await listMigrations());
  return restoreTo(url, file);
}
