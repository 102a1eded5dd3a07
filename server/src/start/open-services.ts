import { Notifications, WORKER_LISTENER } from '../platform/database/notifications.ts';
import type { Services } from '../platform/services.ts';
import { type OpenDatabase, openDatabase, prepareSchema } from './open-database.ts';
import { openSecrets } from './open-secrets.ts';
import type { Running } from './run-process.ts';
import { makeWorkerState } from './run-worker.ts';

/**
 * Opens what every process of the service needs: the database with the right schema, notifications and keys. They are
 * closed after their users. `hasWorker`: whether this process does background work.
 */
export async function openServices(
  { config, log, onStop }: Running,
  { hasWorker, ...options }: { hasWorker: boolean; exclusive: boolean; maxConnections: number },
): Promise<{ services: Services; database: OpenDatabase }> {
  const database = await openDatabase(config, log, options);
  onStop(() => database.close());
  const notifications = new Notifications(
    database.url,
    (error) => database.outages.lost(error),
    hasWorker ? WORKER_LISTENER : undefined,
    () => database.outages.connected(),
  );
  onStop(() => notifications.close());
  const secrets = await openSecrets(config, log);
  await prepareSchema(config, log, database);
  const services = { db: database.db, databaseUrl: database.url, config, log, secrets, notifications };
  return { services: hasWorker ? { ...services, worker: makeWorkerState(config) } : services, database };
}
