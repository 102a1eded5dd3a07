import { findMigration, migrateToLatest } from '../platform/database/migrate.ts';
import { OperatorError } from '../platform/errors.ts';
import { MIGRATION_STEPS } from '../publications/finish-migration-store.ts';
import { openDatabase } from './open-database.ts';
import { runCommand } from './run-command.ts';

/** `npm run migrate -- latest` brings the schema to the newest version, `-- current` says which it has. */
await runCommand(async ({ config, log, args }) => {
  const [verb, ...rest] = args;
  if ((verb !== 'latest' && verb !== 'current') || rest.length > 0) {
    throw new OperatorError('Say what to do: npm run migrate -- latest, or npm run migrate -- current');
  }
  const database = await openDatabase(config, log, { exclusive: false, maxConnections: 3, purpose: 'migration' });
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
