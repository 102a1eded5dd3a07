import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchOutcome, type FetchRequest, fetchUrl, retryAfterSeconds } from './fetch.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function get(url: string, more: Partial<FetchRequest> = {}): Promise<FetchOutcome> {
  return fetchUrl({
    url,
    outbound: { exemptOrigins: [], exemptHosts: ['127.0.0.1'] },
    userAgent: 'Lectern-test',
    timeoutMs: 5_000,
    maxBytes: 100_000,
    maxRedirects: 3,
    ...more,
  });
}

function answered(outcome: FetchOutcome) {
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const end = (response: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer = '') => {
  response.writeHead(status, headers);
  response.end(body);
};

describe('a response', () => {
  it('has a status, headers, a body and its URL', async () => {
    let seen: IncomingMessage['headers'] = {};
    const url = await serve((request, response) => {
      seen = request.headers;
      end(response, 418, { 'X-Two': 'b', 'Content-Type': 'text/plain' }, 'short and stout');
    });
    const outcome = answered(await get(`${url}/a?b=c`, { accept: 'text/html', headers: { 'x-api-key': 'k' } }));
    expect(outcome).toMatchObject({ status: 418, url: `${url}/a?b=c`, redirects: [] });
    expect(outcome.headers['x-two']).toBe('b');
    expect(outcome.body.toString()).toBe('short and stout');
    expect(seen).toMatchObject({ 'user-agent': 'Lectern-test', accept: 'text/html', 'x-api-key': 'k' });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('in %s is decompressed', async (encoding, compress) => {
    const url = await serve((_, response) => end(response, 200, { 'content-encoding': encoding }, compress('grün')));
    expect(answered(await get(url)).body.toString()).toBe('grün');
  });

  it('without a body may have a Content-Encoding', async () => {
    const url = await serve((_, response) => end(response, 200, { 'content-encoding': 'gzip' }));
    expect(answered(await get(url)).body).toHaveLength(0);
  });
});

describe('a body that is broken or too long', () => {
  const gzipped = gzipSync('x'.repeat(50_000));

  it.each([
    ['truncated gzip', 'gzip', gzipped.subarray(0, gzipped.length - 12)],
    ['truncated brotli', 'br', brotliCompressSync('x'.repeat(50_000)).subarray(0, 10)],
    ['truncated deflate', 'deflate', deflateSync('x'.repeat(50_000)).subarray(0, 30)],
    ['text that says gzip', 'gzip', Buffer.from('<html>not compressed')],
    ['an unknown encoding', 'zstd', Buffer.from('abc')],
  ])('%s is a bad encoding', async (_, encoding, body) => {
    const url = await serve((_request, response) => end(response, 200, { 'content-encoding': encoding }, body));
    expect(await get(url)).toMatchObject({ kind: 'failed', reason: 'bad_encoding' });
  });

  it('over the limit is too large, with or without Content-Length, compressed or decompressed', async () => {
    const long = Buffer.alloc(100_001, 'x');
    const announced = await serve((_, response) => end(response, 200, { 'content-length': '100001' }, long));
    const bomb = await serve((_, response) => end(response, 200, { 'content-encoding': 'gzip' }, gzipSync(long)));
    for (const url of [announced, bomb]) expect(await get(url)).toMatchObject({ kind: 'failed', reason: 'too_large' });
    const exact = await serve((_, response) => end(response, 200, {}, long.subarray(1)));
    expect(answered(await get(exact)).body).toHaveLength(100_000);
  });

  it('that never ends is cut off, and its connection is closed', async () => {
    let closed: () => void = () => undefined;
    const connectionClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const url = await serve((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', write).on('close', closed);
      write();
    });
    expect(await get(url)).toMatchObject({ kind: 'failed', reason: 'too_large' });
    await connectionClosed;
  });

  it('that is shorter than its Content-Length is a failed connection', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    });
    expect(await get(url)).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
  });
});

describe('a partial request', () => {
  const start = (url: string, maxBytes = 1_000) => get(url, { partial: true, maxBytes });
  const endless = 'x'.repeat(50_000);

  it('gets as much of a body as it wants, with or without Content-Length', async () => {
    let encodings: string | string[] | undefined;
    const url = await serve((request, response) => {
      encodings = request.headers['accept-encoding'];
      end(response, 200, request.url === '/announced' ? { 'content-length': '50000' } : {}, endless);
    });
    for (const path of ['/', '/announced']) {
      const { truncated, body } = answered(await start(url + path));
      expect([truncated, body.toString()]).toEqual([true, endless.slice(0, 1_000)]);
    }
    expect(encodings).toBe('identity');
    for (const size of [50_000, 50_001]) {
      const { truncated, body } = answered(await start(url, size));
      expect([truncated, body.toString()]).toEqual([false, endless]);
    }
  });

  it('cuts off a body that never ends, and closes its connection', async () => {
    let closed: () => void = () => undefined;
    const connectionClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const url = await serve((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(endless));
      };
      response.on('drain', write).on('close', closed);
      write();
    });
    expect(answered(await start(url))).toMatchObject({ truncated: true });
    await connectionClosed;
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('decompresses the beginning of a body in %s', async (encoding, compress) => {
    const noise = Array.from({ length: 20_000 }, (_, index) => String.fromCharCode(33 + ((index * index) % 89))).join(
      '',
    );
    for (const text of [endless, noise]) {
      const whole = compress(text);
      for (const part of [whole, whole.subarray(0, Math.floor(whole.length * 0.75))]) {
        const url = await serve((_, response) => end(response, 200, { 'content-encoding': encoding }, part));
        const { body } = answered(await start(url, 100));
        expect(text.startsWith(body.toString())).toBe(true);
      }
      const url = await serve((_, response) => end(response, 200, { 'content-encoding': encoding }, whole));
      for (const size of [10_000, 60_000]) {
        const { truncated, body } = answered(await start(url, size));
        expect([truncated, body.toString()]).toEqual([size < text.length, text.slice(0, size)]);
      }
    }
  });

  it('for a body that cannot be decompressed is a bad encoding', async () => {
    for (const encoding of ['gzip', 'zstd']) {
      const url = await serve((_, response) => end(response, 200, { 'content-encoding': encoding }, '%PDF-1.4 plain'));
      expect(await start(url)).toMatchObject({ kind: 'failed', reason: 'bad_encoding' });
    }
  });
});

