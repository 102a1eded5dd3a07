import { createServer, type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outbound } from './connect-outbound.ts';
import { type FetchOutcome, type FetchRequest, fetchUrl } from './fetch.ts';

const PUBLIC = { address: '93.184.215.14', family: 4 };
const PUBLIC_6 = { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 };
const LOOPBACK = { address: '127.0.0.1', family: 4 };
const NOTHING_EXEMPT: Outbound = { exemptOrigins: [], exemptHosts: [] };

const servers: Server[] = [];
/** A server that must not be reachable from outside. It listens on all addresses of this machine. */
let inside = { port: 0, connections: 0, requests: 0 };

beforeEach(async () => {
  inside = { port: 0, connections: 0, requests: 0 };
  const server = await listen((_, response) => {
    inside.requests += 1;
    response.end('secret');
  });
  server.on('connection', () => {
    inside.connections += 1;
  });
  inside.port = portOf(server);
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function listen(answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, listening));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function get(url: string, outbound: Partial<Outbound> = {}, more: Partial<FetchRequest> = {}): Promise<FetchOutcome> {
  return fetchUrl({
    url,
    outbound: { ...NOTHING_EXEMPT, ...outbound },
    userAgent: 'Lectern-test',
    timeoutMs: 20_000,
    maxBytes: 1_000,
    maxRedirects: 5,
    ...more,
  });
}

/** A resolver that returns these responses in order, and repeats the last one. */
function resolver(...answers: (typeof PUBLIC)[][]) {
  return vi.fn(async (_hostname: string) => (answers.length > 1 ? answers.shift() : answers[0]) ?? []);
}

/**
 * Redirects connections to public addresses to `port` of this machine. Returns the addresses that were connected to.
 */
function pretendInternet(port: number): string[] {
  const reached: string[] = [];
  const connect = net.connect;
  const pretended = (options: net.TcpNetConnectOpts) => {
    if (options.host === '127.0.0.1') return connect(options);
    reached.push(...addressesOf(options));
    return connect({ host: '127.0.0.1', port });
  };
  vi.spyOn(net, 'connect').mockImplementation(pretended as typeof net.connect);
  return reached;
}

/** The address that a socket with these options would connect to, resolved as Node does. */
function addressesOf({ host = '', lookup }: net.TcpNetConnectOpts): string[] {
  if (net.isIP(host) !== 0) return [host];
  if (lookup === undefined) throw new Error('The name would be looked up a second time.');
  const addresses: string[] = [];
  for (const all of [true, false]) {
    lookup(host, { all }, (_error, found) => {
      addresses.push(...(typeof found === 'string' ? [found] : found.map(({ address }) => address)));
    });
  }
  return addresses;
}

describe('an internal address', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://127.1.:PORT/',
    'http://127.255.255.254:PORT/',
    'http://0x7f.1:PORT/',
    'http://0X7F.0x0.0x0.0x1:PORT/',
    'http://0x7f000001:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0.0.01:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::FFFF:0:0]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    'http://127．0．0．1:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://127%2e0%2e0%2e1:PORT/',
    'HTTP://127.0.0.1:PORT/',
    'http:\\\\127.0.0.1:PORT\\',
    'http:127.0.0.1:PORT',
    'http:///127.0.0.1:PORT/',
    ' \thttp://127.0.0.1:PORT/ ',
    'ht\ntp://127.0.\n0.1:PORT/',
    'http://127.0.0.1:0PORT/',
    'https://127.0.0.1:PORT/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.254/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://255.255.255.255/',
    'http://224.0.0.1/',
  ])('%s is refused', async (pattern) => {
    const outcome = await get(pattern.replace('PORT', String(inside.port)));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'not_public' });
    expect(inside.connections).toBe(0);
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'sub.localhost', 'ＬＯＣＡＬＨＯＳＴ', 'loc%61lhost'])(
    'is not reached by the name %s, which the system resolves',
    async (host) => {
      expect((await get(`http://${host}:${inside.port}/`)).kind).toBe('failed');
      expect(inside.connections).toBe(0);
    },
  );

  it.each([
    ['127.0.0.1.nip.io', [LOOPBACK]],
    ['127-0-0-1.sslip.io', [LOOPBACK]],
    ['localtest.me', [LOOPBACK]],
    ['metadata.google.internal', [{ address: '169.254.169.254', family: 4 }]],
    ['ten.example', [{ address: '10.0.0.1', family: 4 }]],
    ['six.example', [{ address: '::1', family: 6 }]],
    ['mapped.example', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['zone.example', [{ address: 'fe80::1%lo', family: 6 }]],
    ['none.example', [{ address: 'localhost', family: 4 }]],
    ['mixed.example', [PUBLIC, LOOPBACK]],
    ['mixed-other-way.example', [LOOPBACK, PUBLIC]],
    ['mixed-families.example', [PUBLIC_6, PUBLIC, { address: '::1', family: 6 }]],
  ])('behind the name %s is refused', async (host, answer) => {
    const reached = pretendInternet(inside.port);
    const outcome = await get(`http://${host}:${inside.port}/secret?key=hidden`, { resolve: resolver(answer) });
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'not_public',
      message: `${host}:${inside.port} leads to an address that is not public.`,
    });
    expect([reached, inside.connections]).toEqual([[], 0]);
  });
});

