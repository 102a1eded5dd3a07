import { Cron } from 'croner';
import { OperatorError } from '../platform/errors.ts';
import { readSource } from './database-store.ts';
import { writeDumpFile } from './dump-file.ts';
import { findPostgresTool, splitPassword, startTool, type ToolEnvironment } from './postgres-tools.ts';
import type { BackupResults } from './results-store.ts';

/** How long a dump waits for the locks of a migration. */
const LOCK_WAIT = '60s';

export interface BackupOptions {
  /** the database */
  readonly url: string;
  readonly folder: string;
  readonly prefix: string;
  /** plain SQL instead of pg_dump's archive */
  readonly plain: boolean;
  readonly environment: ToolEnvironment;
  readonly signal: AbortSignal;
}

/**
 * Dumps a consistent snapshot of a database while it is in use. Returns the path of the file.
 * @throws OperatorError; then no file is left
 */
export async function backUp({ url, folder, prefix, plain, environment, signal }: BackupOptions): Promise<string> {
  const source = await readSource(url);
  if (!source.hasData)
    throw new OperatorError(
      `Database ${source.name} contains no Lectern data, so there is nothing to back up. Check DATABASE_URL and DATA_DIR.`,
    );
  const program = await findPostgresTool('pg_dump', { path: environment.PATH ?? '', atLeast: source.major });
  const connection = splitPassword(url);
  const args = [
    `--format=${plain ? 'plain' : 'custom'}`,
    '--no-owner',
    '--no-acl',
    // this is built in and never dumped, so the dump contains no extensions
    '--extension=plpgsql',
    '--encoding=UTF8',
    '--no-password',
    `--lock-wait-timeout=${LOCK_WAIT}`,
    `--dbname=${connection.address}`,
  ];
  return writeDumpFile({ folder, prefix, extension: plain ? 'sql' : 'dump' }, async (fd) => {
    signal.throwIfAborted();
    const { ended } = startTool(program, args, {
      environment: { ...environment, ...connection.environment },
      stdio: ['ignore', fd],
      signal,
    });
    const problem = await ended;
    if (signal.aborted) throw new OperatorError('The backup was interrupted. No file was written. Run it again.');
    if (problem !== null) throw new OperatorError(`The backup failed. No file was written. ${problem}`);
  });
}

type BackupHistory = Pick<BackupResults, 'now' | 'startedAt'>;

/**
 * Returns whether a backup is due, because none has started since the latest scheduled time. So a service that was
 * stopped at that time catches up, and the first backup is made at once.
 */
export function isBackupDue(schedule: string, { now, startedAt }: BackupHistory): boolean {
  if (startedAt === null) return true;
  // previousRuns leaves out its reference time, and a run at this millisecond counts
  const [latest] = parse(schedule).previousRuns(1, new Date(now.getTime() + 1));
  return latest !== undefined && startedAt < latest;
}

/** Returns when the next backup starts; null if the schedule has no more times. */
export function nextBackupAt(schedule: string, history: BackupHistory): Date | null {
  return isBackupDue(schedule, history) ? history.now : parse(schedule).nextRun(history.now);
}

function parse(schedule: string): Cron {
  return new Cron(schedule, { mode: '5-part' });
}
