import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { parseUrl } from '../parse-url.ts';

/**
 * Refuses a request with more than one Host header, or with none in HTTP/1.1 (RFC 9112, 3.2): a proxy may route by one of them and the
 * service may read the other.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const count = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    const isOneNeeded = raw.httpVersionMajor === 1 && raw.httpVersionMinor >= 1;
    if (count > 1 || (isOneNeeded && count === 0)) {
      done(new Problem('malformed', 'bad_request', 'The request must have exactly one Host header.'));
    } else {
      done();
    }
  });
}

/**
 * Refuses a request that a page of another site made, as the browser says. `Sec-Fetch-Site` decides where a browser sends it (over HTTPS
 * and on localhost), because it stays right behind a proxy that rewrites the host. Otherwise the host of `Origin` must be the one that was
 * asked for. A client that sends neither is not a browser. (OWASP CSRF Prevention Cheat Sheet, "Fetch Metadata" and "Standard Headers".)
 *
 * @throws Problem `forbidden`
 */
export function refuseForeignOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || isHostOf(origin, request.host);
  if (isOwn) return;
  throw new Problem(
    'forbidden',
    'forbidden',
    'This change was requested by a page of another site. If it was your own page, let the proxy in front pass the Host header on, or name the proxy in TRUSTED_PROXIES.',
  );
}

/** The scheme is not compared: only the proxy in front knows it. A port that is the scheme's default may be missing on either side. */
function isHostOf(origin: string, host: string): boolean {
  const { protocol, host: originHost = '' } = parseUrl(origin) ?? {};
  return originHost !== '' && parseUrl(`${protocol}//${host}`)?.host === originHost;
}