describe('a URL that is not valid or not plain http', () => {
  it.each([
    'http://[fe80::1%25lo]:PORT/',
    'http://[fe80::1%lo]:PORT/',
    'http://[::1%25lo]:PORT/',
    'http://user:pass@127.0.0.1:PORT/',
    'http://user@127.0.0.1:PORT/',
    'http://:pass@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT@public.example/',
    'http://public.example:80@127.0.0.1:PORT/',
    'http://public.example%2f@127.0.0.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/_GET',
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'javascript:fetch("http://127.0.0.1:PORT")',
    'data:text/html,hello',
    'blob:http://127.0.0.1:PORT/x',
    'ws://127.0.0.1:PORT/',
    'unix:/var/run/docker.sock',
    '//127.0.0.1:PORT/',
    '127.0.0.1:PORT',
    'http://256.0.0.1:PORT/',
    'http://127.0.0.1.1:PORT/',
    'http://0xffffffff1:PORT/',
    'http://public.example:99999/',
    'http://pub%00lic.example/',
    'http://',
  ])('%s is not requested', async (pattern) => {
    const resolve = resolver([PUBLIC]);
    const outcome = await get(pattern.replace('PORT', String(inside.port)), { resolve });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
    expect(resolve).not.toHaveBeenCalled();
    expect(inside.connections).toBe(0);
  });

  it.each([
    'http://public.example\\@127.0.0.1:PORT/',
    'http://public.example#@127.0.0.1:PORT/',
    'http://public.example?@127.0.0.1:PORT/',
    'http://public.example/@127.0.0.1:PORT/',
    'http://public.example/http://127.0.0.1:PORT/',
  ])('%s leads to the host that the URL standard finds in it', async (pattern) => {
    const outside = await listen((request, response) => response.end(request.headers.host));
    const reached = pretendInternet(portOf(outside));
    const outcome = await get(pattern.replace('PORT', String(inside.port)), { resolve: resolver([PUBLIC]) });
    expect(outcome.kind === 'response' && outcome.body.toString()).toBe('public.example');
    expect(new Set(reached)).toEqual(new Set([PUBLIC.address]));
    expect(inside.connections).toBe(0);
  });
});

describe('a name that resolves differently the second time', () => {
  it('is resolved once, and the checked address is connected to', async () => {
    const outside = await listen((_, response) => response.end('public'));
    const reached = pretendInternet(portOf(outside));
    const resolve = resolver([PUBLIC, PUBLIC_6], [LOOPBACK]);
    const url = `http://rebind.example:${inside.port}/`;
    expect(await get(url, { resolve })).toMatchObject({ kind: 'response', status: 200 });
    expect(resolve.mock.calls).toEqual([['rebind.example']]);
    expect(reached).toEqual([PUBLIC.address, PUBLIC_6.address, PUBLIC.address]);
    expect(await get(url, { resolve })).toMatchObject({ kind: 'failed', reason: 'not_public' });
    expect(inside.connections).toBe(0);
  });

  it('is refused when a redirect to itself makes a new connection', async () => {
    const outside = await listen((_, response) => {
      response.writeHead(302, { location: '/again', connection: 'close' }).end();
    });
    pretendInternet(portOf(outside));
    const resolve = resolver([PUBLIC], [LOOPBACK]);
    const outcome = await get(`http://rebind.example:${inside.port}/`, { resolve });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'not_public' });
    expect(inside.connections).toBe(0);
  });

  it('is connected to at the checked address by https too, with its own server name', async () => {
    const reached: string[] = [];
    let servername: string | undefined;
    vi.spyOn(tls, 'connect').mockImplementation((...given: unknown[]) => {
      const options = given[0] as net.TcpNetConnectOpts & { servername?: string };
      reached.push(...addressesOf(options));
      servername = options.servername;
      throw new Error('No connection was wanted.');
    });
    const resolve = resolver([PUBLIC], [LOOPBACK]);
    expect(await get(`https://rebind.example:${inside.port}/`, { resolve })).toMatchObject({ kind: 'failed' });
    expect(new Set(reached)).toEqual(new Set([PUBLIC.address]));
    expect(servername).toBe('rebind.example');
    expect(resolve).toHaveBeenCalledTimes(1);
  });
});

