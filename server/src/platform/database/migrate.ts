import { readdir, readFile } from 'node:fs/promises';
import { makeWorkerUtils } from 'graphile-worker';
import { type Migration, Migrator, sql } from 'kysely';
import type pg from 'pg';
import { OperatorError } from '../errors.ts';
import type { Database } from './database.ts';

/** Any key for an advisory lock that nobody else uses. */
const MIGRATION_LOCK = 0x6c65636d;
const FOLDER = new URL('../../../migrations/', import.meta.url);

/** The migrations as plain SQL files, run in the order of their numbers. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The names of all migrations that this version has, the oldest first. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations());
}

function migratorOf(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } });
}

/**
 * Brings the schema, and that of the job queue, to the newest version; several processes may do so at once. Returns what was run.
 * @throws OperatorError when the schema is newer than this version of the service
 */
export async function migrateToLatest(db: Database, pool: pg.Pool): Promise<string[]> {
  refuseNewer(await findMigration(db), Object.keys(await readMigrations()));
  // each of the two has a lock of its own, but the first looks at all tables, and must not while the second replaces its own
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { error, results = [] } = await migratorOf(db).migrateToLatest();
    if (error) throw error;
    const queue = await makeWorkerUtils({ pgPool: pool });
    try {
      await queue.migrate();
    } finally {
      await queue.release();
    }
    return results.map((result) => result.migrationName);
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
  const known = Object.keys(await readMigrations());
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
