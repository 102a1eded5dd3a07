import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { findTokenUser } from '../accounts/api-tokens.ts';
import { sessionLookup } from '../accounts/sessions.ts';
import { makeSetupToken } from '../accounts/set-up.ts';
import { figureReader } from '../metrics/figures.ts';
import type { Config } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { serveMetrics } from '../platform/http/health.ts';
import { serveWeb } from '../platform/http/serve-web.ts';
import { buildServer } from '../platform/http/server.ts';
import type { TimeLimits } from '../platform/http/time-limits.ts';
import type { Services } from '../platform/services.ts';
import { STYLE_SOURCE } from '../public-lists/write-document.ts';
import { makeConfiguredAdmin } from './prepare-accounts.ts';
import { routes } from './routes.ts';
import type { Running } from './run-process.ts';

const REQUESTS_END_WITHIN_MS = 4000;
/** The web application that `npm run build` made. The path is the same from the sources and from the compiled files. */
const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/**
 * Listens for requests. /metrics reports on `pool`. `close` waits up to four seconds for running requests.
 * @throws OperatorError if it cannot listen on the address
 */
export async function serveApi(
  services: Services,
  pool: pg.Pool,
  limits?: TimeLimits,
): Promise<{ url: string; close(): Promise<void> }> {
  const { config, db } = services;
  const findUser = { ofSession: sessionLookup(db), ofApiToken: (token: string) => findTokenUser(db, token) };
  const app = await buildServer(routes, services, findUser, limits);
  serveMetrics(app, config.metricsAllow, figureReader(services, pool));
  if (existsSync(WEB)) await serveWeb(app, WEB, { log: services.log, styles: [STYLE_SOURCE] });
  else app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'));
  const listenTextResolver = (address: string) => `Lectern listens on ${address}`;
  await app.listen({ host: config.host, port: config.port, listenTextResolver }).catch(async (error) => {
    await app.close();
    throw explainRefusal(config, error);
  });
  const { port } = app.server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  let closed: Promise<void> | null = null;
  const close = async () => {
    const limit = setTimeout(() => app.server.closeAllConnections(), REQUESTS_END_WITHIN_MS);
    await app.close().finally(() => clearTimeout(limit));
  };
  return {
    url: `http://${host}:${port}`,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

const NOT_LOCAL = 'APP_HOST is not an address of this machine. Set it to 127.0.0.1, 0.0.0.0 or one of its addresses.';

function explainRefusal({ host, port }: Config, error: Error & { code?: string }): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'The port is in use. Set APP_PORT to another one, or stop the program that uses it.',
    EACCES: 'This user may not use it. Set APP_PORT to a port above 1023.',
    EADDRNOTAVAIL: NOT_LOCAL,
    ENOTFOUND: NOT_LOCAL,
    EAI_AGAIN: NOT_LOCAL,
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new OperatorError(`Lectern cannot listen on ${host}, port ${port}. ${reason}`);
}

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