describe('a redirect', () => {
  const redirectTo = async (...locations: string[]) => {
    let next = 0;
    const server = await listen((_, response) => {
      response.writeHead(302, { location: locations[next] ?? '/' }).end();
      next += 1;
    });
    return `http://127.0.0.1:${portOf(server)}`;
  };

  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    '//127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'http://2130706433:PORT/',
    'http://inside.example:PORT/',
    'http://169.254.169.254/',
  ])('from an exempt origin to %s is refused', async (pattern) => {
    const origin = await redirectTo(pattern.replace('PORT', String(inside.port)));
    const outbound = { exemptOrigins: [origin], resolve: resolver([LOOPBACK]) };
    expect(await get(`${origin}/`, outbound)).toMatchObject({ kind: 'failed', reason: 'not_public' });
    expect(inside.connections).toBe(0);
  });

  it('from a trusted origin to an internal address is refused, because trust is not inherited', async () => {
    const target = `http://127.0.0.1:${inside.port}/`;
    const origin = await redirectTo(target);
    expect(await get(origin, {}, { trustedOrigin: origin })).toMatchObject({ kind: 'failed', reason: 'not_public' });
    expect(inside.connections).toBe(0);
  });

  it('to an internal address at the end of a chain is refused', async () => {
    const origin = await redirectTo('/1', '/2', '/3', `http://127.0.0.1:${inside.port}/`);
    const outcome = await get(origin, { exemptOrigins: [origin] });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'not_public' });
    expect(inside.connections).toBe(0);
  });

  it('from a public to an internal address is refused', async () => {
    const outside = await listen((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end();
    });
    pretendInternet(portOf(outside));
    const outcome = await get('http://public.example/', { resolve: resolver([PUBLIC]) });
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'not_public',
      message: `127.0.0.1:${inside.port} leads to an address that is not public.`,
    });
    expect(inside.connections).toBe(0);
  });

  it.each([
    'ftp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'http://user:pass@127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/',
  ])('to %s is bad', async (pattern) => {
    const origin = await redirectTo(pattern.replace('PORT', String(inside.port)));
    const outcome = await get(origin, { exemptOrigins: [origin] });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'bad_redirect' });
    expect(inside.connections).toBe(0);
  });

  it('is followed five times and not six', async () => {
    const five = await redirectTo('/1', '/2', '/3', '/4', '/5');
    const server = servers.at(-1);
    server?.removeAllListeners('request').on('request', (request, response) => {
      const step = Number(request.url?.slice(1));
      if (step < 5) response.writeHead(302, { location: `/${step + 1}` }).end();
      else response.end('done');
    });
    expect(await get(`${five}/0`, { exemptOrigins: [five] })).toMatchObject({ kind: 'response', url: `${five}/5` });
    expect(await get(`${five}/-1`, { exemptOrigins: [five] })).toMatchObject({ reason: 'redirect_loop' });
  });
});

