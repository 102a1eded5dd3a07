import { ACCOUNT_OPTIONS, runCreateAdmin, runResetPassword } from '../accounts/commands.ts';
import { BACKUP_OPTIONS, RESTORE_OPTIONS, runBackup, runRestore } from '../backups/commands.ts';
import { scoreLabeledPairs } from '../duplicates/labeled-pairs.ts';
import { NEAR_DUPLICATES_OPTIONS, printDuplicates, readDuplicatesOptions } from '../duplicates/print-duplicates.ts';
import { checkIntegrity } from '../maintenance/check-integrity.ts';
import {
  INTEGRITY_OPTIONS,
  printIntegrity,
  REPAIR_OPTIONS,
  readRepairOptions,
  runRepairLinks,
} from '../maintenance/commands.ts';
import { type Options, type OptionValues, readOptions, WrongOption } from '../platform/command-options.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { requireLatestMigration } from '../platform/database/migrate.ts';
import type { Logger } from '../platform/logger.ts';
import { askOperator, askPassword } from './ask-operator.ts';
import type { OpenDatabase } from './open-database.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { upgradeDatabase } from './upgrade-database.ts';

/** What a command gets. The database is opened at the first call of `openDatabase`, and closed after the command. */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  /** `exclusive`: refuse an embedded database that a service has open */
  openDatabase(options?: { exclusive: boolean }): Promise<OpenDatabase>;
  /** prints one line to standard output */
  print(line: string): void;
}

/** A command for operators. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** the one argument without dashes, as the help shows it */
  readonly argument?: string;
  /**
   * Returns the exit code, or undefined for 0.
   * @throws WrongOption before it opens the database
   * @throws OperatorError, Problem
   */
  run(args: readonly string[], context: CommandContext): Promise<number | undefined>;
}

/** A command that has options alone. */
function command<Known extends Options>(given: {
  readonly name: string;
  readonly summary: string;
  readonly options: Known;
  run(given: OptionValues<Known>, context: CommandContext): Promise<number | undefined>;
}): Command {
  return { ...given, run: (args, context) => given.run(readOptions(args, given.options), context) };
}

/** The commands of `npm run ops -- <name>`. */
export const commands: readonly Command[] = [
  command({
    name: 'backup',
    summary: 'back up the database to a file (BACKUP_DIR: the folder; BACKUP_PREFIX: the start of its name)',
    options: BACKUP_OPTIONS,
    async run(given, { config, print }) {
      print(await runBackup({ config, given, environment: process.env, report: console.error }));
      return undefined;
    },
  }),
  command({
    name: 'restore',
    summary: 'replace the database with a backup',
    options: RESTORE_OPTIONS,
    async run(given, { config }) {
      const check = async (db: Database) => {
        const { checks, failures } = await checkIntegrity(db);
        const failed = checks.filter(({ name }) => failures.includes(name));
        return failed.map(({ name, message, count }) => `The integrity check ${name} finds ${count}: ${message}`);
      };
      const input = { config, given, environment: process.env, report: console.error };
      return runRestore(input, { input: process.stdin, prompt: askOperator(), check });
    },
  }),
  command({
    name: 'reset-password',
    summary:
      "set a user's password, which it asks for or reads from standard input; the user's sessions and tokens end",
    options: ACCOUNT_OPTIONS,
    async run({ email }, { config, print, openDatabase }) {
      const { db } = await openCurrent(openDatabase);
      await runResetPassword({ email, db, config, askPassword, print });
      return undefined;
    },
  }),
  command({
    name: 'create-admin',
    summary: 'create an administrator, with a password as for reset-password',
    options: ACCOUNT_OPTIONS,
    async run({ email }, { config, print, openDatabase }) {
      const { db } = await openCurrent(openDatabase);
      await runCreateAdmin({ email, db, config, askPassword, print });
      return undefined;
    },
  }),
  command({
    name: 'repair-links',
    summary: "repair a user's library entries",
    options: REPAIR_OPTIONS,
    async run(given, { log, print, openDatabase }) {
      const request = readRepairOptions(given);
      const { db } = await openCurrent(openDatabase);
      await runRepairLinks({ request, db, log, print });
      return undefined;
    },
  }),
  command({
    name: 'integrity',
    summary: 'check the integrity of the database',
    options: INTEGRITY_OPTIONS,
    async run(given, { print, openDatabase }) {
      const { db } = await openCurrent(openDatabase);
      return printIntegrity(given, { db, print });
    },
  }),
  {
    name: 'score-pairs',
    summary: 'score a file of labeled pairs of publications, and print precision, recall and F1',
    options: {},
    argument: 'FILE',
    async run([file, ...more], { print }) {
      if (!file || more.length > 0) throw new WrongOption('Name one file.');
      await scoreLabeledPairs(file, print);
      return undefined;
    },
  },
  command({
    name: 'near-duplicates',
    summary: 'list publications that may be duplicates, with the evidence for and against; it merges nothing',
    options: NEAR_DUPLICATES_OPTIONS,
    async run(given, { log, print, openDatabase }) {
      const request = readDuplicatesOptions(given);
      const { db, url } = await openCurrent(openDatabase);
      await printDuplicates({ request, isJson: given.json, print, services: { db, databaseUrl: url, log } });
      return undefined;
    },
  }),
  command({
    name: 'rotate-secrets',
    summary: "encrypt the users' API keys and channels with a new key",
    options: {
      'leave-unreadable': { means: 'leave secrets that cannot be decrypted; their users must enter them again' },
    },
    async run({ 'leave-unreadable': leaveUnreadable }, { config, print, openDatabase }) {
      const open = async (options: { exclusive: boolean }) => (await openCurrent(openDatabase, options)).db;
      await rotateSecrets({ config, leaveUnreadable, print, open });
      return undefined;
    },
  }),
  command({
    name: 'upgrade-database',
    summary: 'move the embedded database to the installed version of PostgreSQL',
    options: {
      'old-programs': { value: 'FOLDER', means: "the old version's programs; without it npm downloads them" },
    },
    async run({ 'old-programs': oldPrograms }, { config, print }) {
      await upgradeDatabase(config, oldPrograms, print);
      return undefined;
    },
  }),
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
