import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';
import { sendBytes } from '../envelope-requests.ts';

const openBehindProxy = serviceOfFile({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
const openService = serviceOfFile();

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

test('every response has the security headers: pages, files, data, errors', async () => {
  const { admin } = await openService();
  const paths = ['/docs', '/docs/static/swagger-initializer.js', '/setup', '/openapi.json', '/healthz'];
  const api = ['/api/v1/auth/me', '/api/v1/nothing', '/api/v1/runs?limit=x', '/nothing', '/'];
  for (const accept of ['*/*', 'text/html'])
    for (const path of [...paths, ...api]) {
      const { headers, status } = await admin.raw('GET', path, { headers: { accept } });
      const header = (name: string) => headers.get(name);
      const policy = (header('content-security-policy') ?? '').split(/; ?/).filter(Boolean);
      expect(policy, path).toEqual(expect.arrayContaining(POLICY));
      const scripts = policy.filter(
        (directive) => directive.startsWith('script-src') || directive.startsWith('default'),
      );
      expect(scripts.join(' '), path).not.toMatch(/unsafe|\*|data:|https?:/);
      expect(
        policy.find((directive) => directive.startsWith('img-src')),
        path,
      ).toBe("img-src 'self' data:");
      expect(header('x-content-type-options'), path).toBe('nosniff');
      expect(header('x-frame-options'), path).toBe('DENY');
      expect(header('referrer-policy'), path).toBe('no-referrer');
      const denied = header('permissions-policy')?.split(', ');
      expect(denied, path).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'usb=()']));
      expect(denied?.join(), 'the copy buttons use it').not.toContain('clipboard-write');
      expect(header('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(header('cross-origin-resource-policy'), path).toBe('same-origin');
      expect(header('strict-transport-security'), 'nothing of HTTPS over http').toBeNull();
      expect(header('x-powered-by') ?? header('server'), path).toBeNull();
      if (!path.startsWith('/docs')) expect(header('cache-control'), `${path} ${status}`).toBe('no-store');
    }
  const wrong = await admin.call('POST', '/auth/login', { body: { email: 'x@x.example', password: 'wrong' } });
  expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([401, 'no-store']);
});

test('a response to a malformed request has all headers that matter', async () => {
  const { url } = await openService();
  const withoutHost = await sendBytes(url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(withoutHost.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  for (const bytes of [
    'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GARBAGE\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
  ]) {
    const { headers } = await sendBytes(url, bytes);
    expect(headers, bytes.slice(0, 20)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  }
});

test('HSTS of at least a year is sent if the request came by HTTPS, and only a trusted proxy can report that', async () => {
  const behind = await openBehindProxy();
  const policyAt = async (url: string, scheme: string) =>
    (await fetch(`${url}/setup`, { headers: { 'x-forwarded-proto': scheme } })).headers.get(
      'strict-transport-security',
    );
  expect(await policyAt(behind.url, 'https')).toMatch(/^max-age=31536000$/);
  expect(await policyAt(behind.url, 'HTTPS'), 'in capitals').toMatch(/^max-age=31536000$/);
  expect(await policyAt(behind.url, 'http')).toBeNull();
  expect(await policyAt(behind.url, 'https, http'), 'the proxy speaks last').toBeNull();
  const open = await openService();
  expect(await policyAt(open.url, 'https'), 'said by a client').toBeNull();
});

test('the pages contain no inline scripts, styles or handlers', async () => {
  const { url } = await openService();
  for (const path of ['/setup', '/docs']) {
    const html = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
    expect(html, path).toContain('<script');
    expect(html, path).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|javascript:/i);
  }
});
