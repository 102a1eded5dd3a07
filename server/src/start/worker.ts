import { openServices } from './open-services.ts';
import { runProcess } from './run-process.ts';
import { runWorker } from './run-worker.ts';

const MAX_CONNECTIONS = 12;

/** Does the background work and keeps the clock; it answers no requests. */
await runProcess(async (running) => {
  const { services, database } = await openServices(running, { exclusive: false, maxConnections: MAX_CONNECTIONS });
  const worker = await runWorker(services, database);
  running.onStop(() => worker.stop());
  running.log.info('Lectern works in the background');
});
