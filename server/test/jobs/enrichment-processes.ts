import type { EnrichmentWorld } from './enrichment-world.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** One more process that does background work alone. */
export function startWorker({ service, env }: EnrichmentWorld): ServiceProcess {
  return startServiceProcess(service, env, 'worker.js');
}
