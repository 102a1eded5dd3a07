import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { findPostgresTool, splitPassword } from '../../../src/backups/postgres-tools.ts';
import { OperatorError } from '../../../src/platform/errors.ts';
import { makeWorkDue } from '../../support/due.ts';
import {
  describeTables,
  dumpOf,
  makeEmptyDatabase,
  makeFolder,
  restoreTo,
  skipWithoutPostgresTools,
  withUser,
} from '../../support/dumps.ts';
import { query } from '../../support/embedded-openers.ts';
import { profileId, startService } from '../../support/service.ts';
import { makeTestDatabase, queryServer } from '../../support/test-database.ts';
import { until } from '../../support/wait.ts';

// for busy machines
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

async function refusal(restoring: Promise<unknown>): Promise<string> {
  const error = await restoring.then(
    () => null,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof Error ? error.message : '';
}

test('a running service is named and not disturbed; with --force, it and its workers continue with the restored data', async () => {
  const service = await startService({ sources: 'google_scholar' });
  const { sandbox, admin, collect, track, db, services } = service;
  const url = services.config.databaseUrl ?? '';
  for (const [number, publications] of [20, 30, 40].entries()) sandbox.addScholar(profileId(number + 1), publications);
  await collect(admin, [profileId(1)]);
  // items that are queued, but not started, when the dump is made
  await query(url, `update source_states set cooldown_until = now() + interval '1 hour'`);
  await track(admin, profileId(2));
  const file = await dumpOf(url, await makeFolder());
  await makeWorkDue(db);
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(50), 200);
  await service.newUser('later');

  expect(await refusal(restoreTo(url, file, { mayReplace: true }))).toMatch(
    /The database is in use: .*test \(role \w+, \d+ sessions?\).* --force .* Nothing was changed\./,
  );
  expect((await admin.ok('GET', '/publications')).total_count).toBe(50);
  const lines = await restoreTo(url, file, { mayReplace: true, mayEndSessions: true });
  expect(lines).toContainEqual(expect.stringMatching(/^Ending the sessions of test \(role/));
  expect(lines.at(-1)).toBe(`Database ${nameOf(url)} is restored.`);
  await until(async () => expect(await admin.ok('GET', '/publications')).toMatchObject({ total_count: 20 }), 200);
  expect((await admin.ok('GET', '/admin/users')).users).toHaveLength(1);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toMatchObject([{ reason: 'first_crawl' }]);
  await makeWorkDue(db);
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(50), 200);
  await collect(admin, [profileId(3)]);
});

test('a file that is not a complete dump of Lectern is rejected, and nothing changes', async () => {
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
    'head.dump': [archive.subarray(0, 5), /cannot be restored: pg_restore: error/],
    'most.dump': [archive.subarray(0, -1), /cannot be restored: pg_restore: error/],
    'half.dump': [archive.subarray(0, archive.length / 2), /cannot be restored: pg_restore: error/],
    'contents.dump': [archive.subarray(0, archive.length * 0.98), /cannot be restored: pg_restore: error/],
    'most.sql': [script.slice(0, script.lastIndexOf('complete')), /is incomplete, because its end is missing/],
    'half.sql': [script.slice(0, script.length / 2), /is incomplete, because its end is missing/],
    'letter.dump': ['Dear all,\n', /was not made by pg_dump/],
    'packed.sql.gz': [Buffer.from([0x1f, 0x8b, 8, 0]), /compressed with gzip/],
    'foreign.dump': [foreign, /is not a dump of Lectern's database/],
    'newer.sql': [
      script.replace(/^(COPY public\.kysely_migration .*\n)/m, '$19999-later\t2030-01-01\n'),
      /has schema 9999-later, but this version knows schemas only up to 00/,
    ],
  };
  const before = await describeTables(url);
  const target = await makeEmptyDatabase();
  for (const [name, [bytes, words]] of Object.entries(files)) {
    const file = join(folder, name);
    await writeFile(file, bytes);
    const said = await refusal(restoreTo(target, file));
    expect(said, name).toMatch(words);
    expect(said, name).toContain('Nothing was changed.');
  }
  for (const file of [join(folder, 'missing'), folder])
    expect(await refusal(restoreTo(target, file))).toMatch(/Cannot read .*Nothing was changed/);
  expect(await describeTables(target)).toEqual({});
  expect(await describeTables(url)).toEqual(before);
});

