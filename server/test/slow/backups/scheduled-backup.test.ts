import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeDataDir, runProgram, type ServiceProcess } from '../../ops/process-runner.ts';
import { ADMIN } from '../../support/admin.ts';
import { Client } from '../../support/client.ts';
import {
  describeTables,
  makeEmptyDatabase,
  makeFolder,
  restoreTo,
  skipWithoutPostgresTools,
} from '../../support/dumps.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { until } from '../../support/wait.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });
const PATIENCE_SECONDS = 100;

skipWithoutPostgresTools();

/** A schedule whose only time of the year has just passed. */
function yearly(): string {
  const now = new Date();
  return `${now.getMinutes()} ${now.getHours()} ${now.getDate()} ${now.getMonth() + 1} *`;
}

async function makeDatabase(): Promise<string> {
  const { url, drop } = await makeTestDatabase({ admin: true });
  onTestFinished(drop);
  return url;
}

async function signIn(service: ServiceProcess): Promise<Client> {
  const client = new Client(await service.url());
  await client.signIn(ADMIN.email, ADMIN.password);
  return client;
}

/** Creates a folder with a program pg_dump that is used because its version is the newest. */
async function putPgDump(lines: string): Promise<string> {
  const folder = await makeFolder();
  const program = join(folder, 'pg_dump');
  await writeFile(
    program,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) 99.0"; exit; fi\n${lines}\n`,
  );
  await chmod(program, 0o755);
  return `${folder}:${process.env.PATH}`;
}

test('a scheduled backup restores; the admin page, metrics and log show it; old backups are deleted', async () => {
  const url = await makeDatabase();
  const dataDir = await makeDataDir();
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true });
  const old = [1, 2, 3].map((day) => `scheduled_2026010${day}T031500Z.dump`);
  for (const name of [...old, 'service_20260101T031500Z.dump']) await writeFile(join(folder, name), '');
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_SCHEDULE: yearly(), BACKUP_KEEP: '2' };
  const service = runProgram('all.js', env);
  const admin = await signIn(service);
  await until(async () => {
    expect(await admin.ok('GET', '/admin/backups')).toMatchObject({ state: 'succeeded' });
  }, PATIENCE_SECONDS);
  const shown = await admin.ok('GET', '/admin/backups');
  const file = join(folder, shown.last_success.file);
  const { size, mode } = await stat(file);
  expect(shown).toEqual({
    state: 'succeeded',
    schedule: env.BACKUP_SCHEDULE,
    keep: 2,
    folder,
    next_at: expect.stringMatching(/^20/),
    next_dt: shown.next_at,
    last_success: {
      finished_at: expect.any(String),
      finished_dt: shown.last_success.finished_at,
      file: shown.last_success.file,
      bytes: size,
    },
    last_failure: null,
  });
  expect(new Date(shown.next_at).getTime() - Date.now()).toBeGreaterThan(300 * 86_400_000);
  expect(mode & 0o777).toBe(0o600);
  const wanted = ['scheduled_20260103T031500Z.dump', shown.last_success.file, 'service_20260101T031500Z.dump'].sort();
  await until(async () => expect((await readdir(folder)).sort()).toEqual(wanted), PATIENCE_SECONDS);
  const metrics = await (await fetch(`${await service.url()}/metrics`)).text();
  const ended = new Date(shown.last_success.finished_at).getTime() / 1000;
  const line = /^lectern_backup_last_success_timestamp_seconds (.*)$/m.exec(metrics);
  expect(Math.abs(Number(line?.[1]) - ended)).toBeLessThan(1);
  expect(metrics).toContain(`\nlectern_backup_last_success_bytes ${size}\n`);
  expect(metrics).toContain('\nlectern_backup_failing 0\n');
  expect(service.output()).toContain('made a scheduled backup');
  const restored = await makeEmptyDatabase();
  await restoreTo(restored, file);
  expect((await describeTables(restored)).users).toBe((await describeTables(url)).users);
  // the next start makes no backup
  await service.stop('SIGTERM');
  const again = runProgram('all.js', env);
  await signIn(again);
  await again.stop('SIGTERM');
  expect((await readdir(folder)).sort()).toEqual(wanted);
});

