import { commandFor } from '../platform/command-options.ts';
import { findMigration, migrateToLatest } from '../platform/database/migrate.ts';
import { OperatorError } from '../platform/errors.ts';
import { MIGRATION_STEPS } from '../upgrade/finish-migration-store.ts';
import { openDatabase } from './open-database.ts';
import { answersByItself, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandFor('migrate')} COMMAND
  current  print the version of the schema; changes nothing
  latest   migrate the schema to the newest version`;

const [verb, ...rest] = process.argv.slice(2);

if (!answersByItself(verb, USAGE))
  await runCommand(async ({ config, log }) => {
    if ((verb !== 'latest' && verb !== 'current') || rest.length > 0) {
      throw new OperatorError(
        `${verb ? `There is no command "${[verb, ...rest].join(' ')}".` : 'Name a command.'}\n${USAGE}`,
      );
    }
    const options = {
      exclusive: false,
      mustExist: verb === 'current',
      maxConnections: 3,
      purpose: 'migration',
    } as const;
    const database = await openDatabase(config, log, options);
    try {
      if (verb === 'latest') {
        const done = await migrateToLatest(database.db, database.pool, MIGRATION_STEPS);
        console.log(done.length > 0 ? `Migrated: ${done.join(', ')}` : 'Nothing to migrate.');
      }
      console.log(`The database is at ${(await findMigration(database.db)) ?? '(no migration)'}.`);
    } finally {
      await database.close();
    }
  });
