import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { findTokenUser } from '../accounts/api-tokens.ts';
import { sessionLookup } from '../accounts/sessions.ts';
import { setupPages } from '../accounts/setup-page.ts';
import { figureReader } from '../metrics/read-figures.ts';
import type { Config } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { mountRoutes } from '../platform/http/mount.ts';
import { serveMetrics } from '../platform/http/serve-metrics.ts';
import { serveWeb } from '../platform/http/serve-web.ts';
import { servePages } from '../platform/http/static-page.ts';
import { routes } from './routes.ts';

const REQUESTS_END_WITHIN_MS = 4000;
/** The web application, as `npm run build` leaves it: as far from here in the sources as in what is compiled. */
const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/**
 * Listens for requests; `pool` is told of in /metrics; `close` lets those under way finish, but waits only so long for them.
 * @throws OperatorError when the address cannot be had
 */
export async function serveApi(services: Services, pool: pg.Pool): Promise<{ url: string; close(): Promise<void> }> {
  const { config, db } = services;
  const app = await mountRoutes(routes, services, {
    ofSession: sessionLookup(db),
    ofApiToken: (token) => findTokenUser(db, token),
  });
  servePages(app, setupPages(db));
  serveMetrics(app, config.metricsAllow, figureReader(services, pool));
  if (existsSync(WEB)) await serveWeb(app, WEB);
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

function explainRefusal({ host, port }: Config, error: Error & { code?: string }): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'The port is in use already. Set APP_PORT to another one, or stop what uses it.',
    EACCES: 'This user may not open it. Set APP_PORT to one above 1023.',
    EADDRNOTAVAIL: 'APP_HOST is no address of this machine.',
    ENOTFOUND: 'APP_HOST is no address of this machine.',
    EAI_AGAIN: 'APP_HOST is no address of this machine.',
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new OperatorError(`Lectern cannot listen on ${host}, port ${port}. ${reason}`);
}
