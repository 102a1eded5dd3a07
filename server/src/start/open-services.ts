import { Notifications, WORKER_LISTENER } from '../platform/database/notifications.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { makeWorkerState } from './make-worker-state.ts';
import { type OpenDatabase, openDatabase, prepareSchema } from './open-database.ts';
import { openSecrets } from './open-secrets.ts';
import type { Running } from './run-process.ts';

/** What every process of the service begins with: the database, its schema in order. It is closed when all that uses it has stopped. `doesWork`: in the background. */
export async function openServices(
  { config, log, onStop }: Running,
  { doesWork, ...options }: { doesWork: boolean; exclusive: boolean; maxConnections: number },
): Promise<{ services: Services; database: OpenDatabase }> {
  const database = await openDatabase(config, log, options);
  onStop(() => database.close());
  const onError = (error: Error) => log.warn({ err: error }, 'the connection for notifications was lost');
  const notifications = new Notifications(database.url, onError, doesWork ? WORKER_LISTENER : undefined);
  onStop(() => notifications.close());
  const secrets = await openSecrets(config, log);
  await prepareSchema(config, log, database);
  const services = { db: database.db, databaseUrl: database.url, config, log, secrets, notifications };
  return { services: doesWork ? { ...services, worker: makeWorkerState(config) } : services, database };
}
