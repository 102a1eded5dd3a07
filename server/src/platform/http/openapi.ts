import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { VERSION } from '../version.ts';

/** Publishes the OpenAPI 3.1 description at /openapi.json and a page to browse it, and try it, at /docs. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: VERSION,
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          "Watches scholars' profiles, collects their publications once each, and tells what is new.\n\n" +
          'Sign in with `POST /api/v1/auth/login`. Every change needs the `X-CSRF-Token` header, with the token that `GET /api/v1/auth/csrf` gives.',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: config.cookieSecure ? '__Host-lectern_session' : 'lectern_session',
          },
          csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
        },
      },
      security: [{ session: [] }],
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `Shape${index}`) },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    uiConfig: { tryItOutEnabled: true, requestInterceptor: withCsrfToken },
    theme: { title: 'Lectern: the API' },
  });
}

/** Runs in the reader's browser: gets the CSRF token that a change needs. */
async function withCsrfToken(request: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (request['method'] === 'GET' || request['method'] === undefined) return request;
  const answer = await fetch('/api/v1/auth/csrf');
  const { data } = (await answer.json()) as { data: { csrf_token: string } };
  (request['headers'] as Record<string, string>)['X-CSRF-Token'] = data.csrf_token;
  return request;
}
