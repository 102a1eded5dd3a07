import { randomBytes } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { OperatorError } from '../platform/errors.ts';
import {
  connectToServer,
  copySettings,
  createDatabaseLike,
  createLoadingRole,
  dropDatabase,
  dropRole,
  forgetUntold,
  gatherStatistics,
  giveDatabase,
  listLoadedMigrations,
  namesBeside,
  readTarget,
  type ServerConnection,
  swapDatabases,
  type Target,
  takeDatabase,
  takeRestoreLock,
  voidClaims,
} from './database-store.ts';
import { type Dump, loadDump } from './load-dump.ts';
import { type ToolEnvironment, withDatabase, withRole } from './postgres-tools.ts';
import { requireOwnCode } from './require-own-code.ts';
import { workOnDatabase } from './work-on-database.ts';

/** Schemas of the product: its own, and that of the job queue of 0.1.0. */
const OWN_SCHEMAS = new Set(['public', 'graphile_worker']);

export interface RestoreOptions {
  /** of the database that is replaced */
  readonly url: string;
  readonly dump: Dump;
  /** the migrations of this version, the oldest first */
  readonly known: readonly string[];
  /** whether a database with users or publications may be replaced */
  readonly mayReplace: boolean;
  /** asks the operator before data is replaced */
  readonly confirm: (name: string) => Promise<boolean>;
  /** Checks the restored database. Returns what is wrong with it, one sentence each. */
  readonly check: (db: Database) => Promise<readonly string[]>;
  readonly environment: ToolEnvironment;
  /** aborts the restore; the old database stays */
  readonly signal: AbortSignal;
  /** reports progress to a person */
  readonly report: (line: string) => void;
}

/**
 * Replaces a database with a dump, all or nothing:
 * 1. It loads the dump into a new database, migrates that, and checks it. The old database stays in use. If Lectern's role could run programs or reach files
 *    of the server, a temporary role without any rights elsewhere does this, because a dump can contain any SQL. The new database must then have no code
 *    of its own, which would run with the rights of Lectern's role.
 * 2. It gives the old database's name to the new one, in one transaction. Then it drops the old database.
 * If the process is killed, the next restore drops the leftover databases.
 * @returns whether the check passed; the data is restored in either case
 * @throws OperatorError if nothing was changed
 */
export async function restoreDump(options: RestoreOptions): Promise<boolean> {
  const { url, mayReplace, report } = options;
  const { name, schemas, isPrivileged } = await requireReplaceable(options);
  if (mayReplace && schemas.length > 0 && !(await options.confirm(name)))
    throw new OperatorError("The name does not match the database's name. Nothing was changed.");
  const { replacement, replaced, reference } = namesBeside(name);
  const server = await connectToServer(url);
  try {
    if (!(await takeRestoreLock(server, name)))
      throw new OperatorError(`Another restore of database ${name} is running. Nothing was changed.`);
    for (const leftOver of [replacement, replaced, reference])
      if (await dropDatabase(server, leftOver))
        report(`Dropped ${leftOver}, which an interrupted restore had left behind.`);
    await dropRole(server, replacement);
    let isSound: boolean;
    try {
      isSound = await makeReplacement(server, { ...options, name, replacement, reference, isPrivileged });
      report('Replacing the old database.');
      await swapDatabases(server, { url, name, replacement, replaced });
    } catch (error) {
      await dropDatabase(server, replacement)
        .then(() => dropRole(server, replacement))
        .catch(() => undefined);
      throw new OperatorError(`The restore failed. ${explain(error, options.signal)} Nothing was changed.`);
    }
    report(`Database ${name} is restored.`);
    await dropDatabase(server, replaced).catch(() =>
      report(`The old database, now called ${replaced}, could not be dropped. The next restore drops it.`),
    );
    return isSound;
  } finally {
    await server.end().catch(() => undefined);
  }
}

