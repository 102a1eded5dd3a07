import { expect, test } from 'vitest';
import { serviceOfFile } from '../support/service.ts';
import { codeOf, sendBytes, sendLine } from './envelope-requests.ts';

const openService = serviceOfFile();

test('a guarded path needs a session, however it is spelled', async () => {
  const { url } = await openService();
  const answers: Record<string, string> = {};
  for (const line of [
    'GET /api/v1/auth/me',
    'HEAD /api/v1/auth/me',
    'TRACE /api/v1/auth/me',
    'QUERY /api/v1/auth/me',
    'GET /api/v1/no/such/thing',
    'GET /api/v1',
    'GET /api/v1/',
    'GET /api/v1/auth/me/',
    'GET /api/v1/auth/me?x=%zz',
    'GET /api/v1/auth/me%00',
    'GET /api/v1/../v1/auth/me',
    'GET /%61pi/v1/auth/me',
    'GET /api%2Fv1/auth/me',
    'GET http://lectern.example/api/v1/auth/me',
    `GET /api/v1/${'long'.repeat(2000)}`,
    `GET /api/v1/auth/me?${'long'.repeat(2000)}`,
  ]) {
    const answer = await sendLine(url, line);
    answers[line.slice(0, 60)] = `${answer.status} ${line.startsWith('HEAD') ? answer.body : codeOf(answer)}`;
  }
  const wanted = Object.keys(answers).map((line) => [line, line.startsWith('HEAD') ? '401 ' : '401 auth_required']);
  expect(answers).toEqual(Object.fromEntries(wanted));
});

test('a path outside the API is not found', async () => {
  const { url } = await openService();
  for (const path of [
    '/api/v1/%zz',
    '/api/v1/runs/%E0%A4%A',
    '/%zz',
    `/api/v1/runs/${'1'.repeat(300)}`,
    '//api/v1/auth/me',
    '/API/V1/auth/me',
    '/api/v1;a=b/auth/me',
    '/api/v2/auth/me',
    '/nothing',
    '/docs/static/..%2f..%2fpackage.json',
  ]) {
    const answer = await sendLine(url, `GET ${path}`);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, 'not_found']);
  }
});

test('a request that cannot be parsed gets an error envelope too', async () => {
  const { url, log } = await openService();
  const long = `X-Long: ${'a'.repeat(20_000)}`;
  const answers = [
    await sendLine(url, 'GET /api/v1/auth/me', [long]),
    await sendLine(url, `GET /api/v1/auth/me?${'a'.repeat(20_000)}`),
    await sendLine(url, 'FROB /api/v1/auth/me'),
    await sendLine(url, 'GET api/v1/auth/me'),
    await sendLine(url, 'POST /api/v1/auth/login', ['Content-Length: -1']),
    await sendLine(url, 'POST /api/v1/auth/login', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    await sendBytes(url, '\x16\x03\x01 no HTTP at all\r\n\r\n'),
  ];
  expect(answers.map((answer) => `${answer.status} ${codeOf(answer)}`)).toEqual([
    '431 headers_too_large',
    '431 headers_too_large',
    ...Array(5).fill('400 bad_request'),
  ]);
  expect(log()).toContain('HPE_HEADER_OVERFLOW');
});

test('a request has exactly one Host header', async () => {
  const { url } = await openService();
  const statusOf = async (version: string, ...hosts: string[]) => {
    const lines = [`GET /api/v1/auth/csrf HTTP/${version}`, ...hosts, 'Connection: close'];
    const answer = await sendBytes(url, `${lines.join('\r\n')}\r\n\r\n`);
    return answer.status === 200 ? 200 : `${answer.status} ${codeOf(answer)}`;
  };
  expect(await statusOf('1.1', 'Host: lectern.example')).toBe(200);
  expect(await statusOf('1.0')).toBe(200);
  expect(await statusOf('1.1', 'Host: lectern.example', 'host: foreign.example')).toBe('400 bad_request');
  expect(await statusOf('1.1', 'Host: lectern.example', 'Host: lectern.example')).toBe('400 bad_request');
  expect(await statusOf('1.0', 'Host: lectern.example', 'Host: foreign.example')).toBe('400 bad_request');
  expect(await statusOf('1.1')).toBe('400 bad_request');
});

test('unknown paths are 404, or 403 for a plain user under /admin; CSRF is checked before the role', async () => {
  const { admin, newUser } = await openService();
  const user = await newUser('reader');
  await admin.fails(404, 'not_found', 'GET', '/no/such/thing');
  await admin.fails(404, 'not_found', 'GET', '/auth/me/');
  for (const path of ['/publications/', '/tags/', '/tags//restore', '/publications/7/', '/no/such/thing/'])
    await admin.fails(404, 'not_found', path.endsWith('restore') ? 'POST' : 'GET', path);
  await user.fails(403, 'forbidden', 'GET', '/admin/no/such/thing');
  await user.fails(403, 'csrf_missing', 'POST', '/admin/users', { csrf: false, body: {} });
});

test('a wrong method is 405 with the methods of the path, and OPTIONS is answered to everybody', async () => {
  const { admin, url } = await openService();
  for (const [method, path, allow] of [
    ['PUT', '/tags', 'GET, HEAD, OPTIONS'],
    ['PUT', '/runs/manual', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/publications/7', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/tags/7/restore', 'OPTIONS, POST'],
    ['POST', '/scholars/search?query=ada', 'DELETE, GET, HEAD, OPTIONS'],
  ] as const) {
    const { headers } = await admin.fails(405, 'method_not_allowed', method, path);
    expect([method, path, headers.get('allow')]).toEqual([method, path, allow]);
    const answer = await fetch(`${url}/api/v1${path}`, { method: 'OPTIONS' });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 204, allow]);
  }
  for (const [path, allow] of [
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/feeds/secret.atom', 'GET, HEAD, OPTIONS'],
    ['/mail/token', 'GET, HEAD, OPTIONS, POST'],
  ] as const) {
    const answer = await fetch(url + path, { method: 'DELETE' });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow]);
  }
  expect((await fetch(`${url}/api/v1/nothing`, { method: 'OPTIONS' })).status).toBe(404);
});

