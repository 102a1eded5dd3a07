import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { parseUrl } from '../parse-url.ts';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/**
 * The client's address: the rightmost one in X-Forwarded-For that is not a trusted proxy, or else the other end of the
 * connection. Some proxies append a port. If the header has anything but an address there, no proxy wrote it, and the
 * connection counts.
 */
export function clientAddress(request: FastifyRequest): string {
  const stated = request.ip;
  if (isIP(stated) !== 0) return stated;
  const [, bracketed, bare = bracketed] = WITH_PORT.exec(stated) ?? [];
  return bare !== undefined && isIP(bare) !== 0 ? bare : (request.socket.remoteAddress ?? '');
}

/**
 * The origin in links to the service, such as https://lectern.example: the one that the operator set, or else the one
 * under which the client sees the service. X-Forwarded-Host and -Proto count only behind a trusted proxy.
 */
export function linkOrigin({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: FastifyRequest): string {
  return publicUrl ?? `${protocol}://${host}`;
}

/**
 * Rejects a request with several Host headers, or with none in HTTP/1.1 (RFC 9112, 3.2), because a proxy may route by
 * one of them while the service reads another.
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
 * Rejects a change that a page of another site requested. `Sec-Fetch-Site` decides if the browser sends it (over HTTPS
 * and on localhost), because it stays right behind a proxy that rewrites the host. Otherwise the host in `Origin` must
 * be the requested one. A client that sends neither is not a browser. (OWASP CSRF Prevention Cheat Sheet, "Fetch
 * Metadata" and "Standard Headers".)
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
    'A page of another site requested this change. If it was your own page, let the proxy in front pass on the Host header, or name the proxy in TRUSTED_PROXIES.',
  );
}

/**
 * The scheme is not compared, because only the proxy in front knows it. Either side may omit the scheme's default port.
 */
function isHostOf(origin: string, host: string): boolean {
  const { protocol, host: originHost = '' } = parseUrl(origin) ?? {};
  return originHost !== '' && parseUrl(`${protocol}//${host}`)?.host === originHost;
}
