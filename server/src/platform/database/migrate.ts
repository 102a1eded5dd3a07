import { readdir, readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import type pg from 'pg';
import { commandFor } from '../command-options.ts';
import { OperatorError } from '../errors.ts';
import type { Database, Queries } from './database.ts';
import { LOCKS } from './locks.ts';
import { one } from './one.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** The whole schema, for new databases. test/ops/baseline.test.ts compares it with the result of the migrations. */
const BASELINE = 'baseline';

/**
 * Migration steps that SQL cannot do, by the names of their migrations. Each runs after the migration's statements, in
 * the same transaction.
 */
export type MigrationSteps = Readonly<Record<string, (db: Queries) => Promise<void>>>;

/** The names of all migrations of this version, the oldest first. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => /^(\d{4}-.*)\.sql$/.exec(file)?.[1] ?? []).sort();
}

async function runFile(db: Queries, name: string): Promise<void> {
  await sql.raw(await readFile(new URL(`${name}.sql`, FOLDER), 'utf8')).execute(db);
}

/**
 * The migrations are SQL files that run in the order of their numbers. A new database gets the resulting schema from
 * one file in place of the first migration. The other migrations then do nothing.
 */
async function readMigrations(steps: MigrationSteps, isNew: boolean): Promise<Record<string, Migration>> {
  const names = await listMigrations();
  const upOf = (name: string) => async (db: Queries) => {
    await runFile(db, name);
    await steps[name]?.(db);
  };
  const upOfNew = (name: string) => async (db: Queries) => {
    if (name === names[0]) await runFile(db, BASELINE);
  };
  return Object.fromEntries(names.map((name) => [name, { up: isNew ? upOfNew(name) : upOf(name) }]));
}

/**
 * Migrates the schema to the newest version. Several processes may do this at the same time. Returns the names of the
 * migrations that ran.
 * @throws OperatorError when the schema is newer than this version of the service
 */
export async function migrateToLatest(db: Database, pool: pg.Pool, steps: MigrationSteps): Promise<string[]> {
  refuseNewer(await findMigration(db), await listMigrations());
  // Kysely's migrator creates its tables before it takes its own lock
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1, 0)', [LOCKS.migration]);
    const isNew = (await findMigration(db)) === null;
    const provider = { getMigrations: () => readMigrations(steps, isNew) };
    const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
    return isNew ? [BASELINE] : results.map((result) => result.migrationName);
  } finally {
    // closing the connection releases the lock in every case
    client.release(true);
  }
}

/**
 * Migrates a database that no other process uses to the given migration.
 * @throws OperatorError when this version does not know the migration
 */
export async function migrateTo(db: Database, steps: MigrationSteps, migration: string): Promise<void> {
  const known = await listMigrations();
  refuseNewer(migration, known);
  const isNew = migration === known.at(-1) && (await findMigration(db)) === null;
  const provider = { getMigrations: () => readMigrations(steps, isNew) };
  // named, because a restore has put the tables of the old data aside in another schema
  const { error } = await new Migrator({ db, provider, migrationTableSchema: 'public' }).migrateTo(migration);
  if (error) throw error;
}

/** The name of the newest migration of this database; null if it is empty. */
export async function findMigration(db: Database): Promise<string | null> {
  const exists = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!one(exists.rows, 'whether there are migrations').found) return null;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}

/** @throws OperatorError when the schema is older or newer than this version of the service needs */
export async function requireLatestMigration(db: Database): Promise<void> {
  const known = await listMigrations();
  const current = await findMigration(db);
  if (current === known.at(-1)) return;
  refuseNewer(current, known);
  throw new OperatorError(
    `The database is at migration ${current ?? '(none)'}, this version needs ${known.at(-1)}.\n` +
      `Back it up, then run \`${commandFor('migrate')} latest\`, or start with MIGRATE_ON_START=1.`,
  );
}

/** Migrations only go forward, because an older version cannot read the data of a newer one. */
function refuseNewer(current: string | null, known: readonly string[]): void {
  if (current === null || known.includes(current) || current < (known.at(-1) ?? '')) return;
  throw new OperatorError(
    `The database is at migration ${current}, this version knows ${known.at(-1)} as the newest.\n` +
      'Start the version that migrated it, or a later one, or restore a backup made before that migration.',
  );
}
