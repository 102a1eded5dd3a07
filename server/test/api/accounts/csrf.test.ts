import { expect, test } from 'vitest';
import { routes } from '../../../src/start/routes.ts';
import { ADMIN, atReplica, replicasOfFile } from './replicas.ts';

const openReplicas = replicasOfFile();

/** All operations that change something, with ids in their paths. */
const CHANGES = routes
  .filter(([method]) => method !== 'GET')
  .map(([method, path]) => [method, path.replace('/api/v1', '').replace(/\{\w+\}/g, '1')] as const);

test('login needs the CSRF token of the same visitor, which ends with it', async () => {
  const { first, second } = await openReplicas();
  const client = await first.visitor();
  const login = (csrf: string | null, to = client) =>
    to.call('POST', '/auth/login', {
      body: ADMIN,
      csrf: false,
      headers: csrf === null ? {} : { 'x-csrf-token': csrf },
    });
  const codeOf = async (csrf: string | null) => {
    const { status, error } = await login(csrf);
    return [status, error.code];
  };
  const stranger = await first.visitor();
  expect(await codeOf(null)).toEqual([403, 'csrf_missing']);
  expect(await codeOf('')).toEqual([403, 'csrf_missing']);
  expect(await codeOf('forged')).toEqual([403, 'csrf_invalid']);
  expect(await codeOf(stranger.csrf)).toEqual([403, 'csrf_invalid']);
  expect(await codeOf(client.cookies.get('lectern_visitor') ?? ''), 'the cookie itself is no token').toEqual([
    403,
    'csrf_invalid',
  ]);
  const elsewhere = atReplica(client, second);
  expect((await login(client.csrf, elsewhere)).status).toBe(200);
  await elsewhere.fails(403, 'csrf_invalid', 'POST', '/auth/logout');
  client.cookies.clear();
  await client.fails(403, 'csrf_invalid', 'POST', '/auth/login', { body: ADMIN });
});

test('a session accepts only its own CSRF token', async () => {
  const { first, second } = await openReplicas();
  const visitor = await first.visitor();
  const client = await first.signedIn(ADMIN);
  const sameUser = await first.signedIn(ADMIN);
  const change = (csrf: string) =>
    client.call('POST', '/auth/logout', { csrf: false, headers: { 'x-csrf-token': csrf } });
  await client.fails(403, 'csrf_missing', 'POST', '/auth/logout', { csrf: false });
  for (const csrf of ['forged', visitor.csrf, sameUser.csrf, client.cookies.get('lectern_session')]) {
    expect((await change(csrf ?? '')).error.code).toBe('csrf_invalid');
  }
  await atReplica(client, second).ok('POST', '/auth/logout');
  await sameUser.ok('POST', '/auth/logout');
});

test('without a session the response is auth_required, with and without a CSRF token, and requesting a token is idempotent', async () => {
  const { first } = await openReplicas();
  const client = await first.visitor();
  const again = await client.ok('GET', '/auth/csrf');
  expect(again).toEqual({ csrf_token: client.csrf, authenticated: false });
  await client.fails(401, 'auth_required', 'POST', '/auth/logout');
  await client.fails(401, 'auth_required', 'POST', '/auth/logout', { csrf: false });
  await client.fails(401, 'auth_required', 'GET', '/auth/me');
  await client.fails(401, 'auth_required', 'POST', '/auth/change-password', { body: {} });
});

/** The content types that a form or script of another site can send without a preflight (Fetch, CORS-safelisted). */
const FOREIGN = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

test('requests that another site can send without a preflight change nothing', async () => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const before = await client.ok('GET', '/settings');
  const body = '{"auto_run_enabled":true}';
  for (const [method, path] of CHANGES) {
    for (const type of FOREIGN) {
      const given = { body, csrf: false, headers: { 'content-type': type, origin: 'https://foreign.example' } };
      await client.fails(403, 'csrf_missing', method, path, given);
    }
  }
  expect(await client.ok('GET', '/settings')).toEqual(before);
  const preflight = await client.raw('OPTIONS', '/api/v1/settings', {
    headers: {
      origin: 'https://foreign.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'x-csrf-token',
    },
  });
  const grants = [...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'));
  expect(grants, 'a browser sends nothing after a preflight that grants nothing').toEqual([]);
});

test('a change requested by a page of another site is rejected, even with a valid CSRF token', async () => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const { host, port } = new URL(client.base);
  const change = async (headers: Record<string, string>) =>
    (await client.call('PUT', '/settings', { body: { run_interval_minutes: 60 }, headers })).status;
  const cases: [headers: Record<string, string>, status: number][] = [
    [{}, 200],
    [{ origin: `http://${host}` }, 200],
    [{ origin: `HTTP://${host}`, 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    // behind a proxy that rewrites the host, Sec-Fetch-Site decides
    [{ origin: 'https://lectern.example', 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'https://foreign.example' }, 403],
    [{ origin: `http://localhost:${port}` }, 403],
    [{ origin: 'http://127.0.0.1' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: `http://${host}, https://foreign.example` }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: `http://${host}`, 'sec-fetch-site': 'cross-site' }, 403],
  ];
  for (const [headers, status] of cases) expect(await change(headers), JSON.stringify(headers)).toBe(status);
  const headers = { origin: 'https://foreign.example' };
  await client.fails(403, 'forbidden', 'POST', '/auth/logout', { headers });
  await client.ok('GET', '/settings', { headers });
  const visitor = await first.visitor();
  await visitor.fails(403, 'forbidden', 'POST', '/auth/login', { body: ADMIN, headers });
});

test('a request with an API token may have any origin, because other sites do not have the token', async () => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const { token } = await client.ok('POST', '/auth/tokens', { body: { name: 'extension', scope: 'write' } });
  const response = await fetch(`${client.base}/api/v1/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: 'moz-extension://x' },
    body: '{"run_interval_minutes":60}',
  });
  expect(response.status).toBe(200);
});

test('operations that change something do not exist for safe methods', async () => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const readable = new Set(routes.filter(([method]) => method === 'GET').map(([, path]) => path));
  const others = CHANGES.filter(([, path]) => !readable.has(`/api/v1${path}`));
  expect(others.length).toBeGreaterThan(10);
  for (const [, path] of others) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await client.raw(method, `/api/v1${path}`);
      expect([404, 405, 422], `${method} ${path}`).toContain(status);
    }
  }
  await client.ok('GET', '/auth/me');
});
