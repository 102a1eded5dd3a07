import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { backUp } from './back-up.ts';
import { readOptions } from './command-options.ts';
import { explainRefusal } from './explain-refusal.ts';
import { openTarget } from './open-target.ts';
import { untilInterrupted } from './until-interrupted.ts';

const USAGE = 'Usage: backup [--plain]    (BACKUP_DIR and BACKUP_PREFIX say where, and how the file is called)';

/** What a command of this folder works with: the environment is for PostgreSQL's own programs. */
export interface CommandInput {
  readonly config: Config;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The answer. */
  readonly print: (line: string) => void;
  /** What a person should know besides. */
  readonly tell: (line: string) => void;
}

/**
 * `backup`: dumps the database to a new file and prints its path.
 * @throws OperatorError
 */
export async function runBackup({ config, args, environment, print, tell }: CommandInput): Promise<void> {
  const { plain = false } = readOptions(args, { plain: { type: 'boolean' } }, USAGE);
  const folder = resolve(environment.BACKUP_DIR || 'backups');
  const prefix = environment.BACKUP_PREFIX || 'service';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
  if (/[/\x00-\x1f\x7f]|^\./.test(prefix))
    throw new OperatorError('BACKUP_PREFIX begins a file name: no slash, no control character, no dot at its start.');
  const target = await openTarget(config, { mustExist: true });
  try {
    const backup = (signal: AbortSignal) => backUp({ url: target.url, folder, prefix, plain, environment, signal });
    print(await untilInterrupted(backup).catch(explainRefusal));
  } finally {
    await target.close();
  }
  const key = join(config.dataDir, 'secrets.key');
  const hasKey = await access(key).then(
    () => true,
    () => false,
  );
  if (target.isEmbedded && hasKey)
    tell(
      `Keep ${key} as well, apart from the dump: without it users have to enter their keys at other services again.`,
    );
}
