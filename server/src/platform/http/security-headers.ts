import fastifyHelmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const SELF = "'self'";
const NONE = "'none'";

/** Pages run their own files and nothing that stands in them, and are shown in no frame. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: [SELF],
    scriptSrc: [SELF],
    scriptSrcAttr: [NONE],
    styleSrc: [SELF],
    imgSrc: [SELF, 'data:'],
    objectSrc: [NONE],
    baseUri: [NONE],
    formAction: [SELF],
    frameAncestors: [NONE],
  },
};

/** A year, of this host alone: what else runs on its domain is not ours. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** For what is answered before any hook runs: nothing of it is a page. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/** Every answer says what a browser may do with it, and is kept by no cache unless its route says otherwise. */
export async function secureAnswers(app: FastifyInstance): Promise<void> {
  const fixed = await readFixedHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed);
    // told over http, others on the way could have said so (RFC 6797, 7.2)
    if (request.protocol.toLowerCase() === 'https')
      reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY);
    done();
  });
}

/** What helmet says, which is the same each time: asked once, since it makes up its policy anew for every answer. */
async function readFixedHeaders(): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(fastifyHelmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // told below, where it may be
    strictTransportSecurity: false,
    // of browsers that are gone
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  asked.get('/', async (_request, reply) => reply.getHeaders());
  const told = (await asked.inject('/')).json<Record<string, string>>();
  await asked.close();
  return { ...told, 'cache-control': 'no-store' };
}
