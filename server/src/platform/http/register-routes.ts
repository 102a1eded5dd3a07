import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { dropDirectionIn } from '../clean-text.ts';
import type { Services } from '../services.ts';
import { describeRoute } from './describe-route.ts';
import type { RequestContext, Route, SessionUser } from './endpoint.ts';
import { notFound } from './error-responses.ts';
import { clientAddress } from './request-origin.ts';
import { type Cookies, requireRecentSignIn } from './session-cookie.ts';
import { bodyLimitOf, makeValidatorCompiler, refuseUnstorableText, type ValidatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the only media types that an upload route accepts */
    upload?: readonly string[];
  }
}

interface Parts {
  readonly services: Services;
  readonly cookies: Cookies;
}

/** Registers the routes of the API. This file and the hooks of `server.ts` hold everything that all routes share. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], parts: Parts): void {
  const compileValidator = makeValidatorCompiler();
  app.addHook('preValidation', (request, _reply, done) => {
    // the same as in bodies (server.ts): what enters here is stored, searched and shown in many places
    dropDirectionIn([request.query, request.params]);
    done();
  });
  for (const route of routes) {
    const { upload, files = {} } = route[2];
    const options = optionsOf(route, compileValidator, parts);
    if (upload === undefined) app.route(options);
    else app.register(async (scope) => registerUpload(scope, [...upload, ...Object.keys(files)], options));
  }
}

function optionsOf(route: Route, validatorCompiler: ValidatorCompiler, { services, cookies }: Parts) {
  const [method, path, endpoint] = route;
  return {
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(endpoint.body),
    schema: describeRoute(route),
    validatorCompiler,
    preValidation(request, _reply, done) {
      // the router takes the end of /tags/ for an id
      if (Object.values(request.params as object).includes('')) return done(notFound());
      // a body whose keys are all optional may be missing
      if (request.body === undefined) request.body = {};
      if (request.user === null) return done(endpoint.signedOut?.());
      if (endpoint.recentSignIn) requireRecentSignIn(request.credential);
      done();
    },
    // After validation, which limits length and depth. Query text is never stored, so it is not checked.
    preHandler(request, _reply, done) {
      refuseUnstorableText(request.body);
      done();
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const data = await endpoint.handle(makeContext(request, reply, services, cookies));
      // not `data === reply`, because a reply that is awaited is undefined
      if (reply.sent) return reply;
      reply.code(endpoint.statusOf(data));
      return { data, meta: { request_id: request.id } };
    },
  } satisfies RouteOptions;
}

/** Registers a route in its own scope, where the body stays a stream and no other media types are accepted. */
function registerUpload(
  scope: FastifyInstance,
  upload: readonly string[],
  options: ReturnType<typeof optionsOf>,
): void {
  const { preValidation, preHandler, handler, validatorCompiler, ...rest } = options;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...upload], (_request, body, done) => done(null, body));
  scope.route({
    ...rest,
    config: { upload },
    validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : validatorCompiler(part)),
    handler: (request, reply) =>
      // discard what was not read, so that the client finishes sending and reads the response
      handler(request, reply).finally(() => request.raw.resume()),
  });
}

function makeContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, databaseUrl, config, log, secrets, notifications }: Services,
  cookies: Cookies,
): RequestContext<SessionUser | null> {
  // named one by one, because spreading them takes 2 % of a request
  return {
    db,
    databaseUrl,
    config,
    log,
    secrets,
    notifications,
    user: request.user,
    query: request.query,
    path: request.params,
    body: request.body,
    session: cookies.control(request, reply, request.credential),
    address: clientAddress(request),
    header: (name) => headerOf(request, name),
    request,
    reply,
  };
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}
