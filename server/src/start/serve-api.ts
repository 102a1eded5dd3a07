import type { AddressInfo } from 'node:net';
import { findSessionUser } from '../accounts/sessions.ts';
import { setupPages } from '../accounts/setup-page.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { mountRoutes } from '../platform/http/mount.ts';
import { servePages } from '../platform/http/static-page.ts';
import { routes } from './routes.ts';

/** Listens for requests; `close` lets those under way finish. */
export async function serveApi(services: Services): Promise<{ url: string; close(): Promise<void> }> {
  const { config, db } = services;
  const app = await mountRoutes(routes, services, (token) => findSessionUser(db, token));
  servePages(app, setupPages(db));
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'));
  await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (address) => `Lectern listens on ${address}`,
  });
  const { port } = app.server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return { url: `http://${host}:${port}`, close: () => app.close() };
}
