import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from '../platform/errors.ts';
import { readSource } from './backup-store.ts';
import { splitPassword } from './connection-address.ts';
import { findPostgresTool } from './find-postgres-tool.ts';
import { writeDumpFile } from './write-dump-file.ts';

/** A migration under way holds locks that a dump waits for; not for ever. */
const LOCK_WAIT = '60s';

export interface BackupOptions {
  /** Of the database. */
  readonly url: string;
  readonly folder: string;
  readonly prefix: string;
  /** Plain SQL instead of an archive. */
  readonly plain: boolean;
  /** For pg_dump; PATH says where to look for it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * Dumps a database as of one moment, while it is in use. Returns the path of the file.
 * @throws OperatorError, and then there is no file
 */
export async function backUp({ url, folder, prefix, plain, environment, signal }: BackupOptions): Promise<string> {
  const source = await readSource(url);
  if (!source.hasData)
    throw new OperatorError(`Database ${source.name} holds no data of Lectern's: there is nothing to back up.`);
  const { program } = await findPostgresTool('pg_dump', { path: environment.PATH ?? '', atLeast: source.major });
  const connection = splitPassword(url);
  const words = [
    `--format=${plain ? 'plain' : 'custom'}`,
    ...['--no-owner', '--no-acl', '--no-password', '--encoding=UTF8', `--lock-wait-timeout=${LOCK_WAIT}`],
    `--dbname=${connection.address}`,
  ];
  const env = { ...environment, ...connection.environment, LC_ALL: 'C' };
  return writeDumpFile({ folder, prefix, extension: plain ? 'sql' : 'dump' }, (fd) =>
    run(program, words, { env, fd, signal }),
  );
}

async function run(
  program: string,
  words: readonly string[],
  { env, fd, signal }: { env: Record<string, string | undefined>; fd: number; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(program, words, { env, stdio: ['ignore', fd, 'pipe'] });
  const stop = () => void child.kill();
  signal.addEventListener('abort', stop);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  try {
    const [code, killedBy] = await once(child, 'close');
    if (signal.aborted) throw new OperatorError('The backup was interrupted. There is no file.');
    if (code === 0) return;
    throw new OperatorError(
      `The backup failed, there is no file. ${said.trim() || `pg_dump ended with ${killedBy ?? code}.`}`,
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
