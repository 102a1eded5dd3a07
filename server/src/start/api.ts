import { announceStart } from './announce-start.ts';
import { openServices } from './open-services.ts';
import { runProcess } from './run-process.ts';
import { startApi } from './serve-api.ts';

const MAX_CONNECTIONS = 10;

/** An API process without a worker. A separate worker process does the background work. */
await runProcess(async (running) => {
  const { services, database } = await openServices(running, {
    hasWorker: false,
    exclusive: false,
    maxConnections: MAX_CONNECTIONS,
  });
  announceStart(services, await startApi(running, services, database));
});
