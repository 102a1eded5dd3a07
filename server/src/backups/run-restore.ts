import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { listMigrations } from '../platform/database/migrate.ts';
import { OperatorError } from '../platform/errors.ts';
import { readOptions } from './command-options.ts';
import { explainRefusal } from './explain-refusal.ts';
import { inspectDump } from './inspect-dump.ts';
import { openTarget } from './open-target.ts';
import type { CheckRestored } from './prepare-restored.ts';
import { openDump, readInput } from './read-dump.ts';
import { restoreDump } from './restore-dump.ts';
import type { CommandInput } from './run-backup.ts';
import { untilInterrupted } from './until-interrupted.ts';

const USAGE = 'Usage: restore --file PATH [--wipe-public]';

export interface RestoreInput extends Omit<CommandInput, 'print'> {
  readonly input: Readable;
  /** Asks a person on the terminal; null when there is none. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly check: CheckRestored;
}

/**
 * `restore --file PATH [--wipe-public]`: puts a dump in the place of the database. `--file -` reads a script from standard input; with
 * `--inspect` nothing is restored, the dump only read. Returns the exit code: 2 when it is restored, but the integrity report finds failures.
 * @throws OperatorError
 */
export async function runRestore({ config, args, environment, tell, input, ask, check }: RestoreInput): Promise<0 | 2> {
  const options = readOptions(
    args,
    { file: { type: 'string' }, 'wipe-public': { type: 'boolean' }, inspect: { type: 'boolean' } },
    USAGE,
  );
  if (!options.file) throw new OperatorError(`Say which backup: --file is missing.\n${USAGE}`);
  const dump = options.file === '-' ? readInput(input) : await openDump(resolve(options.file), environment);
  const known = await listMigrations();
  if (!dump.isInput || options.inspect) tell(`${dump.name} is whole, of schema ${await inspectDump(dump, known)}.`);
  if (options.inspect) return 0;
  const confirm = async (name: string) =>
    ask === null ||
    (await ask(`All that is in database ${name} will be replaced by the dump. Type the name to go on: `)) === name;
  const target = await openTarget(config, { mustExist: false });
  let isInOrder: boolean;
  try {
    if (target.isEmbedded) tell(`The database is the embedded one in DATA_DIR=${config.dataDir}.`);
    const mayReplace = options['wipe-public'] ?? false;
    const restore = (signal: AbortSignal) =>
      restoreDump({ url: target.url, dump, known, mayReplace, confirm, check, signal, tell });
    isInOrder = await untilInterrupted(restore).catch(explainRefusal);
  } finally {
    await target.close();
  }
  if (target.isEmbedded)
    tell(`A dump does not hold the key for the secrets: put the secrets.key of that time into ${config.dataDir}.`);
  if (!isInOrder)
    tell(
      'What the dump held is not in order: see what the integrity report finds, above, and look at it again with check_integrity.py.',
    );
  return isInOrder ? 0 : 2;
}
