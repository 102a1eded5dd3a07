import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { backUp } from '../../../src/backups/back-up.ts';
import { OperatorError } from '../../../src/platform/errors.ts';
import { makeDataDir, runProgram } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import {
  describeTables,
  dumpOf,
  makeEmptyDatabase,
  makeFolder,
  restoreTo,
  skipWithoutPostgresTools,
  withUser,
} from '../../support/dumps.ts';
import { findPostmaster, query } from '../../support/embedded-openers.ts';
import { profileId, startService } from '../../support/service.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { until } from '../../support/wait.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

test('a restore from an archive or plain SQL returns every row of a collected library, also if crawls went on during the dump', async () => {
  const { sandbox, admin, collect, runToEnd, track, services, db } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(profileId(1), 230);
  await collect(admin, [profileId(1)]);
  sandbox.addPublication(profileId(1), { title: 'Späte "Arbeit"\\N\twith a tab', italic: null });
  await runToEnd(admin);
  const [publication] = (await admin.ok('GET', '/publications?page_size=1')).publications;
  await admin.ok('POST', `/publications/${publication.publication_id}/favorite`);
  const url = services.config.databaseUrl ?? '';
  const folder = await makeFolder();
  const before = await describeTables(url);
  const files = [await dumpOf(url, folder), await dumpOf(url, folder, { plain: true })];
  const after = await describeTables(url);
  // left out, because times go on, a restore invalidates claims, and channels announce only what happens after it
  const changed = ['background_work', 'events', 'event_numbers', 'scholar_profiles'];
  const still = Object.keys(before).filter((table) => before[table] === after[table] && !changed.includes(table));
  expect(still).toEqual(expect.arrayContaining(['publications', 'user_publications', 'users', 'runs', 'sessions']));
  expect(before.publications).toMatch(/^231 rows/);
  for (const file of files) {
    const restored = await makeEmptyDatabase();
    await restoreTo(restored, file);
    const found = await describeTables(restored);
    expect(Object.keys(found)).toEqual(Object.keys(before));
    for (const table of still) expect(found[table], `${file}: ${table}`).toBe(before[table]);
    // sequences are restored, so a new row gets a new number
    const [row] = await query(
      restored,
      `insert into publications (title, title_key, search_vector, canonical_id) values ('x', 'x', '', 1) returning id > (select max(id) from publications) as fresh`,
    );
    expect(row).toEqual({ fresh: true });
  }

  // a dump during crawls is a consistent snapshot: the counts of every library equal those of its rows
  const requested = sandbox.requestCount();
  for (let number = 2; number <= 7; number += 1) {
    sandbox.addScholar(profileId(number), 300);
    await track(admin, profileId(number));
  }
  await until(async () => expect(sandbox.requestCount()).toBeGreaterThan(requested + 3), 200);
  const file = await dumpOf(url, folder);
  const restored = await makeEmptyDatabase();
  await restoreTo(restored, file);
  const [counts] = await query(
    restored,
    `select l.entry_count as kept, (select count(*)::int from user_publications p where p.user_id = l.user_id and hidden_as is null) as found,
       (select count(*)::int from queue_items) as waiting, (select count(*)::int from background_work where claimed_until > now()) as claimed
     from libraries l`,
  );
  expect(counts?.found).toBeGreaterThan(0);
  expect(counts).toMatchObject({ kept: counts?.found, claimed: 0 });
  expect(counts?.waiting, 'the crawl was not over yet').toBeGreaterThan(0);
  await sql`delete from queue_items`.execute(db);
});

test('the file is named by prefix and time, only its owner can read it, and it is never overwritten', async () => {
  const { url, drop } = await makeTestDatabase();
  const folder = join(await makeFolder(), 'made', 'on the way');
  const files = await Promise.all([1, 2, 3].map(() => dumpOf(url, folder, { prefix: 'my lab' })));
  for (const file of files) {
    expect(basename(file)).toMatch(/^my lab_\d{8}T\d{6}Z\.dump$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).toString('latin1', 0, 5)).toBe('PGDMP');
  }
  expect((await readdir(folder)).sort()).toEqual(files.map((file) => basename(file)).sort());
  expect(new Set(files).size).toBe(3);
  const plain = await dumpOf(url, folder, { plain: true });
  expect(basename(plain)).toMatch(/^service_\d{8}T\d{6}Z\.sql$/);
  expect(await readFile(plain, 'utf8')).toMatch(/^--\n-- PostgreSQL database dump\n/);
  await drop();
});

test('a failed dump leaves no file, and its error does not contain the password', async () => {
  const { url, drop } = await makeTestDatabase();
  const folder = await makeFolder();
  const interrupted = new AbortController();
  interrupted.abort();
  const options = { url, folder, prefix: 'service', plain: false, environment: process.env };
  await expect(backUp({ ...options, signal: interrupted.signal })).rejects.toThrow();
  const role = `dumper_${process.pid}`;
  await query(url, `create role ${role} login password 'sesame'`);
  const mine = `${withUser(url, role)}&password=sesame`;
  const refused = await dumpOf(mine, folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(String(refused)).toMatch(/The backup failed\. No file was written\. .*permission denied/);
  expect(String(refused)).not.toContain('sesame');
  await expect(dumpOf(await makeEmptyDatabase(), folder)).rejects.toThrow('contains no Lectern data');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, 'a file'), '');
  await expect(dumpOf(url, join(folder, 'a file'))).rejects.toThrow(/Cannot write the backup to .*a file/);
  await query(url, `drop role ${role}`);
  await drop();
});

test('the embedded database can be dumped and restored while the service runs and while it does not', async () => {
  const dataDir = await makeDataDir();
  const folder = await makeFolder();
  const env = { DATA_DIR: dataDir, BACKUP_DIR: folder };
  const account = { email: 'first@lectern.example', password: 'the first phrase of all' };
  const admin = { BOOTSTRAP_ADMIN_EMAIL: account.email, BOOTSTRAP_ADMIN_PASSWORD: account.password };
  const service = runProgram('all.js', { ...env, ...admin });
  const client = new Client(await service.url());
  await client.signIn(account.email, account.password);
  const backup = runProgram('ops.js', env, { args: ['backup'] });
  expect(await backup.end(), backup.output()).toBe(0);
  expect(backup.output()).toContain(`Also keep a copy of ${join(dataDir, 'secrets.key')}`);
  const file = await backup.says(/(\/.*\.dump)\n/);
  await client.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAA1' }, status: 201 });

  const restore = runProgram('ops.js', env, { args: ['restore', `--file=${file}`, '--wipe-public', '--force'] });
  expect(await restore.end(), restore.output()).toBe(0);
  expect(restore.output()).not.toContain('integrity report finds');
  await until(async () => expect((await client.ok('GET', '/scholars')).scholars).toEqual([]), 200);
  expect((await service.stop('SIGTERM')).code, service.output()).toBe(0);

  // as on a new machine, where the restore starts the database for the first time
  const fresh = { ...env, DATA_DIR: await makeDataDir() };
  const first = runProgram('ops.js', fresh, { args: ['restore', '--file', file] });
  expect(await first.end(), first.output()).toBe(0);
  expect(await findPostmaster(fresh.DATA_DIR)).toBeUndefined();
  const heir = runProgram('all.js', fresh);
  await new Client(await heir.url()).signIn(account.email, account.password);
  expect((await heir.stop('SIGTERM')).code, heir.output()).toBe(0);
  const again = runProgram('ops.js', fresh, { args: ['backup', '--plain'] });
  expect(await again.end(), again.output()).toBe(0);
  expect(await findPostmaster(fresh.DATA_DIR)).toBeUndefined();
});
