import { runBackup } from '../backups/run-backup.ts';
import { runRestore } from '../backups/run-restore.ts';
import { printDuplicates } from '../duplicates/print-duplicates.ts';
import { scoreLabelledPairs } from '../duplicates/score-labelled-pairs.ts';
import { checkIntegrity } from '../maintenance/check-integrity.ts';
import { printIntegrity } from '../maintenance/print-integrity.ts';
import { runRepairLinks } from '../maintenance/repair-links-command.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { requireLatestMigration } from '../platform/database/migrate.ts';
import type { Logger } from '../platform/logger.ts';
import { askOperator } from './ask-operator.ts';
import type { OpenDatabase } from './open-database.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** What a command is given. The database is opened when the command asks for it, and closed after it. */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  readonly args: readonly string[];
  /** `exclusive`: where the embedded one must not be open in a whole service */
  openDatabase(options?: { exclusive: boolean }): Promise<OpenDatabase>;
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
export const commands: readonly Command[] = [
  {
    name: 'backup',
    summary: 'dump the database to a file',
    async run({ config, args, print }) {
      await runBackup({ config, args, environment: process.env, print, tell: console.error });
      return undefined;
    },
  },
  {
    name: 'restore',
    summary: 'put a dump in the place of the database',
    async run({ config, args }) {
      const { env: environment, stdin: input } = process;
      const check = async (db: Database) => {
        const { checks, failures } = await checkIntegrity(db);
        const failed = checks.filter(({ name }) => failures.includes(name));
        return failed.map(({ name, message, count }) => `The integrity report finds ${count} of ${name}: ${message}`);
      };
      return runRestore({ config, args, environment, tell: console.error, input, ask: askOperator(), check });
    },
  },
  {
    name: 'repair-links',
    summary: "mend a user's links to publications; counts only, unless --apply is given",
    async run({ args, log, print, openDatabase }) {
      await runRepairLinks({ args, log, print, open: async () => (await openCurrent(openDatabase)).db });
      return undefined;
    },
  },
  {
    name: 'integrity',
    summary: 'look whether all that is stored fits together; --strict-warnings: exit with 2 when there is a warning',
    async run({ args, print, openDatabase }) {
      return printIntegrity({ args, print, openDatabase: async () => (await openCurrent(openDatabase)).db });
    },
  },
  {
    name: 'score-pairs',
    summary: 'FILE: score a file of labelled pairs of works; prints precision, recall and F1',
    async run({ args, print }) {
      await scoreLabelledPairs(args, print);
      return undefined;
    },
  },
  {
    name: 'near-duplicates',
    summary: 'list publications that may be one work, with what speaks for and against; merges nothing',
    async run({ args, log, print, openDatabase }) {
      const open = async () => {
        const { db, url } = await openCurrent(openDatabase);
        return { db, databaseUrl: url, log };
      };
      await printDuplicates({ args, print, open });
      return undefined;
    },
  },
  {
    name: 'rotate-secrets',
    summary: "seal the users' keys at other services with a new key",
    async run({ config, args, print, openDatabase }) {
      const open = async (options: { exclusive: boolean }) => (await openCurrent(openDatabase, options)).db;
      await rotateSecrets({ config, args, print, open });
      return undefined;
    },
  },
];

/** The database, when its schema is this version's. */
async function openCurrent(
  openDatabase: CommandContext['openDatabase'],
  options?: { exclusive: boolean },
): Promise<OpenDatabase> {
  const database = await openDatabase(options);
  await requireLatestMigration(database.db);
  return database;
}