/** Creates the new database, ready for use. Returns whether its check passed. */
async function makeReplacement(
  server: ServerConnection,
  options: RestoreOptions & { name: string; replacement: string; reference: string; isPrivileged: boolean },
): Promise<boolean> {
  const { dump, known, environment, signal, report, name, replacement, reference, isPrivileged } = options;
  const ownUrl = withDatabase(options.url, replacement);
  report(`Loading the dump into a new database, ${replacement}.`);
  await createDatabaseLike(server, replacement, name);
  const role = isPrivileged ? { name: replacement, password: randomBytes(24).toString('hex') } : null;
  if (role !== null) {
    await createLoadingRole(server, role);
    await giveDatabase(server, replacement, role.name);
  }
  const url = role === null ? ownUrl : withRole(ownUrl, role);
  await loadDump(url, dump, { environment, signal });
  requireKnown(dump, await listLoadedMigrations(url), known);
  report('Checking the new database.');
  const findings = await prepare(url, options);
  for (const line of findings) report(line);
  if (role !== null) {
    // last, because the dump's triggers ran until now
    await requireOwnCode(server, { restored: url, url: options.url, name, reference });
    await takeDatabase(server, { url: ownUrl, database: replacement, role: role.name });
  }
  for (const setting of await copySettings(ownUrl, name))
    report(`Could not copy the database's setting ${setting}. Set it again.`);
  // the database may have been empty at the start and be in use now
  await requireReplaceable(options);
  signal.throwIfAborted();
  return findings.length === 0;
}

function prepare(url: string, { check }: RestoreOptions): Promise<readonly string[]> {
  return workOnDatabase(url, async (db, migrate) => {
    await migrate();
    await voidClaims(db);
    await forgetUntold(db);
    await gatherStatistics(db);
    return check(db);
  });
}

function requireKnown(dump: Dump, found: readonly string[], known: readonly string[]): void {
  const newest = found.at(-1);
  if (newest === undefined || !known.includes(found[0] ?? ''))
    throw new OperatorError(`${dump.name} is not a dump of Lectern's database.`);
  if (!found.every((one) => known.includes(one)))
    throw new OperatorError(
      `${dump.name} has schema ${newest}, but this version knows schemas only up to ${known.at(-1)}. Restore it with the version that made it, or a later one.`,
    );
}

/** @throws OperatorError if the database must not or cannot be replaced */
async function requireReplaceable({
  url,
  known,
  mayReplace,
}: Pick<RestoreOptions, 'url' | 'known' | 'mayReplace'>): Promise<Target> {
  const target = await readTarget(url);
  const { name, role, schemas, users, publications } = target;
  const refuse = (reason: string): never => {
    throw new OperatorError(`${reason} Nothing was changed.`);
  };
  const foreign = schemas.filter((schema) => !OWN_SCHEMAS.has(schema));
  if (foreign.length > 0)
    refuse(
      `Database ${name} has tables in schemas that are not Lectern's (${foreign.join(', ')}). A restore would remove them. Give Lectern a database of its own.`,
    );
  if (!mayReplace && schemas.includes('public') && target.oldestMigration !== known[0])
    refuse(
      `Database ${name} has tables that are not Lectern's. Restore into an empty database, or add --wipe-public to replace them.`,
    );
  if (!mayReplace && users + publications > 0)
    refuse(
      `Database ${name} is not empty: it has ${users} user(s) and ${publications} publication(s). To replace everything with the dump, add --wipe-public.`,
    );
  if (!target.ownsIt)
    refuse(
      `Database ${name} does not belong to role ${role}, so it cannot be replaced. Run as a superuser: ALTER DATABASE "${name}" OWNER TO "${role}"`,
    );
  if (!target.mayCreate)
    refuse(
      `Role ${role} may not create databases, but a restore creates one. Run as a superuser: ALTER ROLE "${role}" CREATEDB`,
    );
  if (target.isPrivileged && !target.mayCreateRoles)
    refuse(
      `Role ${role} may run programs or reach files of the server. A dump must not, so a restore creates a role for it, but ${role} may not create roles. Run as a superuser: ALTER ROLE "${role}" CREATEROLE`,
    );
  return target;
}

function explain(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'It was interrupted.';
  if (error instanceof OperatorError) {
    const message = error.message.replace(/ Nothing was changed\.$/, '');
    return /authentication failed for user "lectern_restore_|pg_hba\.conf/.test(message)
      ? `${message} Lectern's role may run programs on the server, so a restore loads the dump as a temporary role with a password. Let roles sign in with passwords, or give Lectern a role without these rights.`
      : message;
  }
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as Error & { code?: string };
  // https://www.postgresql.org/docs/15/errcodes-appendix.html: object_in_use, lock_not_available
  const isInUse = code === '55006' || code === '55P03';
  return `PostgreSQL reported: ${message}.${isInUse ? ' End the other sessions on the database, which this role is not allowed to end, and try again.' : ''}`;
}
