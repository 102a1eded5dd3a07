import type pg from 'pg';
import type { Services } from '../platform/http/endpoint.ts';
import { logSetupLink, makeConfiguredAdmin } from './prepare-accounts.ts';
import type { Running } from './run-process.ts';
import { serveApi } from './serve-api.ts';

/** Starts to answer requests, and sees to it that somebody can sign in. */
export async function startApi(
  { onStop }: Running,
  services: Services,
  { pool }: { pool: pg.Pool },
): Promise<{ close(): Promise<void> }> {
  await makeConfiguredAdmin(services);
  const api = await serveApi(services, pool);
  onStop(() => api.close());
  await logSetupLink(services, api.url);
  return api;
}
