import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../address-key.ts';
import { Problem } from '../errors.ts';
import { clientAddress } from './client-address.ts';
import { bearerTokenOf } from './credential.ts';
import { RequestQuota, type Share } from './request-quota.ts';
import { hashToken } from './session-cookie.ts';
import { isUnder } from './token-scope.ts';

const WINDOW_SECONDS = 60;
/** Many people may share an address, and one may have many sessions or none. */
const SESSIONS_OF_ADDRESS = 10;
/** A page of the library shows fifty pictures; they must not use up what its reader may ask for. */
const PICTURES_FOR_A_REQUEST = 5;
/** Far fewer than of requests: a picture that was seen is not asked for again. */
const PICTURE_SESSIONS_OF_ADDRESS = 4;
/** What restarts the service when it is refused; it asks the database once for all who ask at the same time. */
const HEALTH = '/healthz';

/** The limits of one kind of requests, and what the answers say of them. */
class Limits {
  readonly #sessions: RequestQuota;
  readonly #addresses: RequestQuota;
  readonly #names: { readonly session: string; readonly address: string };
  readonly #policies: { readonly session: string; readonly address: string };

  constructor(prefix: string, perMinute: number, sessionsOfAddress: number) {
    this.#sessions = new RequestQuota(perMinute, WINDOW_SECONDS);
    this.#addresses = new RequestQuota(perMinute * sessionsOfAddress, WINDOW_SECONDS);
    this.#names = { session: `"${prefix}session"`, address: `"${prefix}address"` };
    this.#policies = {
      session: `${this.#names.session};q=${this.#sessions.quota};w=${WINDOW_SECONDS}`,
      address: `${this.#names.address};q=${this.#addresses.quota};w=${WINDOW_SECONDS}`,
    };
  }

  /** Counts a request; tells the headers of its answer, and with what it is refused. */
  take(address: string, sessionKey: string | null): { policy: string; left: string; problem: Problem | null } {
    const ofAddress = this.#addresses.take(address);
    const ofSession = sessionKey === null || ofAddress.isRefused ? null : this.#sessions.take(sessionKey);
    const left = `${this.#names.address};r=${ofAddress.remaining};t=${ofAddress.seconds}`;
    if (ofSession === null) {
      const problem = ofAddress.isRefused ? refusal('this address', ofAddress) : null;
      return { policy: this.#policies.address, left, problem };
    }
    return {
      policy: `${this.#policies.session}, ${this.#policies.address}`,
      left: `${this.#names.session};r=${ofSession.remaining};t=${ofSession.seconds}, ${left}`,
      problem: ofSession.isRefused ? refusal('this session', ofSession) : null,
    };
  }
}

/**
 * Refuses the requests of a session, or an API token, beyond so many a minute, and those of an address beyond ten times as many, with or
 * without a session. Pictures are counted apart, and may be more. Counted before anybody looks at the database, by this process alone: it
 * keeps one client from using up the service for the others, and guards no secret. Each answer tells what is left
 * (draft-ietf-httpapi-ratelimit-headers-11).
 */
export function limitRequests(
  app: FastifyInstance,
  { perMinute, sessionCookie, assets }: { perMinute: number; sessionCookie: string; assets: string },
): void {
  if (perMinute === 0) return;
  const requests = new Limits('', perMinute, SESSIONS_OF_ADDRESS);
  const pictures = new Limits('pictures-', perMinute * PICTURES_FOR_A_REQUEST, PICTURE_SESSIONS_OF_ADDRESS);
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routePattern;
    if (route === HEALTH) return done();
    const limits = route !== null && isUnder(route, assets) ? pictures : requests;
    const { policy, left, problem } = limits.take(
      addressKey(clientAddress(request)),
      sessionKeyOf(request, sessionCookie),
    );
    reply.header('ratelimit-policy', policy).header('ratelimit', left);
    if (problem) done(problem);
    else done();
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
