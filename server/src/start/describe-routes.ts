import { readConfig } from '../platform/config.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { Notifications } from '../platform/database/notifications.ts';
import { buildServer } from '../platform/http/server.ts';
import { makeLogger } from '../platform/logger.ts';
import { Secrets } from '../platform/secrets.ts';
import { routes } from './routes.ts';

/**
 * Returns the OpenAPI description of all routes, as /openapi.json has it with the default configuration. It opens no
 * connection.
 */
export async function describeRoutes(): Promise<unknown> {
  const config = readConfig({});
  const log = makeLogger({ logLevel: 'silent', logFormat: 'json' });
  const databaseUrl = 'postgresql://localhost/none';
  const { db } = connectDatabase({ url: databaseUrl, maxConnections: 1, name: 'none', onError: () => {} });
  const secrets = new Secrets('a description encrypts nothing with this key');
  const notifications = new Notifications(databaseUrl, () => {});
  const services = { db, databaseUrl, config, log, secrets, notifications };
  const app = await buildServer(routes, services, { ofSession: async () => null, ofApiToken: async () => null });
  const response = await app.inject({ url: '/openapi.json' });
  await app.close();
  return JSON.parse(response.body) as unknown;
}
