import { OperatorError } from '../platform/errors.ts';
import { dropLoader } from './loader-store.ts';
import { makeReplacement } from './make-replacement.ts';
import { refuseTarget } from './refuse-target.ts';
import type { RestoreOptions } from './restore-options.ts';
import {
  connectToServer,
  dropDatabase,
  listDatabases,
  listSessions,
  readTarget,
  type ServerConnection,
  swapDatabases,
  takeRestoreLock,
} from './restore-store.ts';
import { isLeftOver, restoredNames } from './restored-names.ts';

/**
 * Loads a dump into a new database, checks it there, and puts it in the old one's place. Until that moment the old one is in use and
 * unchanged; killed at any point, one of the two stands whole, and what is left over the next restore removes.
 * @returns whether the check found the new one in order: a dump of a faulty database is better than none
 * @throws OperatorError when it is refused or fails
 */
export async function restoreDump(options: RestoreOptions): Promise<boolean> {
  const { url, known, tell } = options;
  const target = await readTarget(url);
  refuseTarget(target, { oldest: known[0] ?? '', mayReplace: options.mayReplace });
  if (options.mayReplace && target.schemas.length > 0 && !(await options.confirm(target.name)))
    throw new OperatorError("That is not the database's name. Nothing was changed.");
  const server = await connectToServer(url);
  try {
    if (!(await takeRestoreLock(server, target.name)))
      throw new OperatorError(`Another restore of database ${target.name} is under way. Nothing was changed.`);
    await dropLeftOvers(server, target.name, tell);
    await dropLoader(server, target.name);
    return await replace(server, target.name, options).finally(() =>
      // the next restore removes it
      dropLoader(server, target.name).catch(() => undefined),
    );
  } finally {
    await server.end().catch(() => undefined);
  }
}

async function dropLeftOvers(server: ServerConnection, name: string, tell: (line: string) => void): Promise<void> {
  for (const database of await listDatabases(server)) {
    if (!isLeftOver(name, database)) continue;
    tell(`Removing ${database}, which an interrupted restore left.`);
    await dropDatabase(server, database);
  }
}

async function replace(server: ServerConnection, name: string, options: RestoreOptions): Promise<boolean> {
  const { url, known, mayReplace, signal, tell } = options;
  const { replacement, before } = restoredNames(name, new Date());
  let isInOrder: boolean;
  try {
    isInOrder = await makeReplacement(server, { ...options, name, replacement });
    // somebody may have begun to use an empty one meanwhile
    refuseTarget(await readTarget(url), { oldest: known[0] ?? '', mayReplace });
    signal.throwIfAborted();
    tell('Putting it in place.');
    await swapDatabases(server, { url, name, replacement, before });
  } catch (error) {
    const sessions = await listSessions(server, name).catch(() => []);
    await dropDatabase(server, replacement).catch(() => undefined);
    throw new OperatorError(`The restore failed: ${explain(error, signal, sessions)} Database ${name} is as it was.`);
  }
  tell(`Database ${name} is restored.`);
  await dropDatabase(server, before).catch(() =>
    tell(`The old one, now called ${before}, could not be removed: the next restore does it.`),
  );
  return isInOrder;
}

function explain(error: unknown, signal: AbortSignal, sessions: readonly string[]): string {
  if (signal.aborted) return 'it was interrupted.';
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as Error & { code?: string };
  // https://www.postgresql.org/docs/15/errcodes-appendix.html: object_in_use, lock_not_available
  if (code === '55006' || code === '55P03')
    return `the database is in use by sessions that this role may not end (${sessions.join('; ')}). End them, then try again.`;
  return `PostgreSQL said: ${message}.`;
}
