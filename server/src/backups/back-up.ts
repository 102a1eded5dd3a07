import { OperatorError } from '../platform/errors.ts';
import { readSource } from './database-store.ts';
import { writeDumpFile } from './dump-file.ts';
import { findPostgresTool, splitPassword, startTool, type ToolEnvironment } from './postgres-tools.ts';

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
