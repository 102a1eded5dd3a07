import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
// it gives requests their cookies
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from './credential.ts';
import type { SessionControl } from './endpoint.ts';

/** A session's absolute lifetime; the idle one is shorter and kept by the database. */
export const SESSION_LIFETIME_DAYS = 30;
const ANONYMOUS_LIFETIME_SECONDS = 3600;

/** A new secret of 256 bits, as it travels in a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * The CSRF token that belongs to a cookie's token: derived, so that nothing has to be stored, and one-way, so that a page that reads it
 * learns nothing of the cookie. (OWASP CSRF Prevention Cheat Sheet, "signed double-submit cookie": bound to the session.)
 */
function csrfTokenOf(cookieToken: string): string {
  return hash('sha256', `csrf:${cookieToken}`, 'base64url');
}

/** Names and flags of the two cookies. `__Host-` keeps a sibling domain from planting one; browsers take it with `Secure` only. */
export class Cookies {
  readonly session: string;
  readonly #anonymous: string;
  readonly #flags: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean };

  constructor(secure: boolean) {
    const prefix = secure ? '__Host-' : '';
    this.session = `${prefix}lectern_session`;
    this.#anonymous = `${prefix}lectern_visitor`;
    this.#flags = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  }

  /** Whether a token sent in a header is the one that belongs to the request's session, or to its anonymous visitor. */
  csrfMatches(request: FastifyRequest, sessionToken: string | null, sent: string): boolean {
    const cookieToken = sessionToken ?? this.#visitorToken(request);
    if (cookieToken === null) return false;
    return timingSafeEqual(hashToken(sent), hashToken(csrfTokenOf(cookieToken)));
  }

  control(request: FastifyRequest, reply: FastifyReply, credential: Credential | null): SessionControl {
    const token = credential?.kind === 'session' ? credential.token : null;
    return {
      token,
      csrfToken: () => {
        // with an API token a change needs none, and its client keeps no cookies
        if (credential?.kind === 'api_token') return '';
        return csrfTokenOf(token ?? this.#visitorToken(request) ?? this.#newVisitor(reply));
      },
      start: (started) => {
        reply.setCookie(this.session, started, { ...this.#flags, maxAge: SESSION_LIFETIME_DAYS * 86_400 });
        reply.clearCookie(this.#anonymous, this.#flags);
        return csrfTokenOf(started);
      },
      end: () => void reply.clearCookie(this.session, this.#flags),
    };
  }

  /** The anonymous visitor's token while it is young enough; it bears its time of issue. */
  #visitorToken(request: FastifyRequest): string | null {
    const token = request.cookies[this.#anonymous];
    const [issued = '', secret = ''] = token?.split('.') ?? [];
    const ageSeconds = Date.now() / 1000 - Number.parseInt(issued, 36);
    return token && secret.length === 43 && ageSeconds >= -60 && ageSeconds < ANONYMOUS_LIFETIME_SECONDS ? token : null;
  }

  #newVisitor(reply: FastifyReply): string {
    const token = `${Math.floor(Date.now() / 1000).toString(36)}.${newToken()}`;
    reply.setCookie(this.#anonymous, token, { ...this.#flags, maxAge: ANONYMOUS_LIFETIME_SECONDS });
    return token;
  }
}
