import type { Services } from '../platform/http/endpoint.ts';
import { openDatabase, prepareSchema } from './open-database.ts';
import { logSetupLink, makeConfiguredAdmin } from './prepare-accounts.ts';
import type { Running } from './run-process.ts';
import { runWorker } from './run-worker.ts';
import { serveApi } from './serve-api.ts';

const MAX_CONNECTIONS = 12;

/** Starts API, worker and clock in this process: the whole service. */
export async function startAll({ config, log, onStop }: Running): Promise<Services> {
  const database = await openDatabase(config, log, { exclusive: true, maxConnections: MAX_CONNECTIONS });
  onStop(() => database.close());
  await prepareSchema(config, log, database);
  const services = { db: database.db, config, log };
  await makeConfiguredAdmin(services);
  const api = await serveApi(services);
  onStop(() => api.close());
  const worker = await runWorker(services, database);
  // both wait for what is under way, so they wait together
  onStop(async () => void (await Promise.all([worker.stop(), api.close()])));
  await logSetupLink(services, api.url);
  return services;
}
