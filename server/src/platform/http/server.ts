import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { dropDirectionOf } from '../clean-text.ts';
import type { Services } from '../services.ts';
import { type FindUser, guardApi, noteRoute } from './access.ts';
import { noteMethods } from './allowed-methods.ts';
import { compressResponses } from './compress.ts';
import type { Route } from './endpoint.ts';
import { methodNotAllowed, notFound, sendBrokenRequest, sendError } from './error-responses.ts';
import { EventStreams } from './event-streams.ts';
import { serveHealth } from './health.ts';
import { limitRequests, shedLoad } from './limit-requests.ts';
import { logRequest, logRequests } from './log-requests.ts';
import { describeApi } from './openapi.ts';
import { registerRoutes } from './register-routes.ts';
import { requireOneHost } from './request-origin.ts';
import { addSecurityHeaders, BARE_HEADERS } from './security-headers.ts';
import { Cookies } from './session-cookie.ts';
import { limitArrival, limitDelivery, TIME_LIMITS, type TimeLimits, UPLOAD_MS } from './time-limits.ts';
import { Uploads } from './uploads.ts';
import { buildLazySerializer, refuseCostlyJson, SMALL_BODY_BYTES } from './validation.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Builds the HTTP server: the hooks that every request passes, in their order, and then the routes. */
export async function buildServer(
  routes: readonly Route[],
  services: Services,
  findUser: FindUser,
  limits: TimeLimits = TIME_LIMITS,
): Promise<FastifyInstance> {
  const { config, db, log } = services;
  const app = makeFastify(services, limits);
  const cookies = new Cookies(config.cookieSecure);
  const openPaths = new Set(routes.filter(([, , { open }]) => open).map(([, path]) => path));
  app.decorate('webPage', null);
  app.decorate('uploads', new Uploads(limits));
  app.decorate('eventStreams', new EventStreams(findUser, services));
  app.addHook('preClose', () => app.eventStreams.close());

  // hooks without asynchronous work take a callback, because a promise delays every request
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    limitArrival(request.raw, reply.raw, log);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    limitDelivery(reply.raw, limits);
    done();
  });
  noteRoute(app);
  addSecurityHeaders(app);
  requireOneHost(app);
  await compressResponses(app);
  shedLoad(app, { db, log, limits });
  await app.register(fastifyCookie);
  await limitRequests(app, { perMinute: config.rateLimitPerMinute, sessionCookie: cookies.session });
  guardApi(app, { cookies, openPaths, findUser });
  logRequests(app);

  await describeApi(app, config, routes);
  registerRoutes(app, routes, { services, cookies });
  serveHealth(app, services);
  return app;
}

function makeFastify({ config, log }: Services, limits: TimeLimits): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // logRequests writes one line for each request
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: SMALL_BODY_BYTES,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: limits.idleMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      // requireOneHost checks it, and sends the error envelope
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
    // while the server stops, requests on open connections are still served
    return503OnClosing: false,
    // a path that cannot be decoded: the router refuses it, and no hook runs
    frameworkErrors: (_error, request, reply) => {
      limitArrival(request.raw, reply.raw, log);
      limitDelivery(reply.raw, limits);
      reply.raw.once('finish', () => logRequest(request, reply));
      void sendError(notFound(), request, reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id }));
    },
    clientErrorHandler: (error, socket) => sendBrokenRequest(log, error, socket),
  }) as unknown as FastifyInstance;
  // Ignore an unknown Expect header. Node would respond itself, and wait for the body as long as for an upload.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // error-responses.ts words the first errors; by default Fastify joins all of them to one text
  app.setSchemaErrorFormatter(() => new Error('not valid'));
  app.setErrorHandler(sendError);
  const methodsOf = noteMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(request);
    if (allowed.length === 0) return app.webPage?.(request, reply) ?? sendError(notFound(), request, reply);
    reply.header('allow', allowed.join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return sendError(methodNotAllowed(request.method, allowed), request, reply);
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      refuseCostlyJson(body);
    } catch (error) {
      return done(error as Error);
    }
    parseJson(request, body, (error, value) => done(error, dropDirectionOf(body, value)));
  });
  return app;
}
