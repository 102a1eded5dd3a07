import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, onTestFinished } from 'vitest';
import { backUp } from '../../src/backups/back-up.ts';
import { findPostgresTool } from '../../src/backups/postgres-tools.ts';
import { openDump } from '../../src/backups/read-dump.ts';
import { type RestoreOptions, restoreDump } from '../../src/backups/restore-dump.ts';
import { listMigrations } from '../../src/platform/database/migrate.ts';
import { query } from './embedded-openers.ts';
import { makeTestDatabase } from './test-database.ts';

/** Skips the tests of this file where PostgreSQL's programs are missing or too old, and prints why, once. */
export function skipWithoutPostgresTools(): void {
  let lack: string | null = null;
  beforeAll(async () => {
    lack = await findLack();
    if (lack !== null) console.log(`tests of backups are skipped: ${lack}`);
  });
  beforeEach((context) => {
    if (lack !== null) context.skip(lack);
  });
}

async function findLack(): Promise<string | null> {
  const wanted = { path: process.env.PATH ?? '', atLeast: 15 };
  try {
    for (const name of ['pg_dump', 'pg_restore'] as const) await findPostgresTool(name, wanted);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern b '));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database of the test's own, without any table, until the test ends. */
export async function makeEmptyDatabase(): Promise<string> {
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  return url;
}

/** Dumps a database; gives the file's path. */
export async function dumpOf(
  url: string,
  folder: string,
  { plain = false, prefix = 'service' }: { plain?: boolean; prefix?: string } = {},
): Promise<string> {
  const { signal } = new AbortController();
  return backUp({ url, folder, prefix, plain, environment: process.env, signal });
}

/** Restores a file and returns the output. */
export async function restoreTo(url: string, file: string, change: Partial<RestoreOptions> = {}): Promise<string[]> {
  const lines: string[] = [];
  await restoreDump({
    url,
    dump: await openDump(file, process.env),
    known: await listMigrations(),
    mayReplace: false,
    mayEndSessions: false,
    confirm: async () => true,
    check: async () => [],
    signal: new AbortController().signal,
    report: (line) => void lines.push(line),
    ...change,
  });
  return lines;
}

/** Rows and a checksum of each of the product's tables, without the last numbers, which a restore raises. */
export async function describeTables(url: string): Promise<Record<string, string>> {
  const tables = await query(url, `select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const described: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await query(
      url,
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(t.line, E'\\n' order by t.line)), '') as said
       from (select (to_jsonb(r) - '{last_number,last_entry_number}'::text[])::text as line from public."${name}" r) t`,
    );
    described[String(name)] = String(row?.said);
  }
  return described;
}

/** The same database as seen by another role. */
export function withUser(url: string, user: string): string {
  return /[?&]user=/.test(url) ? url.replace(/([?&]user=)[^&]*/, `$1${user}`) : url.replace(/\/\/[^/]*@/, `//${user}@`);
}