describe('a connection fails', () => {
  it('if it is reset', async () => {
    const url = await serve((_, response) => response.socket?.resetAndDestroy());
    expect(await get(url)).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
  });

  it('if no server listens', async () => {
    const url = await serve(() => undefined);
    const server = servers.pop();
    await new Promise((done) => server?.close(done));
    const outcome = await get(`${url}/secret/path?key=hidden`);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
    expect(JSON.stringify(outcome)).not.toMatch(/hidden|secret/);
  });

  it.each(['', 'nonsense', 'ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:pw@127.0.0.1/'])(
    'for the address "%s"',
    async (url) => {
      const outcome = await get(url);
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
      expect(JSON.stringify(outcome)).not.toContain('pw');
    },
  );

  it('if the server sends no headers in time', async () => {
    const url = await serve(() => undefined);
    expect(await get(url, { timeoutMs: 100 })).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });

  it('if the server sends the body too slowly', async () => {
    const url = await serve((_, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const start = performance.now();
    expect(await get(url, { timeoutMs: 200 })).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('if the caller cancels before or during the request', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort());
    expect(await get(url, { signal: controller.signal })).toMatchObject({ kind: 'failed', reason: 'aborted' });
    expect(await get(url, { signal: controller.signal })).toMatchObject({ kind: 'failed', reason: 'aborted' });
  });
});

describe('a redirect', () => {
  const redirect = (location: string | undefined) =>
    serve((_, response) => end(response, 302, location === undefined ? {} : { location }));

  it('is followed, also if relative, and is listed', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/start') end(response, 301, { location: '/next' });
      else if (request.url === '/next') end(response, 307, { location: 'end?x=1' });
      else end(response, 200, {}, request.url ?? '');
    });
    const outcome = answered(await get(`${url}/start`));
    expect(outcome).toMatchObject({ url: `${url}/end?x=1`, redirects: [`${url}/next`, `${url}/end?x=1`] });
    expect(outcome.body.toString()).toBe('/end?x=1');
  });

  it('to another origin does not send keys there', async () => {
    let seen: IncomingMessage['headers'] = {};
    const other = await serve((request, response) => {
      seen = request.headers;
      end(response, 200, {});
    });
    answered(await get(await redirect(other), { headers: { 'x-api-key': 'hidden' } }));
    expect(seen['x-api-key']).toBeUndefined();
    expect(seen['user-agent']).toBe('Lectern-test');
  });

  it('in a loop or without end is a redirect loop', async () => {
    const circle = await serve((request, response) =>
      end(response, 302, { location: request.url === '/a' ? '/b' : '/a' }),
    );
    expect(await get(`${circle}/a`)).toMatchObject({ kind: 'failed', reason: 'redirect_loop' });
    let requests = 0;
    const chain = await serve((_, response) => {
      requests += 1;
      end(response, 302, { location: `/${requests}` });
    });
    expect(await get(chain)).toMatchObject({ kind: 'failed', reason: 'redirect_loop' });
    expect(requests).toBe(4);
  });

  it.each([undefined, 'file:///etc/passwd', 'javascript:alert(1)', 'http://user:pw@127.0.0.1/', 'http://'])(
    'to %s is a bad redirect',
    async (location) => {
      expect(await get(await redirect(location))).toMatchObject({ kind: 'failed', reason: 'bad_redirect' });
    },
  );

  it('that the caller refuses ends the fetch', async () => {
    const url = await redirect('https://accounts.example/signin?x=1');
    const calls: string[] = [];
    const outcome = await get(url, {
      followRedirect: (from, to) => {
        calls.push(`${from.origin} ${to.origin}`);
        return false;
      },
    });
    expect(calls).toEqual([`${url} https://accounts.example`]);
    expect(outcome).toMatchObject({ kind: 'redirected', status: 302 });
    expect(outcome.kind === 'redirected' && outcome.location.href).toBe('https://accounts.example/signin?x=1');
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);
  const wait = (value: string) => retryAfterSeconds({ 'retry-after': value }, now);

  it('accepts seconds or a date', () => {
    expect(wait('120')).toBe(120);
    expect(wait(' 0 ')).toBe(0);
    expect(wait('Sat, 21 Nov 2026 12:01:30 GMT')).toBe(90);
    expect(wait('Saturday, 21-Nov-26 12:01:30 GMT')).toBe(90);
    expect(wait('Sat Nov 21 12:01:30 2026')).toBe(90);
  });

  it('may be absent', () => {
    expect(retryAfterSeconds({}, now)).toBeNull();
  });
});