test('unknown parameters are refused under /api/v1, and ignored in addresses that readers and link trackers change', async () => {
  const { admin, url } = await openService();
  const tracked = 'utm_source=reader&utm_source=mail&fbclid=1';
  for (const path of ['/tags', '/publications', '/publications/7', '/auth/me'])
    await admin.fails(422, 'validation_error', 'GET', `${path}?utm_source=reader`);
  const { atom_url, json_url } = await admin.ok('POST', '/feeds', { body: { scope: 'all' } });
  for (const address of [atom_url, json_url]) expect((await fetch(`${address}?${tracked}`)).status).toBe(200);
  const link = await fetch(`${url}/mail/token?${tracked}`);
  expect([link.status, (await link.json()) as object]).toMatchObject([404, { error: { code: 'mail_link_not_found' } }]);
});

test('a valid request id is kept, and an invalid one is replaced', async () => {
  const { admin, url } = await openService();
  for (const sane of ['abc-123', 'A.b_c-9', 'x'.repeat(128)]) {
    const answer = await admin.call('GET', '/auth/me', { headers: { 'x-request-id': sane } });
    expect(answer.requestId).toBe(sane);
  }
  const made = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
  for (const bad of ['no spaces', 'x'.repeat(129), '', 'a"b', 'a;b']) {
    const answer = await admin.call('GET', '/auth/me', { headers: { 'x-request-id': bad } });
    expect(answer.requestId, bad).toMatch(made);
  }
  const twice = await sendLine(url, 'GET /api/v1/auth/me', ['X-Request-ID: one', 'X-Request-ID: two']);
  expect(twice.headers['x-request-id']).toMatch(made);
  const undecodable = await sendLine(url, 'GET /api/v1/%zz', ['X-Request-ID: mine']);
  expect(undecodable.headers['x-request-id']).toBe('mine');
});

test('each request has one log line, with the route and without query, cookie or token', async () => {
  const { admin, url, log } = await openService();
  const me = await admin.call('GET', '/auth/me');
  await admin.call('GET', '/publications?search=secretword', { headers: { 'x-request-id': 'searching' } });
  await sendLine(url, 'GET /api/v1/%zz?secretword', ['X-Request-ID: undecodable']);
  await admin.fails(404, 'run_not_found', 'GET', '/runs/4711');
  const lines = log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const common = { level: 'info', time: expect.any(String), user_id: me.data.user.id, ms: expect.any(Number) };
  const request = { ...common, method: 'GET', status: 200 };
  expect(lines).toContainEqual({ ...request, request_id: me.requestId, route: '/api/v1/auth/me' });
  expect(lines).toContainEqual({ ...request, request_id: 'searching', route: '/api/v1/publications' });
  expect(lines).toContainEqual(expect.objectContaining({ status: 404, route: '/api/v1/runs/:run_id' }));
  expect(lines).toContainEqual({ ...request, request_id: 'undecodable', user_id: null, route: null, status: 404 });
  expect(lines.filter((line) => line.request_id === 'searching')).toHaveLength(1);
  const secrets = ['secretword', '4711', String(admin.csrf), ...admin.cookies.values(), 'correct horse'];
  for (const secret of secrets) expect(log()).not.toContain(secret);
});
