import { readdir, readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import type pg from 'pg';
import { OperatorError } from '../errors.ts';
import type { Database, Queries } from './database.ts';

/** Any key for an advisory lock that nobody else uses. */
const MIGRATION_LOCK = 0x6c65636d;
const FOLDER = new URL('../../../migrations/', import.meta.url);
/** The whole schema, for new databases; test/ops/baseline.test.ts compares it with what the migrations make. */
const BASELINE = 'baseline';

/** What migrations do that SQL cannot, by their names: each runs after the migration's statements, in the same transaction. */
export type MigrationSteps = Readonly<Record<string, (db: Queries) => Promise<void>>>;

/** The names of all migrations that this version has, the oldest first. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => /^(\d{4}-.*)\.sql$/.exec(file)?.[1] ?? []).sort();
}

async function runFile(db: Queries, name: string): Promise<void> {
  await sql.raw(await readFile(new URL(`${name}.sql`, FOLDER), 'utf8')).execute(db);
}

/**
 * The migrations as plain SQL files, run in the order of their numbers. A new database gets the schema that they lead to from one file, in place of the
 * first; the others have nothing left to do.
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
 * Brings the schema to the newest version; several processes may do so at once. Returns the names of the files that were run.
 * @throws OperatorError when the schema is newer than this version of the service
 */
export async function migrateToLatest(db: Database, pool: pg.Pool, steps: MigrationSteps): Promise<string[]> {
  refuseNewer(await findMigration(db), await listMigrations());
  // the migrator creates its tables before it takes its own lock
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const isNew = (await findMigration(db)) === null;
    const provider = { getMigrations: () => readMigrations(steps, isNew) };
    const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
    return isNew ? [BASELINE] : results.map((result) => result.migrationName);
  } finally {
    // with the connection the lock ends, whatever happened
    client.release(true);
  }
}

/** Name of the newest migration that this database has; null for an empty one. */
export async function findMigration(db: Database): Promise<string | null> {
  const exists = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!exists.rows[0]?.found) return null;
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
      'Back it up, then run `npm run migrate -- latest`, or start with MIGRATE_ON_START=1.',
  );
}

/** Migrations go forward only: what a newer version has made of the data, this one cannot read. */
function refuseNewer(current: string | null, known: readonly string[]): void {
  if (current === null || known.includes(current) || current < (known.at(-1) ?? '')) return;
  throw new OperatorError(
    `The database is at migration ${current}, this version knows ${known.at(-1)} as the newest.\n` +
      'Start the version that migrated it, or a later one, or restore a backup from before.',
  );
}
