import { readConfig } from '../platform/config.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { Notifications } from '../platform/database/notifications.ts';
import { mountRoutes } from '../platform/http/mount.ts';
import { makeLogger } from '../platform/logger.ts';
import { Secrets } from '../platform/secrets.ts';
import { routes } from './routes.ts';

/** The OpenAPI description of all routes, as /openapi.json gives it with the default configuration. Nothing is connected to. */
export async function describeRoutes(): Promise<unknown> {
  const config = readConfig({});
  const log = makeLogger({ logLevel: 'silent', logFormat: 'json' });
  const databaseUrl = 'postgresql://localhost/none';
  const { db } = connectDatabase({ url: databaseUrl, maxConnections: 1, name: 'none', onError: () => {} });
  const secrets = new Secrets('nothing is sealed for a description');
  const notifications = new Notifications(databaseUrl, () => {});
  const services = { db, databaseUrl, config, log, secrets, notifications };
  const app = await mountRoutes(routes, services, { ofSession: async () => null, ofApiToken: async () => null });
  const answer = await app.inject({ url: '/openapi.json' });
  await app.close();
  return JSON.parse(answer.body) as unknown;
}