test('a failed backup is shown with its reason, logged as an error, and not repeated before the next scheduled time', async () => {
  const url = await makeDatabase();
  const dataDir = await makeDataDir();
  const PATH = await putPgDump('echo "pg_dump: error: no space for this" >&2; exit 1');
  const service = runProgram('all.js', { DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_SCHEDULE: yearly(), PATH });
  const admin = await signIn(service);
  await until(async () => {
    expect(await admin.ok('GET', '/admin/backups')).toMatchObject({ state: 'failed' });
  }, PATIENCE_SECONDS);
  expect(await admin.ok('GET', '/admin/backups')).toMatchObject({
    last_success: null,
    last_failure: { reason: 'The backup failed. No file was written. pg_dump: error: no space for this' },
  });
  const metrics = await (await fetch(`${await service.url()}/metrics`)).text();
  expect(metrics).toContain('\nlectern_backup_failing 1\n');
  expect(service.output()).toMatch(/"level":"error".*the scheduled backup failed/);
  expect(service.output().match(/the scheduled backup failed/g)).toHaveLength(1);
  expect(await readdir(join(dataDir, 'backups'))).toEqual([]);
});

test('if several workers run, only one makes the backup', async () => {
  const url = await makeDatabase();
  const folders = await Promise.all([makeDataDir(), makeDataDir(), makeDataDir()]);
  const workers = folders.map((dataDir) =>
    runProgram('worker.js', { DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_SCHEDULE: yearly() }),
  );
  const listFiles = async () =>
    (await Promise.all(folders.map((folder) => readdir(join(folder, 'backups')).catch(() => [])))).flat();
  await until(async () => expect(await listFiles()).toEqual([expect.stringMatching(/\.dump$/)]), PATIENCE_SECONDS);
  // a process that is still being loaded does not see the signal
  await Promise.all(workers.map((worker) => worker.says(/The worker is running/)));
  for (const worker of workers) expect((await worker.stop('SIGTERM')).code, worker.output()).toBe(0);
  expect(await listFiles()).toHaveLength(1);
});

test('a killed or stopped process leaves no backup under a final name, and the next start makes the backup', async () => {
  const url = await makeDatabase();
  const dataDir = await makeDataDir();
  const folder = join(dataDir, 'backups');
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_SCHEDULE: yearly() };
  const PATH = await putPgDump('printf PGDMP; exec sleep 30');
  const isWriting = async () => expect(await readdir(folder)).toEqual([expect.stringMatching(/^\..*\.part$/)]);
  const stopped = runProgram('all.js', { ...env, PATH });
  await until(isWriting, PATIENCE_SECONDS);
  expect((await stopped.stop('SIGTERM')).code, stopped.output()).toBe(0);
  expect(await readdir(folder)).toEqual([]);
  const killed = runProgram('all.js', { ...env, PATH });
  await until(isWriting, PATIENCE_SECONDS);
  await killed.stop('SIGKILL');
  await isWriting();
  const next = runProgram('all.js', env);
  await next.says(/made a scheduled backup/);
  const admin = await signIn(next);
  expect(await admin.ok('GET', '/admin/backups')).toMatchObject({ state: 'succeeded', last_failure: null });
});

test('no backup is scheduled by default, and an invalid schedule stops the start', async () => {
  const url = await makeDatabase();
  const service = runProgram('api.js', { DATABASE_URL: url });
  const admin = await signIn(service);
  expect(await admin.ok('GET', '/admin/backups')).toMatchObject({
    state: 'off',
    schedule: null,
    next_dt: null,
    last_success: null,
    last_failure: null,
  });
  const wrong = runProgram('all.js', { DATABASE_URL: url, BACKUP_SCHEDULE: 'every night', BACKUP_KEEP: '0' });
  expect(await wrong.end()).toBe(1);
  expect(wrong.output()).toMatch(/BACKUP_SCHEDULE must be a cron expression with five fields/);
  expect(wrong.output()).toMatch(/BACKUP_KEEP must be a whole number from 1/);
});
