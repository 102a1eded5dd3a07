import type pg from 'pg';
import { makeSetupToken } from '../accounts/set-up.ts';
import type { Services } from '../platform/services.ts';
import { makeConfiguredAdmin } from './prepare-accounts.ts';
import type { Running } from './run-process.ts';
import { serveApi } from './serve-api.ts';

/** The API while it runs. `setupToken` is that of the set-up link; null if there is a user. */
export interface StartedApi {
  readonly url: string;
  readonly setupToken: string | null;
  close(): Promise<void>;
}

/**
 * Starts the API, and makes sure that somebody can sign in. It queries the database before it listens: an API that
 * listens continues without a database.
 */
export async function startApi(
  { onStop }: Running,
  services: Services,
  { pool }: { pool: pg.Pool },
): Promise<StartedApi> {
  await makeConfiguredAdmin(services);
  const setupToken = await makeSetupToken(services.db);
  const api = await serveApi(services, pool);
  onStop(() => api.close());
  return { ...api, setupToken };
}
