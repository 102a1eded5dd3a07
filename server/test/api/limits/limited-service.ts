import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { findTokenUser } from '../../../src/accounts/api-tokens.ts';
import { sessionLookup } from '../../../src/accounts/sessions.ts';
import { mountRoutes } from '../../../src/platform/http/mount.ts';
import { TIME_LIMITS, type TimeLimits } from '../../../src/platform/http/time-limits.ts';
import { routes } from '../../../src/start/routes.ts';
import type { TestService } from '../../support/test-service.ts';

/** Another server for the same service, with time limits of its own, until the test ends. */
export async function serveLimited(
  { services }: TestService,
  limits: Partial<TimeLimits>,
  add: (app: FastifyInstance) => void = () => {},
): Promise<{ url: string }> {
  const { db } = services;
  const findUser = {
    ofSession: sessionLookup(db),
    ofApiToken: (token: string) => findTokenUser(db, token),
  };
  const app = await mountRoutes(routes, services, findUser, { ...TIME_LIMITS, ...limits });
  add(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}
