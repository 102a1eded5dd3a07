import type { Services } from '../platform/services.ts';
import { announceStart, type BlockLines } from './announce-start.ts';
import { openServices } from './open-services.ts';
import type { Running } from './run-process.ts';

const MAX_CONNECTIONS = 16;

/**
 * Starts the whole service in this process: API, worker and schedule. `more`: what the announcement says besides the
 * address.
 */
export async function startAll(running: Running, more?: BlockLines): Promise<Services> {
  // PostgreSQL starts while the code of the API and of the worker is loaded
  const [{ services, database }, { startApi }, { runWorker }] = await Promise.all([
    openServices(running, { hasWorker: true, exclusive: true, maxConnections: MAX_CONNECTIONS }),
    import('./serve-api.ts'),
    import('./run-worker.ts'),
  ]);
  const api = await startApi(running, services, database);
  const worker = runWorker(services);
  // both wait for work in progress, so they stop concurrently
  running.onStop(async () => void (await Promise.all([worker.stop(), api.close()])));
  announceStart(services, api, more);
  return services;
}
