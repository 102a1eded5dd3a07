import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Options, OptionValues } from '../platform/command-options.ts';
import type { Config } from '../platform/config.ts';
import { explainRefusal } from '../platform/database/database-errors.ts';
import { openEmbeddedDatabase } from '../platform/database/embedded.ts';
import { listMigrations } from '../platform/database/migrate.ts';
import { OperatorError } from '../platform/errors.ts';
import { backUp } from './back-up.ts';
import type { ToolEnvironment } from './postgres-tools.ts';
import { type Dump, openDump, withInput } from './read-dump.ts';
import { type RestoreOptions, restoreDump } from './restore-dump.ts';

export const BACKUP_OPTIONS = {
  plain: { means: 'write SQL text, not the compressed format of pg_dump' },
} as const;
export const RESTORE_OPTIONS = {
  file: { value: 'PATH', means: 'the path of the backup, or - for plain SQL from standard input', isRequired: true },
  'wipe-public': { means: 'replace a database that is not empty' },
  force: { means: 'end other sessions on the database, such as those of a running service' },
} as const;

export interface CommandInput<Known extends Options> {
  readonly config: Config;
  readonly given: OptionValues<Known>;
  readonly environment: ToolEnvironment;
  /** reports progress to a person */
  readonly report: (line: string) => void;
}

/**
 * Dumps the database to a new file. Returns its path.
 * @throws OperatorError
 */
export async function runBackup({
  config,
  given: { plain },
  environment,
  report,
}: CommandInput<typeof BACKUP_OPTIONS>): Promise<string> {
  const folder = resolve(environment.BACKUP_DIR || 'backups');
  const prefix = environment.BACKUP_PREFIX || 'service';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for these
  if (/[/\x00-\x1f\x7f]|^\./.test(prefix))
    throw new OperatorError('BACKUP_PREFIX must not contain a slash or a control character, or start with a dot.');
  if (config.databaseUrl === null && !(await exists(join(config.dataDir, 'postgres'))))
    throw new OperatorError(
      `There is no database in DATA_DIR=${config.dataDir}. Set DATA_DIR, DATABASE_URL or DATABASE_URL_FILE as for the service.`,
    );
  const path = await withTarget(config, (url, signal) => backUp({ url, folder, prefix, plain, environment, signal }));
  const key = join(config.dataDir, 'secrets.key');
  if (config.databaseUrl === null && (await exists(key)))
    report(
      `Also keep a copy of ${key}, but not next to the dump. Without it, users must enter their API keys again after a restore.`,
    );
  return path;
}

/**
 * Replaces the database with a dump. Returns the exit code: 2 if it was restored, but the integrity report has
 * failures.
 * @throws OperatorError
 */
export async function runRestore(
  {
    config,
    given: { file, 'wipe-public': mayReplace, force: mayEndSessions },
    environment,
    report,
  }: CommandInput<typeof RESTORE_OPTIONS>,
  {
    input,
    prompt,
    check,
  }: {
    input: Readable;
    /** asks the operator at the terminal; null if there is no terminal */
    prompt: ((question: string) => Promise<string>) | null;
    check: RestoreOptions['check'];
  },
): Promise<0 | 2> {
  const confirm = async (name: string) =>
    prompt === null ||
    (await prompt(`This replaces everything in database ${name}. Type the name of the database to continue: `)) ===
      name;
  const known = await listMigrations();
  const isEmbedded = config.databaseUrl === null;
  if (isEmbedded) report(`Using the embedded database in DATA_DIR=${config.dataDir}.`);
  const restore = (dump: Dump) =>
    withTarget(config, (url, signal) =>
      restoreDump({ url, dump, known, mayReplace, mayEndSessions, confirm, check, signal, report }),
    );
  const isInOrder =
    file === '-'
      ? await withInput(input, config.dataDir, restore)
      : await restore(await openDump(resolve(file), environment));
  if (isEmbedded)
    report(
      `A dump does not contain the key that encrypts secrets. Copy the matching secrets.key into ${config.dataDir}.`,
    );
  if (!isInOrder)
    report('The restored data has the failures listed above. Run check_integrity.py for the full report.');
  return isInOrder ? 0 : 2;
}

/**
 * Runs a function on the configured database. The first signal to this process aborts it cleanly, and a second one ends
 * the process.
 */
async function withTarget<T>(config: Config, run: (url: string, signal: AbortSignal) => Promise<T>): Promise<T> {
  // not exclusive, because the service may be using the embedded database
  const embedded =
    config.databaseUrl === null
      ? await openEmbeddedDatabase({ dataDir: config.dataDir, exclusive: false, log: () => {} })
      : null;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('interrupted'));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await run(url, interruption.signal).catch((error: unknown) => {
      throw isOfDatabase(error) ? explainRefusal(url, error) : error;
    });
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    await embedded?.close();
  }
}

/** Whether it is an error of the connection or has an SQLSTATE. */
function isOfDatabase(error: unknown): error is Error {
  if (error instanceof OperatorError || !(error instanceof Error)) return false;
  const { code, message } = error as Error & { code?: string };
  return code === undefined ? /^(Connection|timeout)/.test(message) : /^(E[A-Z_]+|[0-9A-Z]{5})$/.test(code);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
