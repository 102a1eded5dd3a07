import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { RELEASE } from '../version.ts';
import { errorResponsesOf, operationIdOf } from './describe-route.ts';
import type { Route } from './endpoint.ts';
import { nameSchemas, type Response } from './name-schemas.ts';

interface Description {
  readonly paths?: Record<string, Record<string, Operation>>;
  readonly components?: { schemas?: object; responses?: object };
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: { readonly in: string; readonly name: string; description?: string }[];
  requestBody?: RequestBody;
  readonly responses?: Record<string, Response>;
}

interface RequestBody {
  required?: boolean;
  readonly content?: Record<string, { readonly schema?: { required?: unknown; properties?: object } }>;
}

/** What the operations under a path are for: the words after /api/v1, or the first ones of the other paths. */
const TAGS: Readonly<Record<string, string>> = {
  auth: 'Sign in and out, your password, your sessions and your API tokens.',
  scholars: 'The scholars that you track, their profiles at the sources, and the export and import of your library.',
  images: 'Pictures of your scholars.',
  publications: 'Your library: lists, searches, marks, tags, PDFs and citations.',
  notes: 'Your notes on publications.',
  tags: 'Your tags.',
  views: 'Lists that you saved under a name.',
  rules: 'What is done with new publications that match a search.',
  events: 'What happened, for scripts.',
  feeds: 'Private feeds for feed readers.',
  'public-lists': 'Lists that you show to everybody.',
  p: 'The public lists, for everybody.',
  zotero: 'Your libraries of Zotero: what is pushed there, and what is read from there.',
  mail: 'Links in mails.',
  runs: 'Checks of your scholars, and the queue of crawls that go on after a check.',
  settings: 'Your settings.',
  channels: 'Where your news is sent, and the log of what was sent.',
  admin: 'What only administrators may do: users, sources, backups, integrity and repairs.',
  health: 'Whether the service works.',
};

/** What the ids after a word of a path name, unless the word is the plural of the thing. */
const THINGS: Readonly<Record<string, string>> = {
  queue: 'queue item',
  deliveries: 'delivery',
  repairs: 'repair job',
  'pdf-queue': 'publication',
  'scholar-images': 'scholar',
  p: 'public list',
};

/**
 * Allows the page's own files and the styles that its script writes. No frame may show it, because it can change the
 * reader's data.
 */
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
export async function describeApi(app: FastifyInstance, config: Config, routes: readonly Route[]): Promise<void> {
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
      servers: [{ url: '/', description: 'The server that this description comes from.' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
      complete(openapiObject, routes);
      return openapiObject;
    },
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

/** Adds to the description what the schemas of Fastify cannot say. */
function complete({ paths = {}, components = {} }: Description, routes: readonly Route[]): void {
  const errors = new Map(routes.map((route) => [operationIdOf(route[0], route[1]), errorResponsesOf(route)]));
  const files = new Map(routes.map(([method, path, endpoint]) => [operationIdOf(method, path), endpoint.files ?? {}]));
  const shared: Record<string, Response> = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const operation of Object.values(methods)) {
      describeOptionalBody(operation);
      describeFiles(operation, files.get(operation.operationId ?? '') ?? {});
      describeIds(path, operation);
      for (const { status, name, response } of errors.get(operation.operationId ?? '') ?? []) {
        shared[name] = response;
        Object.assign(operation.responses ?? {}, { [status]: { $ref: `#/components/responses/${name}` } });
      }
    }
  }
  components.schemas = nameSchemas(paths, shared);
  components.responses = Object.fromEntries(Object.entries(shared).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A body whose keys are all optional may be missing, and one without keys is not described. */
function describeOptionalBody(operation: Operation): void {
  // all media types of an operation have one schema
  const [{ schema } = {}] = Object.values(operation.requestBody?.content ?? {});
  if (!operation.requestBody || !schema) return;
  if (Object.keys(schema.properties ?? {}).length === 0) delete operation.requestBody;
  else if (schema.required === undefined) operation.requestBody.required = false;
}

/** Fastify describes the files of other programs as it does `body`. */
function describeFiles({ requestBody }: Operation, files: Readonly<Record<string, unknown>>): void {
  for (const [type, example] of Object.entries(files)) {
    const schema = Array.isArray(example) ? { type: 'array', items: { type: 'object' } } : { type: 'string' };
    Object.assign(requestBody?.content ?? {}, { [type]: { schema, example } });
  }
}

/** The id in `/tags/{id}` is that of a tag. */
function describeIds(path: string, { parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const [, collection = ''] = new RegExp(`([\\w-]+)/\\{${parameter.name}\\}`).exec(path) ?? [];
    if (parameter.in !== 'path' || collection === '') continue;
    parameter.description ??= `The id of the ${THINGS[collection] ?? collection.replace(/s$/, '').replace('-', ' ')}.`;
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
