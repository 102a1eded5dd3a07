import type { Database } from '../platform/database/database.ts';
import { migrateTo } from '../platform/database/migrate.ts';
import { beginOneTransaction, type OneTransaction } from '../platform/database/one-transaction.ts';
import { OperatorError } from '../platform/errors.ts';
import { MIGRATION_STEPS } from '../upgrade/finish-migration-store.ts';
import {
  discardUnannounced,
  dropReplaced,
  gatherStatistics,
  listOtherSessions,
  putAside,
  readTarget,
  voidClaims,
} from './database-store.ts';
import { listRelations, loadParts, prepareTables } from './load-store.ts';
import { type Dump, type DumpSummary, readParts, summarizeDump } from './read-dump.ts';

export interface RestoreOptions {
  /** of the database whose data is replaced */
  readonly url: string;
  readonly dump: Dump;
  /** the migrations of this version, the oldest first */
  readonly known: readonly string[];
  /** whether users and publications may be replaced */
  readonly mayReplace: boolean;
  /** whether other sessions on the database may be ended */
  readonly mayEndSessions: boolean;
  /** asks the operator before data is replaced */
  readonly confirm: (name: string) => Promise<boolean>;
  /** Checks the restored database. Returns what is wrong with it, one sentence each. */
  readonly check: (db: Database) => Promise<readonly string[]>;
  /** aborts the restore; the old data stays */
  readonly signal: AbortSignal;
  /** reports progress to a person */
  readonly report: (line: string) => void;
}

/** What a dump contains, and the migration at which it was made. */
type Inspected = Pick<DumpSummary, 'relations'> & { readonly version: string };

/**
 * Replaces the data of a database with that of a dump, in one transaction, so a kill at any moment changes nothing:
 * 1. It puts the old data aside and makes the tables of the dump's version by this version's own migrations.
 * 2. It copies the dump's rows. No statement of the dump runs, so a dump can neither run a program nor bring code.
 * 3. It migrates to the latest schema and checks the result.
 * 4. It ends other sessions, drops the old data, and commits.
 * @returns whether the check passed; the data is restored in either case
 * @throws OperatorError if nothing was changed
 */
export async function restoreDump(options: RestoreOptions): Promise<boolean> {
  const { url, signal, report } = options;
  const refuse = (error: unknown): never => {
    throw new OperatorError(`The restore failed. ${explain(error, signal)} Nothing was changed.`);
  };
  report('Reading the dump.');
  const inspected = await inspect(options).catch(refuse);
  const transaction = await beginOneTransaction(url, { name: 'lectern restore', purpose: 'restore' });
  const interrupt = () => void transaction.close();
  signal.addEventListener('abort', interrupt);
  try {
    const name = await requireReplaceable(transaction.db, options);
    const findings = await replace(transaction, { ...options, ...inspected }).catch(refuse);
    // an interruption of the commit could not say which data is in place
    signal.removeEventListener('abort', interrupt);
    await transaction.commit().catch((error: Error) => {
      throw new OperatorError(
        `PostgreSQL did not confirm the restore (${error.message}). Look whether the database has the old data or the new.`,
      );
    });
    report(`Database ${name} is restored.`);
    for (const line of findings) report(line);
    return findings.length === 0;
  } finally {
    signal.removeEventListener('abort', interrupt);
    await transaction.close().catch(() => undefined);
  }
}

async function inspect({ dump, known, signal }: RestoreOptions): Promise<Inspected> {
  const { relations, migrations } = await summarizeDump(dump, signal);
  signal.throwIfAborted();
  return { relations, version: requireKnown(dump, migrations, known) };
}

/** Replaces the data, but does not commit. Returns the findings of the check. */
async function replace(transaction: OneTransaction, options: RestoreOptions & Inspected): Promise<readonly string[]> {
  const { dump, known, relations, version, signal, report, check } = options;
  const { db } = transaction;
  report('Loading the dump.');
  await putAside(db);
  await migrateTo(db, MIGRATION_STEPS, version);
  const { tables, sequences } = await listRelations(db);
  const missing = [...tables, ...sequences].filter((relation) => !relations.has(relation));
  if (missing.length > 0)
    throw new OperatorError(`${dump.name} does not contain the whole database: it lacks ${missing.join(', ')}.`);
  const putBack = await prepareTables(db, tables);
  for (const table of await loadParts(transaction, tables, readParts(dump, signal)))
    report(`Table ${table} is not Lectern's, and was left out.`);
  await putBack();
  await migrateTo(db, MIGRATION_STEPS, known.at(-1) ?? version);
  await voidClaims(db);
  await discardUnannounced(db);
  await gatherStatistics(db);
  report('Checking the new data.');
  const findings = await check(db);
  signal.throwIfAborted();
  report('Replacing the old data.');
  for (const session of await requireUnused(db, options)) report(`Ending the sessions of ${session}.`);
  await dropReplaced(db);
  signal.throwIfAborted();
  return findings;
}

/** Returns the schema's version. */
function requireKnown(dump: Dump, found: readonly string[], known: readonly string[]): string {
  const newest = found.at(-1);
  if (newest === undefined || !known.includes(found[0] ?? ''))
    throw new OperatorError(`${dump.name} is not a dump of Lectern's database.`);
  if (!found.every((one) => known.includes(one)))
    throw new OperatorError(
      `${dump.name} has schema ${newest}, but this version knows schemas only up to ${known.at(-1)}. Restore it with the version that made it, or a later one.`,
    );
  return newest;
}

/**
 * Returns the name of the database.
 * @throws OperatorError if its data must not or cannot be replaced
 */
async function requireReplaceable(db: Database, options: RestoreOptions): Promise<string> {
  const { known, mayReplace } = options;
  const { name, role, ownsIt, hasTables, oldestMigration, users, publications } = await readTarget(db);
  const refuse = (reason: string): never => {
    throw new OperatorError(`${reason} Nothing was changed.`);
  };
  if (!mayReplace && hasTables && oldestMigration !== known[0])
    refuse(
      `Database ${name} has tables that are not Lectern's. Restore into an empty database, or add --wipe-public to replace them.`,
    );
  if (!mayReplace && users + publications > 0)
    refuse(
      `Database ${name} is not empty: it has ${users} user(s) and ${publications} publication(s). To replace everything with the dump, add --wipe-public.`,
    );
  if (!ownsIt)
    refuse(
      `Database ${name} or its schema public does not belong to role ${role}, so it cannot be replaced. Run as a superuser: ALTER DATABASE "${name}" OWNER TO "${role}"; ALTER SCHEMA public OWNER TO "${role}"`,
    );
  await requireUnused(db, options);
  if (mayReplace && hasTables && !(await options.confirm(name))) refuse("The name does not match the database's name.");
  return name;
}

/**
 * Returns the other sessions, which may be ended.
 * @throws OperatorError if they may not
 */
async function requireUnused(db: Database, { mayEndSessions }: RestoreOptions): Promise<string[]> {
  const sessions = await listOtherSessions(db);
  if (sessions.length === 0 || mayEndSessions) return sessions;
  throw new OperatorError(
    `The database is in use: ${sessions.join(', ')}. Stop Lectern and close the other sessions, or add --force to end them. Nothing was changed.`,
  );
}

function explain(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'It was interrupted.';
  if (error instanceof OperatorError) return error.message.replace(/ Nothing was changed\.$/, '');
  return error instanceof Error ? `PostgreSQL reported: ${error.message}.` : String(error);
}
