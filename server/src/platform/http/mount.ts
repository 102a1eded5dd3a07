import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { TSchema } from 'typebox';
import { Problem } from '../errors.ts';
import { ASSETS, type FindUser, guardApi } from './access.ts';
import { answerBrokenRequest } from './answer-broken-request.ts';
import { answerFile, noForm } from './answer-file.ts';
import { answerProblem } from './answer-problem.ts';
import { answerUpload } from './answer-upload.ts';
import { answerWithAsset } from './answer-with-asset.ts';
import { answerWithDownload } from './answer-with-download.ts';
import { answerWithStream } from './answer-with-stream.ts';
import type { AssetEndpoint } from './asset-endpoint.ts';
import { bodyLimitOf, SMALL_BODY_BYTES } from './body-limit.ts';
import { requireOneHost } from './check-origin.ts';
import { describeAsset, describeRoute, describeStream } from './describe-route.ts';
import type { DownloadEndpoint } from './download-endpoint.ts';
import type { Endpoint, Services } from './endpoint.ts';
import type { FileEndpoint } from './file-endpoint.ts';
import { serveHealth } from './health.ts';
import { limitArrival, UPLOAD_MS } from './limit-arrival.ts';
import { limitRequests } from './limit-requests.ts';
import { logRequest, logRequests } from './log-requests.ts';
import { makeAsk } from './make-ask.ts';
import { noteRoute } from './note-route.ts';
import { OpenStreams } from './open-streams.ts';
import { describeApi } from './openapi.ts';
import { refuseBrokenText } from './refuse-broken-text.ts';
import { BARE_HEADERS, secureAnswers } from './security-headers.ts';
import { Cookies } from './session-cookie.ts';
import { ErrorEnvelope } from './shapes.ts';
import { shedLoad } from './shed-load.ts';
import type { StreamEndpoint } from './stream-endpoint.ts';
import { StreamPlaces } from './stream-places.ts';
import { limitDelivery, TIME_LIMITS, type TimeLimits } from './time-limits.ts';
import type { UploadEndpoint } from './upload-endpoint.ts';
import { UploadPlaces } from './upload-places.ts';

/** A row of `start/routes.ts`: method, path as in the contract, operation. */
export type Route =
  | readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, endpoint: Endpoint]
  | readonly [method: 'GET', path: string, endpoint: StreamEndpoint | DownloadEndpoint | AssetEndpoint]
  | readonly [method: 'POST', path: string, endpoint: UploadEndpoint | FileEndpoint];

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
// ajv-formats is CommonJS: its function is the module and its `default`
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** Builds the HTTP server: every route under the same session check, validation, envelope and log line. */
export async function mountRoutes(
  routes: readonly Route[],
  services: Services,
  findUser: FindUser,
  limits: TimeLimits = TIME_LIMITS,
): Promise<FastifyInstance> {
  const { config, db, log } = services;
  const app = Fastify({
    loggerInstance: log,
    // one line a request, by logRequests below
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: SMALL_BODY_BYTES,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: limits.idleMs,
    // requireOneHost answers in its place, with the error envelope
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false,
    },
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildSerializer: buildLazySerializer } },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    forceCloseConnections: 'idle',
    // a request that still comes in on an open connection while the server stops is answered like any other
    return503OnClosing: false,
    // what the router itself refuses (a path that cannot be decoded) names nothing that exists; no hook runs for it
    frameworkErrors: (_error, request, reply) => {
      limitArrival(request, reply, { isUpload: false, log });
      limitDelivery(reply.raw, limits);
      reply.raw.once('finish', () => logRequest(request, reply));
      void answerProblem(notFound(), request, reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id }));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(log, error, socket),
  }) as unknown as FastifyInstance;
  // an expectation that nobody knows is passed over: Node would answer it itself, and wait for the body as long as for an upload
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const cookies = new Cookies(config.cookieSecure);
  const openPaths = new Set(routes.filter(([, , endpoint]) => endpoint.open).map(([, path]) => path));

  app.setValidatorCompiler(makeValidator());
  // the words are found in answer-problem.ts, for the first mistakes only: by default all of them are joined to one text
  app.setSchemaErrorFormatter(() => new Error('not valid'));
  app.setErrorHandler(answerProblem);
  app.decorate('webPage', null);
  app.setNotFoundHandler(
    (request, reply) => app.webPage?.(request, reply) ?? answerProblem(notFound(), request, reply),
  );
  takeBodies(app);
  // hooks that wait for nothing give no promise: each would cost every request a turn of its own
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    limitArrival(request, reply, { isUpload: false, log });
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    limitDelivery(reply.raw, limits);
    done();
  });
  noteRoute(app);
  requireOneHost(app);
  await secureAnswers(app);
  shedLoad(app, { db, log, limits });
  await app.register(fastifyCookie);
  limitRequests(app, { perMinute: config.rateLimitPerMinute, sessionCookie: cookies.session, assets: ASSETS });
  guardApi(app, cookies, openPaths, findUser);
  logRequests(app);
  app.addSchema(ErrorEnvelope);
  await describeApi(app, config);
  const streams = new OpenStreams(findUser, services);
  const places = new StreamPlaces(config.streamsPerUser);
  const uploads = new UploadPlaces();
  app.addHook('preClose', () => streams.close());
  for (const [method, path, endpoint] of routes) {
    if ('begin' in endpoint) mountStream(app, path, endpoint, { services, cookies, streams, places });
    else if ('send' in endpoint) mountDownload(app, path, endpoint, { services, cookies });
    else if ('missing' in endpoint) mountAsset(app, path, endpoint, { services, cookies });
    else if ('field' in endpoint) mountFile(app, path, endpoint, { services, cookies, limits, uploads });
    else if ('mostBytes' in endpoint) mountUpload(app, path, endpoint, { services, cookies, limits, uploads });
    else mountRoute(app, [method, path, endpoint], services, cookies);
  }
  serveHealth(app, services);
  return app;
}

