import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { namesBeside } from '../../src/backups/database-store.ts';
import { findPostgresTool, splitPassword } from '../../src/backups/postgres-tools.ts';
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

/** Lists the existing databases that a restore of this one uses. */
async function listBeside(url: string): Promise<unknown[]> {
  const names = Object.values(namesBeside(nameOf(url))).map((name) => `'${name}'`);
  return queryServer(inject('databaseServer'), `select datname from pg_database where datname in (${names.join()})`);
}

async function refusal(restoring: Promise<unknown>): Promise<string> {
  const error = await restoring.then(
    () => null,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof Error ? error.message : '';
}

test('a running service and its workers continue with the restored data', async () => {
  const service = await startService({ sources: 'google_scholar' });
  const { sandbox, admin, collect, track, db, services } = service;
  const url = services.config.databaseUrl ?? '';
  for (const [number, works] of [20, 30, 40].entries()) sandbox.addScholar(profileId(number + 1), works);
  await collect(admin, [profileId(1)]);
  // items that are queued, but not started, when the dump is made
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
  expect(await listBeside(url)).toEqual([]);
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
  expect(await listBeside(target)).toEqual([]);
});

test('a database with data is replaced only with --wipe-public and the confirmed name', async () => {
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
  expect(await refusal(restoreTo(used, file, { mayReplace: true, confirm }))).toContain(
    "does not match the database's name",
  );
  expect(asked).toEqual([nameOf(used)]);
  expect(await query(used, 'select email from users')).toEqual([{ email: 'somebody@x' }]);
  await restoreTo(used, file, { mayReplace: true });
  expect(await query(used, 'select email from users')).toEqual([]);
  await restoreTo(foreign, file, { mayReplace: true });
  expect(Object.keys(await describeTables(foreign))).not.toContain('letters');
});

test('a failed restore leaves only the old database, which stays in use', async () => {
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
  expect(
    await restore((text) => text.replace('\nSELECT pg_catalog.setval', '\nSELECT no_such_function();\n$&')),
  ).toMatch(/PostgreSQL reported: ERROR: .*no_such_function.* Nothing was changed\./);
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
  expect(await listBeside(url)).toEqual([]);
});

test('a role that may not create databases gets an explanation; a role that owns its database can restore the dump of another role', async () => {
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

test("an operator's own dump restores: with owners, grants, extensions, another encoding, or from a newer pg_dump", async () => {
  const source = await makeDatabase();
  await addUser(source, 'möller');
  const role = `${nameOf(source)}_reader`;
  await query(source, `create role ${role}; grant select on users to ${role}; alter table users owner to ${role}`);
  await query(source, 'create extension hstore');
  const folder = await makeFolder();
  const dump = async (name: string, ...options: string[]) => {
    const { address, environment } = splitPassword(source);
    const program = await findPostgresTool('pg_dump', { path: process.env.PATH ?? '', atLeast: 15 });
    const env = { ...process.env, ...environment };
    await promisify(execFile)(program, [...options, `--file=${join(folder, name)}`, `--dbname=${address}`], { env });
    return join(folder, name);
  };
  const archive = await dump('own.dump', '--format=custom');
  const latin = await dump(
    'latin.sql',
    '--no-owner',
    '--no-acl',
    '--extension=plpgsql',
    '--encoding=LATIN1',
    '--inserts',
  );
  const owned = await dump('owned.sql');
  const creating = await dump('creating.sql', '--create', '--no-owner', '--no-acl');
  await query(source, `alter table users owner to current_user; drop owned by ${role}; drop role ${role}`);
  const newer = join(folder, 'newer.sql');
  const script = await readFile(await dumpOf(source, folder, { plain: true }), 'utf8');
  await writeFile(newer, script.replace('SET lock_timeout = 0;', '$&\nSET transaction_timeout = 0;'));
  expect(script).not.toContain('EXTENSION');
  for (const file of [archive, latin, newer]) {
    const url = await makeEmptyDatabase();
    await restoreTo(url, file);
    expect(await describeTables(url), file).toEqual(await describeTables(source));
    expect(await query(url, 'select extname from pg_extension')).toEqual([{ extname: 'plpgsql' }]);
  }
  const url = await makeEmptyDatabase();
  expect(await refusal(restoreTo(url, creating))).toMatch(/CREATE DATABASE .* Nothing was changed/);
  expect(await refusal(restoreTo(url, owned))).toMatch(/role .* --no-owner .* Nothing was changed/);
  expect(await describeTables(url)).toEqual({});
});
