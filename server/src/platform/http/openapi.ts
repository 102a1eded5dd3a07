import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { RELEASE } from '../version.ts';

interface Description {
  readonly paths?: Record<string, Record<string, { requestBody?: RequestBody }>>;
}

interface RequestBody {
  required?: boolean;
  readonly content?: Record<string, { readonly schema?: { required?: unknown; properties?: object } }>;
}

/** Allows the page's own files and the styles that its script writes. No frame may show it, because it can change the reader's data. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** Serves the OpenAPI 3.1 description at /openapi.json, and at /docs a page to read it and try it. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: RELEASE,
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          "Reads scholars' profiles, stores each publication once, and shows what is new.\n\n" +
          'Sign in with `POST /api/v1/auth/login`. Every change needs the token from `GET /api/v1/auth/csrf` in the `X-CSRF-Token` header.\n\n' +
          'A script sends an API token instead, as `Authorization: Bearer …`. It needs neither cookies nor a CSRF token.',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: config.cookieSecure ? '__Host-lectern_session' : 'lectern_session',
          },
          csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API token from `POST /api/v1/auth/tokens`. Each operation names the scope that it needs: `read`, `write` or `admin`. Each scope includes those before it.',
          },
        },
      },
      security: [{ session: [] }],
    },
    transformObject: (document) => {
      const { openapiObject = {} } = document as { openapiObject?: Description };
      describeOptionalBodies(openapiObject);
      return openapiObject;
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `Shape${index}`) },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    uiConfig: { tryItOutEnabled: true, requestInterceptor: withCsrfToken },
    // the top bar shows another product's name, and a field to load other descriptions
    theme: {
      title: 'Lectern: the API',
      css: [{ filename: 'lectern.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
}

/** A body whose keys are all optional may be missing, and one without keys is not described. */
function describeOptionalBodies({ paths = {} }: Description): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    // all media types of an operation have one schema
    const [{ schema } = {}] = Object.values(operation.requestBody?.content ?? {});
    if (!operation.requestBody || !schema) continue;
    if (Object.keys(schema.properties ?? {}).length === 0) delete operation.requestBody;
    else if (schema.required === undefined) operation.requestBody.required = false;
  }
}

/** Runs in the reader's browser: adds the CSRF token that a change needs. */
async function withCsrfToken(request: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === undefined) return request;
  const response = await fetch('/api/v1/auth/csrf');
  const { data } = (await response.json()) as { data: { csrf_token: string } };
  (request.headers as Record<string, string>)['X-CSRF-Token'] = data.csrf_token;
  return request;
}
