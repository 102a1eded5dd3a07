import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { OpenDatabase } from './open-database.ts';

/** What a command is given. The database is opened when the command asks for it, and closed after it. */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  readonly args: readonly string[];
  openDatabase(): Promise<OpenDatabase>;
  /** one line of the answer, to standard output */
  print(line: string): void;
}

/** One thing an operator can ask for on the command line. Returns the exit code, 0 when it returns none; throws OperatorError in words. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  run(context: CommandContext): Promise<number | undefined>;
}

/** All that `npm run ops -- <name>` does. */
export const commands: readonly Command[] = [];
