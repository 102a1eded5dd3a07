import { readFile } from 'node:fs/promises';
import { Migrator, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { connectDatabase, type Database, type DatabaseConnections } from '../../src/platform/database/database.ts';
import { listMigrations, migrateToLatest } from '../../src/platform/database/migrate.ts';
import { MIGRATION_STEPS } from '../../src/upgrade/finish-migration-store.ts';
import { makeTestDatabase } from './test-database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Connections to a database of the test's own, with the newest schema or none, until the test ends. */
export async function openTestDatabase({
  empty,
}: {
  empty: boolean;
}): Promise<DatabaseConnections & { readonly url: string; migrate(): Promise<string[]> }> {
  const database = await makeTestDatabase({ empty });
  const connections = connectDatabase({
    url: database.url,
    maxConnections: 3,
    name: 'test',
    purpose: 'migration',
    onError: () => undefined,
  });
  onTestFinished(async () => {
    await connections.close();
    await database.drop();
  });
  const migrate = () => migrateToLatest(connections.db, connections.pool, MIGRATION_STEPS);
  return { ...connections, url: database.url, migrate };
}

/** Gives an empty database the schema of version 0.1.0. */
export function migrateTo010(db: Database): Promise<void> {
  return runMigrationsBefore(db, '0013');
}

/** Gives an empty database the schema of version 0.2.0. */
export function migrateTo020(db: Database): Promise<void> {
  return runMigrationsBefore(db, '0036');
}

async function runMigrationsBefore(db: Database, end: string): Promise<void> {
  const names = await listMigrations();
  await runMigrations(
    db,
    names.filter((name) => name < end),
  );
}

/** Runs the SQL of these migrations, as a version did that had no others. */
export async function runMigrations(db: Database, names: readonly string[]): Promise<void> {
  const upOf = (name: string) => async (tx: Database) => {
    await sql.raw(await readFile(new URL(`${name}.sql`, FOLDER), 'utf8')).execute(tx);
  };
  const migrations = Object.fromEntries(names.map((name) => [name, { up: upOf(name) }]));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) throw error;
}
