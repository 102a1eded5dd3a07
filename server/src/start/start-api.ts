import type pg from 'pg';
import type { Services } from '../platform/services.ts';
import { makeConfiguredAdmin } from './prepare-accounts.ts';
import type { Running } from './run-process.ts';
import { serveApi } from './serve-api.ts';

/** Starts the API, and makes sure that somebody can sign in. */
export async function startApi(
  { onStop }: Running,
  services: Services,
  { pool }: { pool: pg.Pool },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  await makeConfiguredAdmin(services);
  const api = await serveApi(services, pool);
  onStop(() => api.close());
  return api;
}
