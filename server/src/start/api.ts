import { openServices } from './open-services.ts';
import { runProcess } from './run-process.ts';
import { startApi } from './start-api.ts';

const MAX_CONNECTIONS = 10;

/** Answers requests alone; a worker beside it does what they ask for. */
await runProcess(async (running) => {
  const { services, database } = await openServices(running, {
    doesWork: false,
    exclusive: false,
    maxConnections: MAX_CONNECTIONS,
  });
  await startApi(running, services, database);
});
