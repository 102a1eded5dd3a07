import { expect, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { ADMIN, serviceOfFile } from '../../support/service.ts';

const LIMITED = { RATE_LIMIT_PER_MINUTE: '20', TRUSTED_PROXIES: '127.0.0.1' };
const openService = serviceOfFile({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const openLimited = serviceOfFile({ env: LIMITED });
const openNarrow = serviceOfFile({ env: { ...LIMITED, RATE_LIMIT_PER_MINUTE: '1' } });
const openPictures = serviceOfFile({ env: { ...LIMITED, RATE_LIMIT_PER_MINUTE: '10' } });

/** The statuses of this many requests, sent one after another. */
async function request(client: Client, times: number, options: { from?: string; path?: string; auth?: string } = {}) {
  const { from = '203.0.113.1', path = '/api/v1/auth/csrf', auth } = options;
  const headers = { 'x-forwarded-for': from, ...(auth === undefined ? {} : { authorization: `Bearer ${auth}` }) };
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await client.raw('GET', path, { headers })).status);
  return statuses;
}

const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

test('a session has a limit of requests a minute; each response has the remaining number, and a refusal has Retry-After', async () => {
  const { admin, url } = await openLimited();
  const other = new Client(url);
  await other.signIn(ADMIN.email, ADMIN.password);
  const first = await other.call('GET', '/auth/me');
  expect(first.headers.get('ratelimit-policy')).toBe('"session";q=20;w=60, "address";q=200;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"session";r=19;t=\d+, "address";r=19\d;t=\d+$/);
  expect(count(await request(other, 19), 200)).toBe(19);
  const { error, headers } = await other.fails(429, 'rate_limited', 'GET', '/auth/me');
  expect(error.message).toMatch(/^Too many requests from this session\. Try again in \d+ s\.$/);
  expect(error.details.retry_after_seconds).toBeGreaterThan(0);
  expect(error.details.retry_after_seconds).toBeLessThanOrEqual(60);
  expect(headers.get('retry-after')).toBe(String(error.details.retry_after_seconds));
  expect(headers.get('ratelimit')).toMatch(new RegExp(`^"session";r=0;t=${headers.get('retry-after')}, "address"`));
  await other.fails(429, 'rate_limited', 'POST', '/auth/logout');
  await admin.ok('GET', '/auth/me');
});

test('an address has ten times the limit of a session, whatever the number of its sessions, valid, invalid or none', async () => {
  const { admin, url } = await openLimited();
  const visitor = new Client(url);
  const from = '198.51.100.7';
  expect(count(await request(visitor, 100, { from }), 200), 'without a session').toBe(100);
  const forged = await request(new Client(url), 50, { from, path: '/api/v1/auth/me', auth: 'lectern_pat_made_up' });
  expect([count(forged, 401), count(forged, 429)], 'one made-up token').toEqual([20, 30]);
  const made: number[] = [];
  for (let n = 0; n < 60; n += 1)
    made.push(...(await request(visitor, 1, { from, path: '/api/v1/auth/me', auth: `x${n}` })));
  expect([count(made, 401), count(made, 429)], 'a new one each time').toEqual([50, 10]);
  const refused = await visitor.fails(429, 'rate_limited', 'GET', '/auth/csrf', {
    headers: { 'x-forwarded-for': from },
  });
  expect(refused.error.message).toContain('from this address');
  expect(refused.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/);
  expect(await request(admin, 1, { from }), 'its sessions as well').toEqual([429]);
  expect(await request(admin, 1), 'nobody else').toEqual([200]);
  expect(await request(visitor, 1, { from, path: '/docs' }), 'pages as well').toEqual([429]);
  expect(count(await request(visitor, 300, { from, path: '/healthz' }), 200), 'not whether the service works').toBe(
    300,
  );
});

test('an IPv6 address counts as its network, so that changing the address within it gives no more requests', async () => {
  const { url } = await openNarrow();
  const visitor = new Client(url);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push(...(await request(visitor, 1, { from: `2001:db8:0:1::${n}` })));
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect(await request(visitor, 1, { from: '2001:db8:0:2::1' })).toEqual([200]);
});

test("pictures have a larger limit of their own and do not count against the session's requests", async () => {
  const { admin, url } = await openPictures();
  const path = '/scholar-images/1/upload';
  const first = await admin.raw('GET', path);
  expect(first.headers.get('ratelimit-policy')).toBe('"files-session";q=50;w=60, "files-address";q=200;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"files-session";r=49;t=\d+, "files-address";r=199;t=\d+$/);
  const statuses = await request(admin, 60, { path, from: '203.0.113.5' });
  expect([count(statuses, 404), count(statuses, 429)]).toEqual([49, 11]);
  expect((await admin.call('GET', '/auth/me')).status, 'other requests').toBe(200);
  const visitor = new Client(url);
  const without = await request(visitor, 210, { path, from: '203.0.113.6' });
  expect([count(without, 404), count(without, 429)], 'without a session').toEqual([200, 10]);
  const other = await request(visitor, 3, { from: '203.0.113.6' });
  expect(other, 'other requests of the address').toEqual([200, 200, 200]);
  const made = await request(visitor, 120, { path: '/scholar-images-of-others', from: '203.0.113.7' });
  expect([count(made, 404), count(made, 429)], 'a path that only begins alike').toEqual([100, 20]);
});

test('0 disables the limit and its headers', async () => {
  const { admin } = await openService();
  const { headers } = await admin.call('GET', '/auth/me');
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
});
