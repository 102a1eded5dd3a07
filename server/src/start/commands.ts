import { runBackup, runRestore } from '../backups/commands.ts';
import { scoreLabeledPairs } from '../duplicates/labeled-pairs.ts';
import { printDuplicates } from '../duplicates/print-duplicates.ts';
import { checkIntegrity } from '../maintenance/check-integrity.ts';
import { printIntegrity, runRepairLinks } from '../maintenance/commands.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { requireLatestMigration } from '../platform/database/migrate.ts';
import type { Logger } from '../platform/logger.ts';
import { askOperator } from './ask-operator.ts';
import type { OpenDatabase } from './open-database.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { upgradeDatabase } from './upgrade-database.ts';

/** What a command gets. The database is opened at the first call of `openDatabase`, and closed after the command. */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  readonly args: readonly string[];
  /** `exclusive`: refuse an embedded database that a service has open */
  openDatabase(options?: { exclusive: boolean }): Promise<OpenDatabase>;
  /** prints one line to standard output */
  print(line: string): void;
}

/** A command for operators. */
export interface Command {
  readonly name: string;
  /** The arguments, as the help shows them. */
  readonly options: string;
  readonly summary: string;
  /**
   * Returns the exit code, or undefined for 0.
   * @throws OperatorError
   */
  run(context: CommandContext): Promise<number | undefined>;
}

/** The commands of `npm run ops -- <name>`. */
export const commands: readonly Command[] = [
  {
    name: 'backup',
    options: '[--plain]',
    summary: 'back up the database to a file',
    async run({ config, args, print }) {
      print(await runBackup({ config, args, environment: process.env, report: console.error }));
      return undefined;
    },
  },
  {
    name: 'restore',
    options: '--file PATH [--wipe-public]',
    summary: 'replace the database with a backup',
    async run({ config, args }) {
      const check = async (db: Database) => {
        const { checks, failures } = await checkIntegrity(db);
        const failed = checks.filter(({ name }) => failures.includes(name));
        return failed.map(({ name, message, count }) => `The integrity check ${name} finds ${count}: ${message}`);
      };
      const command = { config, args, environment: process.env, report: console.error };
      return runRestore(command, { input: process.stdin, prompt: askOperator(), check });
    },
  },
  {
    name: 'repair-links',
    options: '--user-id N [--scholar-profile-id N]… [--apply] [--gc-orphan-publications] [--requested-by NAME]',
    summary: "repair a user's library entries; without --apply it only counts them",
    async run({ args, log, print, openDatabase }) {
      await runRepairLinks({ args, log, print, open: async () => (await openCurrent(openDatabase)).db });
      return undefined;
    },
  },
  {
    name: 'integrity',
    options: '[--strict-warnings]',
    summary: 'check the integrity of the database; with --strict-warnings the exit code is 2 if there are warnings',
    async run({ args, print, openDatabase }) {
      return printIntegrity({ args, print, openDatabase: async () => (await openCurrent(openDatabase)).db });
    },
  },
  {
    name: 'score-pairs',
    options: 'FILE',
    summary: 'score a file of labeled pairs of publications, and print precision, recall and F1',
    async run({ args, print }) {
      await scoreLabeledPairs(args, print);
      return undefined;
    },
  },
  {
    name: 'near-duplicates',
    options: '[--threshold 0..1] [--max-year-delta YEARS] [--max-clusters NUMBER] [--json]',
    summary: 'list publications that may be duplicates, with the evidence for and against; it merges nothing',
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
    options: '[--leave-unreadable]',
    summary: "encrypt the users' API keys with a new key",
    async run({ config, args, print, openDatabase }) {
      const open = async (options: { exclusive: boolean }) => (await openCurrent(openDatabase, options)).db;
      await rotateSecrets({ config, args, print, open });
      return undefined;
    },
  },
  {
    name: 'upgrade-database',
    options: '[--old-programs FOLDER]',
    summary: 'move the embedded database to the installed version of PostgreSQL',
    async run({ config, args, print }) {
      await upgradeDatabase(config, args, print);
      return undefined;
    },
  },
];

/** Opens the database and requires the schema of this version. */
async function openCurrent(
  openDatabase: CommandContext['openDatabase'],
  options?: { exclusive: boolean },
): Promise<OpenDatabase> {
  const database = await openDatabase(options);
  await requireLatestMigration(database.db);
  return database;
}
