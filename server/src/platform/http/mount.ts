import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { TSchema } from 'typebox';
import { Problem } from '../errors.ts';
import { type FindSessionUser, guardApi } from './access.ts';
import { answerProblem } from './answer-problem.ts';
import type { Endpoint, Services } from './endpoint.ts';
import { serveHealth } from './health.ts';
import { describeApi } from './openapi.ts';
import { Cookies } from './session-cookie.ts';
import { ErrorEnvelope, successEnvelope } from './shapes.ts';

/** A row of `start/routes.ts`: method, path as in the contract, operation. */
export type Route = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, endpoint: Endpoint];

const BODY_LIMIT_BYTES = 1_000_000;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
// ajv-formats is CommonJS: its function is the module and its `default`
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** Builds the HTTP server: every route under the same session check, validation, envelope and log line. */
export async function mountRoutes(
  routes: readonly Route[],
  services: Services,
  findSessionUser: FindSessionUser,
): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    loggerInstance: log,
    // one line a request, by logRequests below
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 200 },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    forceCloseConnections: 'idle',
    // what the router itself refuses (a path that cannot be decoded) names nothing that exists
    frameworkErrors: (_error, request, reply) => {
      void answerProblem(notFound(), request, reply.header('x-request-id', request.id));
    },
  }) as unknown as FastifyInstance;
  const cookies = new Cookies(config.cookieSecure);
  const openPaths = new Set(routes.filter(([, , endpoint]) => endpoint.open).map(([, path]) => path));

  app.setValidatorCompiler(makeValidator());
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => answerProblem(notFound(), request, reply));
  takeBodies(app);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  await app.register(fastifyCookie);
  guardApi(app, cookies, openPaths, findSessionUser);
  logRequests(app);
  app.addSchema(ErrorEnvelope);
  await describeApi(app, config);
  for (const route of routes) mountRoute(app, route, services, cookies);
  serveHealth(app, services.db);
  return app;
}

function mountRoute(app: FastifyInstance, [method, path, endpoint]: Route, services: Services, cookies: Cookies): void {
  const { schema, statuses } = endpoint;
  const takesBody = method !== 'GET' && method !== 'DELETE';
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: endpoint.summary,
      tags: [path.split('/')[3] ?? ''],
      querystring: schema.query,
      params: schema.path,
      ...(method === 'GET' ? {} : { body: schema.body }),
      response: {
        ...Object.fromEntries(statuses.map((status) => [status, successEnvelope(schema.answer)])),
        ...describeProblems(endpoint),
      },
      ...(endpoint.open
        ? { security: [] }
        : takesBody || method === 'DELETE'
          ? { security: [{ session: [], csrf: [] }] }
          : {}),
    } as Record<string, unknown>,
    preValidation: async (request) => {
      // a body whose keys are all optional may be missing altogether
      if (request.body === undefined || request.body === null) request.body = {};
      refuseNul(request.body, '');
    },
    handler: async (request, reply) => {
      const answer = await endpoint.handle({
        ...services,
        user: request.user,
        query: request.query,
        path: request.params,
        body: request.body,
        session: cookies.control(request, reply, request.sessionToken),
        address: request.ip,
        header: (name) => headerOf(request, name),
      });
      reply.code(endpoint.statusOf(answer)).header('cache-control', 'no-store');
      return { data: answer, meta: { request_id: request.id } };
    },
  });
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

function notFound(): Problem {
  return new Problem('not_found', 'not_found', 'There is nothing at this path.');
}

/** Documents the errors of an operation by their codes. */
function describeProblems({ problems, open }: Endpoint): Record<string, unknown> {
  const codes = [...(open ? [] : ['auth_required']), 'validation_error', ...problems];
  return { '4xx': { description: `One of: ${codes.join(', ')}`, $ref: 'Error#' } };
}

/** Text in a query or path is turned into numbers and booleans; in a body a number is a number. */
function makeValidator() {
  const options = { allErrors: true, useDefaults: true, removeAdditional: false, strict: false } as const;
  const text = addFormats(new Ajv({ ...options, coerceTypes: true }));
  const json = addFormats(new Ajv(options));
  return ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
    (httpPart === 'body' ? json : text).compile(schema as TSchema);
}

function takeBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
}

/** PostgreSQL's text cannot hold NUL, so no text with one is taken in. */
function refuseNul(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!value.includes('\0')) return;
    const details = [{ path, message: 'must not contain the NUL character' }];
    throw new Problem('invalid', 'validation_error', 'A text must not contain the NUL character.', details);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    refuseNul(key, path);
    refuseNul(inner, path ? `${path}.${key}` : key);
  }
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      user_id: request.user?.id ?? null,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}
