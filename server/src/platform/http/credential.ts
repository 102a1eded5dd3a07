import type { FastifyRequest } from 'fastify';
import type { TokenScope } from './token-scope.ts';

/** What a request proves its sender with: the token in the session's cookie, or an API token in a header. */
export type Credential =
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'api_token'; readonly id: number; readonly token: string; readonly scope: TokenScope };

/**
 * The token of `Authorization: Bearer <token>` (RFC 6750), as it was sent; null without one. Other schemes are none of ours: a proxy in
 * front may ask for a password of its own.
 */
export function bearerTokenOf(request: FastifyRequest): string | null {
  const [scheme = '', ...rest] = (request.headers.authorization ?? '').trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : null;
}

/** What a 401 asks for (RFC 6750, section 3). */
export const SIGN_IN_CHALLENGE = 'Bearer realm="Lectern"';
export const INVALID_TOKEN_CHALLENGE = `${SIGN_IN_CHALLENGE}, error="invalid_token"`;
export const SCOPE_CHALLENGE = `${SIGN_IN_CHALLENGE}, error="insufficient_scope"`;
