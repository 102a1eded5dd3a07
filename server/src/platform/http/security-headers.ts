import type { FastifyInstance } from 'fastify';

/**
 * The policy of pages: they run only their own files, nothing inline, and no frame may show them. `styles` are sources of
 * styles that they may have besides.
 */
export function policyOf(...styles: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

/** Features of the browser that no page uses. `clipboard-write` is missing because the copy buttons use it. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * What Helmet would send. It is written out because Helmet puts the policy together again for each response, which
 * takes a tenth of a small request. No cache keeps a response unless its route says otherwise.
 */
const HEADERS = {
  'content-security-policy': policyOf(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** The addresses of what everybody may read. */
const PUBLIC = '/p/';
/** Pages of all sites may read it, whatever the status, and its ETag. */
const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'age, etag, retry-after',
  'cross-origin-resource-policy': 'cross-origin',
};
/** They may also ask with the ETag, for which browsers ask first (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
const PREFLIGHT_HEADERS = { 'access-control-allow-headers': 'if-none-match', 'access-control-max-age': 86_400 };

/** A year, for this host only: what else runs on its domain is not ours. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** For responses that are sent before any hook runs, which are never pages. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/** Tells browsers with each response what they may do with it. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS);
    if (request.url.startsWith(PUBLIC)) reply.headers(PUBLIC_HEADERS);
    if (request.url.startsWith(PUBLIC) && request.method === 'OPTIONS') reply.headers(PREFLIGHT_HEADERS);
    // over plain HTTP anybody on the way could have added it (RFC 6797, 7.2)
    if (request.protocol.toLowerCase() === 'https')
      reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY);
    done();
  });
}
