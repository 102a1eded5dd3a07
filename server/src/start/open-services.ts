import { Notifications } from '../platform/database/notifications.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { type OpenDatabase, openDatabase, prepareSchema } from './open-database.ts';
import { openSecrets } from './open-secrets.ts';
import type { Running } from './run-process.ts';

/** What every process of the service begins with: the database, its schema in order. It is closed when all that uses it has stopped. */
export async function openServices(
  { config, log, onStop }: Running,
  options: { exclusive: boolean; maxConnections: number },
): Promise<{ services: Services; database: OpenDatabase }> {
  const database = await openDatabase(config, log, options);
  onStop(() => database.close());
  const notifications = new Notifications(database.url, (error) =>
    log.warn({ err: error }, 'the connection for notifications was lost'),
  );
  onStop(() => notifications.close());
  const secrets = await openSecrets(config, log);
  await prepareSchema(config, log, database);
  return { services: { db: database.db, databaseUrl: database.url, config, log, secrets, notifications }, database };
}
