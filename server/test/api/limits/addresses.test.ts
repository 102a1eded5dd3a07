import { expect, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { ADMIN, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();
const openBehindProxies = serviceOfFile({ env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fd00::/8' } });

/** The client address that a new session records. */
async function addressSeen(url: string, forwarded: string | null): Promise<string> {
  const client = new Client(url);
  const headers = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  client.csrf = (await client.ok('GET', '/auth/csrf')).csrf_token;
  client.csrf = (await client.ok('POST', '/auth/login', { body: ADMIN, headers })).csrf_token;
  const { sessions } = await client.ok('GET', '/auth/sessions');
  return sessions.find(({ is_current }: { is_current: boolean }) => is_current).client_address;
}

test('behind trusted proxies the client is the rightmost address that is not a trusted proxy', async () => {
  const { url } = await openBehindProxies();
  const cases: [forwarded: string | null, seen: string][] = [
    [null, '127.0.0.1'],
    ['203.0.113.5', '203.0.113.5'],
    ['203.0.113.5, 10.1.2.3', '203.0.113.5'],
    // addresses that the client wrote itself are further left
    ['1.1.1.1, 203.0.113.5, 10.1.2.3, 10.9.9.9', '203.0.113.5'],
    ['127.0.0.1, 203.0.113.5', '203.0.113.5'],
    ['2001:db8::5, fd00::1', '2001:db8::5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:4711', '203.0.113.5'],
    ['[2001:db8::5]:4711', '2001:db8::5'],
    // no proxy wrote these
    ['not an address', '127.0.0.1'],
    ["'; drop table sessions; --", '127.0.0.1'],
    ['999.1.1.1', '127.0.0.1'],
    ['203.0.113.5, unknown', '127.0.0.1'],
  ];
  for (const [forwarded, seen] of cases) expect(await addressSeen(url, forwarded), String(forwarded)).toBe(seen);
});

test('a page belongs to the site of X-Forwarded-Host from a trusted proxy, whatever the Host header is', async () => {
  const host = 'lectern.example';
  const statusOf = async (url: string, origin: string) => {
    const client = new Client(url);
    client.csrf = (await client.ok('GET', '/auth/csrf')).csrf_token;
    const headers = { origin, 'x-forwarded-host': host, 'x-forwarded-for': '203.0.113.5' };
    return (await client.call('POST', '/auth/login', { body: ADMIN, headers })).status;
  };
  const behind = await openBehindProxies();
  expect(await statusOf(behind.url, `https://${host}`)).toBe(200);
  expect(await statusOf(behind.url, 'https://foreign.example')).toBe(403);
  const alone = await openService();
  expect(await statusOf(alone.url, `https://${host}`), 'not said by a trusted proxy').toBe(403);
});

test('without trusted proxies, or from another address, the forwarded header is ignored', async () => {
  for (const open of [openService, serviceOfFile({ env: { TRUSTED_PROXIES: '10.0.0.0/8,::1' } })]) {
    const { url } = await open();
    expect(await addressSeen(url, '203.0.113.5')).toBe('127.0.0.1');
    expect(await addressSeen(url, '203.0.113.5, 10.1.2.3')).toBe('127.0.0.1');
  }
});
