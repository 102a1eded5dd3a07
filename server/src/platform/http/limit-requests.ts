import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../address-key.ts';
import { Problem } from '../errors.ts';
import { clientAddress } from './client-address.ts';
import { bearerTokenOf } from './credential.ts';
import { RequestQuota, type Share } from './request-quota.ts';
import { hashToken } from './session-cookie.ts';

const WINDOW_SECONDS = 60;
/** Many people may share an address, and one may have many sessions or none. */
const SESSIONS_OF_ADDRESS = 10;
/** What restarts the service when it is refused; it asks the database once for all who ask at the same time. */
const HEALTH = '/healthz';

/**
 * Refuses the requests of a session, or an API token, beyond so many a minute, and those of an address beyond ten times as many, with or
 * without a session. Counted before anybody looks at the database, by this process alone: it keeps one client from using up the service for
 * the others, and guards no secret. Each answer tells what is left (draft-ietf-httpapi-ratelimit-headers-11).
 */
export function limitRequests(
  app: FastifyInstance,
  { perMinute, sessionCookie }: { perMinute: number; sessionCookie: string },
): void {
  if (perMinute === 0) return;
  const sessions = new RequestQuota(perMinute, WINDOW_SECONDS);
  const addresses = new RequestQuota(perMinute * SESSIONS_OF_ADDRESS, WINDOW_SECONDS);
  const ofSession = `"session";q=${sessions.quota};w=${WINDOW_SECONDS}`;
  const ofAddress = `"address";q=${addresses.quota};w=${WINDOW_SECONDS}`;
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === HEALTH) return;
    const address = addresses.take(addressKey(clientAddress(request)));
    const key = address.isRefused ? null : sessionKeyOf(request, sessionCookie);
    const session = key === null ? null : sessions.take(key);
    const left = `"address";r=${address.remaining};t=${address.seconds}`;
    reply.headers(
      session === null
        ? { 'ratelimit-policy': ofAddress, ratelimit: left }
        : {
            'ratelimit-policy': `${ofSession}, ${ofAddress}`,
            ratelimit: `"session";r=${session.remaining};t=${session.seconds}, ${left}`,
          },
    );
    if (address.isRefused) throw refusal('this address', address);
    if (session?.isRefused) throw refusal('this session', session);
  });
}

/** What a request says it belongs to. Who makes it up has not more than an address without sessions. */
function sessionKeyOf(request: FastifyRequest, sessionCookie: string): string | null {
  const token = bearerTokenOf(request) ?? request.cookies[sessionCookie];
  return token ? hashToken(token).toString('base64') : null;
}

function refusal(whose: string, { seconds }: Share): Problem {
  const message = `Too many requests from ${whose}. Try again in ${seconds} s.`;
  return new Problem('too_soon', 'rate_limited', message, { retry_after_seconds: seconds });
}
