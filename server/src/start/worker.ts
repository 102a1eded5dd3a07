import { openServices } from './open-services.ts';
import { runProcess } from './run-process.ts';
import { runWorker } from './run-worker.ts';

const MAX_CONNECTIONS = 12;

/** Does the background work and keeps the clock; it answers no requests. */
await runProcess(async (running) => {
  const { services } = await openServices(running, {
    doesWork: true,
    exclusive: false,
    maxConnections: MAX_CONNECTIONS,
  });
  const worker = runWorker(services);
  running.onStop(() => worker.stop());
  running.log.info('Lectern works in the background');
});