describe('an exemption', () => {
  const body = (outcome: FetchOutcome) => (outcome.kind === 'response' ? outcome.body.toString() : outcome);

  it('covers an origin, not its host with another port or scheme', async () => {
    const origin = `http://127.0.0.1:${inside.port}`;
    expect(body(await get(`${origin}/a?b#c`, { exemptOrigins: [origin] }))).toBe('secret');
    const others = [`http://127.0.0.1:${inside.port - 1}`, `https://127.0.0.1:${inside.port}`, 'http://127.0.0.1'];
    for (const other of others) {
      expect(await get(`${origin}/`, { exemptOrigins: [other] })).toMatchObject({ reason: 'not_public' });
      expect(await get(`${origin}/`, {}, { trustedOrigin: other })).toMatchObject({ reason: 'not_public' });
    }
    expect(body(await get(`${origin}/`, {}, { trustedOrigin: origin }))).toBe('secret');
  });

  it('covers a host with any port, or with the listed port', async () => {
    const url = `http://127.0.0.1:${inside.port}/`;
    for (const host of ['127.0.0.1', `127.0.0.1:${inside.port}`]) {
      expect(body(await get(url, { exemptHosts: [host] }))).toBe('secret');
      expect(body(await get(`http://127.1:${inside.port}/`, { exemptHosts: [host] }))).toBe('secret');
    }
    const wrong = [
      '127.0.0.1:1',
      '127.0.0',
      '27.0.0.1',
      '127.0.0.10',
      'localhost',
      `evil.127.0.0.1:${inside.port}`,
      '',
    ];
    expect(await get(url, { exemptHosts: wrong })).toMatchObject({ reason: 'not_public' });
  });

  it.each([
    ['http://files.example/', 'files.example:80', 'response'],
    ['http://FILES.example:80/', 'files.example', 'response'],
    ['http://files.example/', 'files.example:443', 'failed'],
    ['http://files.example:81/', 'files.example:80', 'failed'],
    ['http://sub.files.example/', 'files.example', 'failed'],
    ['http://files.example./', 'files.example', 'failed'],
    ['http://myfiles.example/', 'files.example', 'failed'],
    ['http://files.example.evil.example/', 'files.example', 'failed'],
  ])('%s with %s listed: %s', async (url, host, kind) => {
    const connect = net.connect;
    const toInside = () => connect({ host: '127.0.0.1', port: inside.port });
    vi.spyOn(net, 'connect').mockImplementation(toInside as typeof net.connect);
    const outcome = await get(url, { exemptHosts: [host], resolve: resolver([{ address: '10.0.0.5', family: 4 }]) });
    expect(outcome).toMatchObject(kind === 'failed' ? { kind, reason: 'not_public' } : { kind });
    expect(inside.connections).toBe(kind === 'failed' ? 0 : 1);
  });

  it('does not extend to a request that finds an open connection of an exempt one', async () => {
    const origin = `http://127.0.0.1:${inside.port}`;
    expect(body(await get(origin, { exemptOrigins: [origin] }))).toBe('secret');
    expect(body(await get(origin, {}, { trustedOrigin: origin }))).toBe('secret');
    const { connections, requests } = inside;
    expect(await get(origin)).toMatchObject({ kind: 'failed', reason: 'not_public' });
    expect(inside).toMatchObject({ connections, requests });
  });
});

describe('a resolver', () => {
  it('without a result is a failed connection, and its error does not contain the URL', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND gone.example'), { code: 'ENOTFOUND' });
    for (const resolve of [async () => [], () => Promise.reject(unknown), () => Promise.reject('no error')]) {
      const outcome = await get('http://gone.example/secret?key=hidden', { resolve });
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
      expect(JSON.stringify(outcome)).not.toMatch(/hidden|secret/);
    }
  });

  it('that hangs is stopped by the deadline or by the caller, and its late result is not used', async () => {
    const reached = pretendInternet(inside.port);
    let answerLate: (addresses: (typeof PUBLIC)[]) => void = () => undefined;
    const resolve = () =>
      new Promise<(typeof PUBLIC)[]>((answer) => {
        answerLate = answer;
      });
    expect(await get('http://slow.example/', { resolve }, { timeoutMs: 50 })).toMatchObject({ reason: 'timeout' });
    answerLate([PUBLIC]);
    const controller = new AbortController();
    const cancelled = get('http://slow.example/', { resolve }, { signal: controller.signal });
    controller.abort();
    expect(await cancelled).toMatchObject({ kind: 'failed', reason: 'aborted' });
    answerLate([PUBLIC]);
    await new Promise((done) => setImmediate(done));
    expect(reached).toEqual([]);
  });
});