function mountRoute(
  app: FastifyInstance,
  [method, path, endpoint]: readonly [method: Route[0], path: string, endpoint: Endpoint],
  services: Services,
  cookies: Cookies,
): void {
  app.route({
    method,
    url: routePathOf(path),
    bodyLimit: bodyLimitOf(endpoint.schema.body),
    schema: describeRoute(method, path, endpoint),
    preValidation: (request, _reply, done) => {
      // a body whose keys are all optional may be missing altogether
      if (request.body === undefined) request.body = {};
      done();
    },
    // after the validation, which limits length and depth. Text in a query is never stored, so it is not checked.
    preHandler: (request, _reply, done) => {
      refuseBrokenText(request.body);
      done();
    },
    handler: async (request, reply) => {
      const answer = await endpoint.handle(makeAsk(request, reply, services, cookies));
      reply.code(endpoint.statusOf(answer)).header('cache-control', 'no-store');
      return { data: answer, meta: { request_id: request.id } };
    },
  });
}

function mountStream(
  app: FastifyInstance,
  path: string,
  endpoint: StreamEndpoint,
  context: { services: Services; cookies: Cookies; streams: OpenStreams; places: StreamPlaces },
): void {
  app.route({
    method: 'GET',
    url: routePathOf(path),
    schema: describeStream(path, endpoint),
    handler: (request, reply) => answerWithStream(request, reply, endpoint, context),
  });
}

function mountDownload(
  app: FastifyInstance,
  path: string,
  endpoint: DownloadEndpoint,
  context: { services: Services; cookies: Cookies },
): void {
  app.route({
    method: 'GET',
    url: routePathOf(path),
    schema: describeRoute('GET', path, endpoint),
    handler: (request, reply) => answerWithDownload(request, reply, endpoint, context),
  });
}

/** In a scope of its own, where bodies are not read before the handler is asked. */
function mountUpload(
  app: FastifyInstance,
  path: string,
  endpoint: UploadEndpoint,
  context: { services: Services; cookies: Cookies; limits: TimeLimits; uploads: UploadPlaces },
): void {
  const validatorOf = makeValidator();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', (_request, body, done) => done(null, body));
    scope.route({
      method: 'POST',
      url: routePathOf(path),
      schema: describeRoute('POST', path, endpoint),
      validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : validatorOf(part)),
      handler: (request, reply) => answerUpload(request, reply, endpoint, context),
    });
  });
}

/** Who may see nothing is told so before it is said what is wrong with the question. */
function mountAsset(
  app: FastifyInstance,
  path: string,
  endpoint: AssetEndpoint,
  context: { services: Services; cookies: Cookies },
): void {
  app.route({
    method: 'GET',
    url: routePathOf(path),
    schema: describeAsset(path, endpoint),
    preValidation: async ({ user }) => {
      if (!user) throw endpoint.missing();
    },
    handler: (request, reply) => answerWithAsset(request, reply, endpoint, context),
  });
}

/** In a scope of its own, where a form is not read before the handler is asked, and nothing else is taken. */
function mountFile(
  app: FastifyInstance,
  path: string,
  endpoint: FileEndpoint,
  context: { services: Services; cookies: Cookies; limits: TimeLimits; uploads: UploadPlaces },
): void {
  const validatorOf = makeValidator();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body));
    scope.addContentTypeParser('*', (_request, _body, done) => done(noForm()));
    scope.route({
      method: 'POST',
      url: routePathOf(path),
      schema: { ...describeRoute('POST', path, endpoint), consumes: ['multipart/form-data'] },
      validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : validatorOf(part)),
      handler: (request, reply) => answerFile(request, reply, endpoint, context),
    });
  });
}

function routePathOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function notFound(): Problem {
  return new Problem('not_found', 'not_found', 'There is nothing at this path.');
}

/**
 * Compiles a schema to a validator when a request first needs it: compiling all of them takes a tenth of the start. Values of a query and a
 * path are text, so they are converted to numbers and booleans; those of a body are not. A form is checked as a whole, so that a client can
 * show the error of each field. A long list is checked up to the first error, and its length before its items: 240,000 wrong items took a
 * third of a second, in which nobody else was answered.
 */
function makeValidator() {
  // our own schemas need no check against the meta-schema, whose compilation takes longer than that of all of them
  const checks = { strict: false, validateSchema: false } as const;
  const options = { allErrors: true, useDefaults: true, removeAdditional: false, ...checks } as const;
  const text = addFormats(new Ajv({ ...options, coerceTypes: true }));
  const form = addFormats(new Ajv(options));
  const list = addFormats(new Ajv({ ...options, allErrors: false }));
  return ({ schema, httpPart }: { schema: unknown; httpPart?: string }) => {
    let compiled: ValidateFunction | undefined;
    const validate = (data: unknown): boolean => {
      compiled ??= compilerOf(schema as TSchema).compile(schema as TSchema);
      const isValid = compiled(data);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    const compilerOf = (body: TSchema) =>
      httpPart !== 'body' ? text : bodyLimitOf(body) === SMALL_BODY_BYTES ? form : list;
    validate.errors = null as NonNullable<ValidateFunction['errors']> | null;
    return validate;
  };
}

/** Compiles the serializer of a response when the first such response is sent, as makeValidator does for requests. */
const buildLazySerializer: SerializerSelector.SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: SerializerSelector.Serializer | undefined;
    return (data) => {
      serialize ??= compile(route);
      return serialize(data);
    };
  };
};

function takeBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
}