test('a database with data is replaced only with --wipe-public and the confirmed name', async () => {
  const source = await makeDatabase();
  const file = await dumpOf(source, await makeFolder());
  const used = await makeDatabase();
  await addUser(used, 'somebody');
  const foreign = await makeEmptyDatabase();
  await query(foreign, 'create table letters as select 1 as id');
  await query(foreign, 'create schema reports; create table reports.yearly as select 1 as id');
  expect(await refusal(restoreTo(used, file))).toMatch(/has 1 user\(s\) and 0 publication\(s\).*--wipe-public/);
  expect(await refusal(restoreTo(foreign, file))).toMatch(/tables that are not Lectern's.*--wipe-public/);
  const requested: string[] = [];
  const confirm = async (name: string) => {
    requested.push(name);
    return false;
  };
  expect(await refusal(restoreTo(used, file, { mayReplace: true, confirm }))).toContain(
    "does not match the database's name",
  );
  expect(requested).toEqual([nameOf(used)]);
  expect(await query(used, 'select email from users')).toEqual([{ email: 'somebody@x' }]);
  await restoreTo(used, file, { mayReplace: true });
  expect(await query(used, 'select email from users')).toEqual([]);
  await restoreTo(foreign, file, { mayReplace: true });
  expect(Object.keys(await describeTables(foreign))).not.toContain('letters');
  expect(await query(foreign, 'select id from reports.yearly')).toEqual([{ id: 1 }]);
});

test('a failed restore leaves the old data', async () => {
  const url = await makeDatabase();
  await addUser(url, 'somebody');
  const folder = await makeFolder();
  const script = await readFile(await dumpOf(url, folder, { plain: true }), 'utf8');
  const file = join(folder, 'changed.sql');
  const restore = async (change: (text: string) => string, options: Parameters<typeof restoreTo>[2] = {}) => {
    await writeFile(file, change(script));
    return refusal(restoreTo(url, file, { mayReplace: true, ...options }));
  };
  expect(await restore((text) => text.replace('somebody@x\tsomebody@x', 'somebody@x'))).toMatch(
    /PostgreSQL reported: .*boolean/,
  );
  expect(await restore((text) => text.replace(/^COPY public\.users .*\n(.*\n)*?\\\.\n/m, ''))).toMatch(
    /does not contain the whole database: it lacks users\. Nothing was changed\./,
  );
  const check = async () => {
    throw new OperatorError('The report could not be made.');
  };
  expect(await restore((text) => text, { check })).toBe(
    'The restore failed. The report could not be made. Nothing was changed.',
  );
  const interruption = new AbortController();
  const report = (line: string) => {
    if (line.startsWith('Checking')) interruption.abort();
  };
  expect(await restore((text) => text, { signal: interruption.signal, report })).toContain('It was interrupted.');
  expect(await query(url, 'select email from users')).toEqual([{ email: 'somebody@x' }]);
});

test('a role that owns its database can restore the dump of another role, and needs no other right', async () => {
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
  await query(url, `alter database ${name} owner to ${role}; alter database ${name} set statement_timeout = '7min'`);
  await restoreTo(own, file);
  expect(await describeTables(own)).toEqual(await describeTables(source));
  expect(await query(own, 'show statement_timeout')).toEqual([{ statement_timeout: '7min' }]);
  expect(await query(own, "select distinct tableowner from pg_tables where schemaname = 'public'")).toEqual([
    { tableowner: role },
  ]);
});

test("an operator's own dump restores: with owners, grants, extensions, other tables, another encoding, or the database itself", async () => {
  const source = await makeDatabase();
  await addUser(source, 'möller');
  const role = `${nameOf(source)}_reader`;
  await query(source, `create role ${role}; grant select on users to ${role}; alter table users owner to ${role}`);
  await query(source, 'create extension hstore; create table letters as select 1 as id');
  const folder = await makeFolder();
  const dump = async (name: string, ...options: string[]) => {
    const { address, environment } = splitPassword(source);
    const program = await findPostgresTool('pg_dump', { path: process.env.PATH ?? '', atLeast: 15 });
    const env = { ...process.env, ...environment };
    await promisify(execFile)(program, [...options, `--file=${join(folder, name)}`, `--dbname=${address}`], { env });
    return join(folder, name);
  };
  const archive = await dump('own.dump', '--format=custom');
  const latin = await dump('latin.sql', '--encoding=LATIN1');
  const inserts = await dump('inserts.sql', '--inserts');
  const owned = await dump('owned.sql');
  const creating = await dump('creating.sql', '--create', '--no-owner', '--no-acl');
  await query(source, `alter table users owner to current_user; drop owned by ${role}; drop role ${role}`);
  await query(source, 'drop table letters');
  const expected = await describeTables(source);
  for (const file of [archive, latin, owned, creating]) {
    const url = await makeEmptyDatabase();
    expect(await restoreTo(url, file), file).toContain("Table letters is not Lectern's, and was left out.");
    expect(await describeTables(url), file).toEqual(expected);
    expect(await query(url, 'select email from users')).toEqual([{ email: 'möller@x' }]);
    expect(await query(url, 'select extname from pg_extension')).toEqual([{ extname: 'plpgsql' }]);
  }
  const url = await makeEmptyDatabase();
  expect(await refusal(restoreTo(url, inserts))).toMatch(/made with --inserts.* Nothing was changed/);
  expect(await describeTables(url)).toEqual({});
});
