import type { Services } from '../src/platform/services.ts';
import { load } from './product.ts';

const { openServices } = await load<typeof import('../src/start/open-services.ts')>('start/open-services.js');
const { readConfig } = await load<typeof import('../src/platform/config.ts')>('platform/config.js');
const { makeLogger } = await load<typeof import('../src/platform/logger.ts')>('platform/logger.js');

/** Opens the product's modules in this process on the database in `dataDir`, with or without a running service. */
export async function openInside(
  dataDir: string,
  env: Record<string, string>,
): Promise<{ services: Services; close(): Promise<void> }> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env });
  const stops: (() => Promise<void>)[] = [];
  const running = { config, log: makeLogger(config), onStop: (stop: () => Promise<void>) => void stops.unshift(stop) };
  const { services } = await openServices(running, { hasWorker: false, exclusive: false, maxConnections: 5 });
  const close = async () => {
    for (const stop of stops) await stop();
  };
  return { services, close };
}
