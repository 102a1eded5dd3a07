import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
// declares the cookies of requests
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { TokenScope } from './token-scope.ts';

/** How a request proves its user: by the token in the session cookie, or by an API token in a header. */
export type Credential =
  | {
      readonly kind: 'session';
      readonly token: string;
      /** whether the user gave the password within the last hour */
      readonly isRecent: boolean;
    }
  | { readonly kind: 'api_token'; readonly id: number; readonly token: string; readonly scope: TokenScope };

/**
 * The session of a request. `start` and `end` set the cookie of the response, and `end` lets the browser forget what it
 * cached.
 */
export interface SessionControl {
  /** the token in the cookie; null without a session */
  readonly token: string | null;
  /** the CSRF token of the session, or of the anonymous visitor */
  csrfToken(): string;
  /** Gives the client this session; returns its CSRF token. */
  start(token: string): string;
  end(): void;
  /** Requires that the user gave the password within the last hour. @throws Problem `password_required` */
  requireRecentSignIn(): void;
}

/** A session's absolute lifetime. The database has the idle one, which is shorter. */
export const SESSION_LIFETIME_DAYS = 30;
const ANONYMOUS_LIFETIME_SECONDS = 3600;

/**
 * Pictures and pages in the browser's caches. Not "cookies", because they would end the sessions at other services of
 * the domain. Not "storage", because it has notes that were not sent yet, also those of other users; the web
 * application deletes what may go.
 * (W3C Clear Site Data, 3.1)
 */
const FORGET_RESPONSES = '"cache"';

/**
 * Requires that the user gave the password within the last hour, because someone at an unattended browser must not gain
 * more than the session.
 * @throws Problem `password_required`
 */
export function requireRecentSignIn(credential: Credential | null): void {
  if (credential?.kind === 'session' && credential.isRecent) return;
  throw new Problem(
    'forbidden',
    'password_required',
    'This needs your password, because you gave it more than an hour ago. Send it to POST /api/v1/auth/confirm-password, then try again.',
  );
}

/** A new secret of 256 bits for a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The database stores only this hash of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * The CSRF token of a cookie's token. It is derived, so nothing is stored, and one-way, so a page that reads it cannot
 * compute the cookie. (OWASP CSRF Prevention Cheat Sheet, "signed double-submit cookie": bound to the session.)
 */
function csrfTokenOf(cookieToken: string): string {
  return hash('sha256', `csrf:${cookieToken}`, 'base64url');
}

/**
 * Names and flags of the two cookies. `__Host-` keeps sibling domains from setting them; browsers require `Secure` with
 * it.
 */
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

  /** Whether the token in a header belongs to the request's session or anonymous visitor. */
  csrfMatches(request: FastifyRequest, sessionToken: string | null, sent: string): boolean {
    const cookieToken = sessionToken ?? this.#visitorToken(request);
    if (cookieToken === null) return false;
    return timingSafeEqual(hashToken(sent), hashToken(csrfTokenOf(cookieToken)));
  }

  /** What a handler may do with the session. */
  control(request: FastifyRequest, reply: FastifyReply, credential: Credential | null): SessionControl {
    const token = credential?.kind === 'session' ? credential.token : null;
    return {
      token,
      csrfToken: () => {
        // with an API token no CSRF token is needed, and the client keeps no cookies
        if (credential?.kind === 'api_token') return '';
        return csrfTokenOf(token ?? this.#visitorToken(request) ?? this.#newVisitor(reply));
      },
      start: (started) => {
        reply.setCookie(this.session, started, { ...this.#flags, maxAge: SESSION_LIFETIME_DAYS * 86_400 });
        reply.clearCookie(this.#anonymous, this.#flags);
        return csrfTokenOf(started);
      },
      end: () => {
        reply.clearCookie(this.session, this.#flags);
        reply.header('clear-site-data', FORGET_RESPONSES);
      },
      requireRecentSignIn: () => requireRecentSignIn(credential),
    };
  }

  /** The anonymous visitor's token, which begins with its time of issue; null if it is too old. */
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
