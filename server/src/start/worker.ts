import { openServices } from './open-services.ts';
import { runProcess } from './run-process.ts';
import { runWorker } from './run-worker.ts';

const MAX_CONNECTIONS = 12;

/** A worker process: background work and schedule, without an API. */
await runProcess(async (running) => {
  const { services } = await openServices(running, {
    hasWorker: true,
    exclusive: false,
    maxConnections: MAX_CONNECTIONS,
  });
  const worker = runWorker(services);
  running.onStop(() => worker.stop());
  running.log.info('The worker is running');
});
