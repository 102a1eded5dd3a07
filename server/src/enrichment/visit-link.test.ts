import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTransient, visitLink } from './visit-link.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 'x')]);
const HTML = { 'content-type': 'text/html' };

let server: Server;
let host = '';
let requested: { accept?: string; path?: string }[] = [];
let cookies: (string | undefined)[] = [];
let answer: (response: ServerResponse, path: string, cookie: string | undefined) => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push({ accept: request.headers.accept ?? '', path: request.url ?? '' });
    cookies.push(request.headers.cookie);
    answer(response, request.url ?? '', request.headers.cookie);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function check(how: typeof answer, exemptHosts = [host], signal?: AbortSignal, expected: 'pdf' | 'page' = 'pdf') {
  answer = how;
  requested = [];
  cookies = [];
  const visitor = { userAgent: 'Lectern-test', outbound: { exemptOrigins: [], exemptHosts } };
  const url = `http://${host}/paper?key=hidden#page=2`;
  const found = await visitLink(url, signal ? { ...visitor, signal } : visitor, expected);
  if (found.kind !== 'page') return found;
  const { html, ...page } = found;
  expect(html).not.toBe('');
  return page;
}

const send =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(body);
  };
const endless = (response: ServerResponse) => {
  const write = () => {
    while (!response.destroyed && response.write(PDF));
  };
  response.on('drain', write);
  write();
};
const reset = (response: ServerResponse) => response.socket?.resetAndDestroy();
const before = (size: number) => Buffer.concat([Buffer.alloc(size, '\n'), PDF]);

describe('a PDF', () => {
  it.each([
    ['that says so', send(200, { 'content-type': 'application/pdf' }, PDF)],
    ['that says nothing', send(200, {}, PDF)],
    ['that says it is a page', send(200, HTML, PDF)],
    ['in part', send(206, {}, PDF)],
    ['that is only its signature', send(200, {}, '%PDF-')],
    ['with its mark at the end of the first 1,024 bytes', send(200, {}, before(1_019))],
    ['after a byte order mark', send(200, {}, Buffer.concat([Buffer.from('\ufeff'), PDF]))],
    ['after the warning of a script', send(200, {}, `<br />\n<b>Warning</b>: something in x.php\n${PDF}`)],
    ['without end', endless],
    ['that is compressed', send(200, { 'content-encoding': 'gzip' }, gzipSync(PDF))],
    ['that is large', send(200, {}, Buffer.concat([PDF, Buffer.alloc(500_000)]))],
    [
      'that is compressed and large',
      send(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.concat([PDF, Buffer.alloc(9_000_000)]))),
    ],
    ['in HTML’s neighbourhood', send(200, {}, `%PDF-1.4\n<html>`)],
  ])('%s is one', async (_, how) => {
    expect(await check(how)).toEqual({ kind: 'pdf', finalUrl: `http://${host}/paper?key=hidden` });
    expect(requested).toEqual([{ accept: 'application/pdf, */*;q=0.8', path: '/paper?key=hidden' }]);
  });

  it('is at the address after redirects', async () => {
    const outcome = await check((response, path) => {
      if (path === '/end.pdf') send(200, {}, PDF)(response);
      else send(302, { location: '/end.pdf#top' })(response);
    });
    expect(outcome).toEqual({ kind: 'pdf', finalUrl: `http://${host}/end.pdf` });
  });
});

const meta = (link: string) => `<meta name="citation_pdf_url" content="${link}">`;

describe('a page', () => {
  it.each([
    ['that says so', send(200, HTML, '<html><body>A journal</body></html>')],
    ['that says it is a PDF', send(200, { 'content-type': 'application/pdf' }, ' <!-- x -->\n<!DOCTYPE html>')],
    ['about PDFs', send(200, {}, '<!doctype html><title>%PDF-1.7 explained</title>')],
    ['of comments', send(200, HTML, '<!---->'.repeat(200))],
    ['that names another thing', send(200, HTML, '<html><meta name=citation_title content=A></html>')],
  ])('%s names no PDF', async (_, how) =>
    expect(await check(how)).toEqual({ kind: 'page', finalUrl: `http://${host}/paper?key=hidden`, pdfUrls: [] }),
  );

  it('reports the PDFs relative to the address after redirects', async () => {
    const page = `<!doctype html><html><head>${meta('../files/1.pdf')}${meta('https://other.example/1.pdf')}</head></html>`;
    const outcome = await check((response, path) => {
      if (path.startsWith('/paper')) send(301, { location: '/moved/here/2' })(response);
      else send(200, HTML, page)(response);
    });
    expect(outcome).toEqual({
      kind: 'page',
      finalUrl: `http://${host}/moved/here/2`,
      pdfUrls: [`http://${host}/moved/files/1.pdf`, 'https://other.example/1.pdf'],
    });
  });

  it('is read up to 2 MiB', async () => {
    const ballast = (mebibytes: number) => 'x'.repeat(mebibytes * 1024 * 1024);
    const named = { pdfUrls: [`http://${host}/1.pdf`] };
    expect(await check(send(200, HTML, `<html>${meta('/1.pdf')}${ballast(3)}`))).toMatchObject(named);
    expect(await check(send(200, HTML, `<html>${ballast(1)}${meta('/1.pdf')}`))).toMatchObject(named);
    expect(await check(send(200, HTML, `<html>${ballast(3)}${meta('/1.pdf')}`))).toMatchObject({ pdfUrls: [] });
  });

  it('is requested as a page if one is expected', async () => {
    await check(send(200, HTML, '<html>'), [host], undefined, 'page');
    expect(requested[0]?.accept).toMatch(/^text\/html/);
  });
});

describe('a way that a browser goes by itself', () => {
  const refresh = (url: string, more = '') =>
    send(200, HTML, `<html><meta http-equiv="refresh" content="0; url=${url}">${more}</html>`);

  it('leads over a cookie, which a site sets before it sends the reader back', async () => {
    const found = await check((response, path, cookie) => {
      if (cookie === 'I2KBRCK=1') send(200, {}, PDF)(response);
      else send(302, { location: `${path}&cookieSet=1`, 'set-cookie': 'I2KBRCK=1; path=/' })(response);
    });
    expect(found).toEqual({ kind: 'pdf', finalUrl: `http://${host}/paper?key=hidden&cookieSet=1` });
    const back = await check((response, path, cookie) => {
      if (cookie === undefined && path.startsWith('/set'))
        send(302, { location: '/paper?key=hidden', 'set-cookie': 'a=1' })(response);
      else if (cookie === undefined) send(302, { location: '/set' })(response);
      else send(200, {}, PDF)(response);
    });
    expect(back).toEqual({ kind: 'pdf', finalUrl: `http://${host}/paper?key=hidden` });
  });

  it('gives a cookie only to its host, and forgets it after the visit', async () => {
    const other = createServer((request, response) => {
      cookies.push(request.headers.cookie);
      send(302, { location: `http://${host}/end`, 'set-cookie': 'b=2' })(response);
    });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const elsewhere = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const how = (response: ServerResponse, path: string) => {
      if (path === '/end') send(200, {}, PDF)(response);
      else send(302, { location: `http://${elsewhere}/`, 'set-cookie': 'a=1' })(response);
    };
    expect(await check(how, [host, elsewhere])).toMatchObject({ kind: 'pdf' });
    expect(cookies).toEqual([undefined, undefined, 'a=1']);
    await check(how, [host, elsewhere]);
    expect(cookies).toEqual([undefined, undefined, 'a=1']);
    other.closeAllConnections();
    await new Promise((done) => other.close(done));
  });

  it('ends, however many cookies are set', async () => {
    let number = 0;
    const outcome = await check((response) => {
      number += 1;
      send(302, { location: '/paper?key=hidden', 'set-cookie': `a=${number}` })(response);
    });
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'redirect_loop' });
    expect(requested).toHaveLength(6);
  });

  it('leads over a page that leads on at once, with the cookies of that page', async () => {
    const outcome = await check((response, path, cookie) => {
      if (path === '/file.pdf' && cookie === 'a=1') send(200, {}, PDF)(response);
      else if (path === '/second') send(302, { location: '/file.pdf' })(response);
      else {
        response.setHeader('set-cookie', 'a=1');
        refresh('/second')(response);
      }
    });
    expect(outcome).toEqual({ kind: 'pdf', finalUrl: `http://${host}/file.pdf` });
    expect(requested.map(({ path }) => path)).toEqual(['/paper?key=hidden', '/second', '/file.pdf']);
  });

  it('leads not on from a page that names a PDF, nor from one that reloads itself', async () => {
    const named = `<meta name="citation_pdf_url" content="/1.pdf">`;
    expect(await check(refresh('/second', named))).toMatchObject({ kind: 'page', pdfUrls: [`http://${host}/1.pdf`] });
    expect(await check(refresh(''))).toMatchObject({ kind: 'page', pdfUrls: [] });
    expect(await check(refresh('/paper?key=hidden'))).toMatchObject({ kind: 'page' });
    expect(requested).toHaveLength(1);
  });

  it('leads back to a page that reloads itself once it has set its cookie', async () => {
    const page = '<html><meta http-equiv="refresh" content="0; url=/paper?key=hidden"></html>';
    const found = await check((response, _path, cookie) => {
      if (cookie === 'ok=1') send(200, {}, PDF)(response);
      else send(200, { ...HTML, 'set-cookie': 'ok=1' }, page)(response);
    });
    expect(found).toMatchObject({ kind: 'pdf' });
    const again = (response: ServerResponse) =>
      send(200, { ...HTML, 'set-cookie': `n=${requested.length}` }, page)(response);
    expect(await check(again)).toMatchObject({ kind: 'page' });
    expect(requested).toHaveLength(2);
  });

  it('leads not into the network, and has an end', async () => {
    expect(await check(refresh('http://127.0.0.1:1/secret'))).toMatchObject({ kind: 'refused', reason: 'not_public' });
    const endless = await check((response, path) => refresh(`${path}x`)(response));
    expect(endless).toMatchObject({ kind: 'refused', reason: 'redirect_loop' });
    expect(requested).toHaveLength(6);
    const mixed = await check((response, path) =>
      path.endsWith('r') ? send(302, { location: `${path}x` })(response) : refresh(`${path}r`)(response),
    );
    expect(mixed).toMatchObject({ reason: 'redirect_loop', detail: expect.stringMatching(/more than 5 times/) });
    expect(requested).toHaveLength(6);
  });

  it('shows a file in a frame', async () => {
    const outcome = await check(send(200, HTML, '<iframe src="/file.pdf" type="application/pdf"></iframe>'));
    expect(outcome).toMatchObject({ kind: 'page', pdfUrls: [`http://${host}/file.pdf`] });
  });
});

it('a PDF is known by its first bytes, without a wait for the rest', async () => {
  const begun = performance.now();
  const slow = (start: string) => (response: ServerResponse) => void response.write(start);
  expect(await check(slow('%PDF-1.7\n'))).toMatchObject({ kind: 'pdf' });
  expect(await check(slow(`\ufeff%PDF-1.7\n${' '.repeat(1_024)}`))).toMatchObject({ kind: 'pdf' });
  expect(performance.now() - begun).toBeLessThan(5_000);
});

describe('no PDF is', () => {
  const justAMoment = '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>';
  const captcha = '<html><body><h1>Are you a robot?</h1></body></html>';
  const loop = (response: ServerResponse, path: string) => send(302, { location: `${path}x` })(response);

  it.each([
    ['a signature that is too late', send(200, {}, before(1_020)), 'not_a_pdf'],
    ['a text', send(200, { 'content-type': 'application/pdf' }, 'not yet ready'), 'not_a_pdf'],
    ['another format', send(200, {}, Buffer.from([0x50, 0x4b, 3, 4])), 'not_a_pdf'],
    ['JSON', send(200, { 'content-type': 'application/json' }, '{"error":"%PDF"}'), 'not_a_pdf'],
    ['a signature in lower case', send(200, {}, '%pdf-1.4'), 'not_a_pdf'],
    ['content that does not decompress', send(200, { 'content-encoding': 'gzip' }, PDF), 'not_a_pdf'],
    ['a status without content', send(304, {}), 'not_a_pdf'],
    ['nothing', send(200, { 'content-type': 'application/pdf' }), 'empty'],
    ['no content with status 204', send(204, {}), 'empty'],
    ['blanks', send(200, HTML, ' \n '), 'empty'],
    ['a missing file', send(404, HTML, '<html>'), 'dead_link'],
    ['a removed file', send(410, {}), 'dead_link'],
    ['a missing file that is a PDF', send(404, {}, PDF), 'dead_link'],
    ['a redirect without an address', send(302, {}), 'dead_link'],
    ['a redirect with a password', send(302, { location: 'http://a:b@127.0.0.1/' }), 'dead_link'],
    ['a log-in', send(401, {}), 'forbidden'],
    ['a required payment', send(402, {}), 'forbidden'],
    ['a refusal', send(403, HTML, '<html><body>Forbidden</body></html>'), 'forbidden'],
    ['a refusal for legal reasons', send(451, {}), 'forbidden'],
    ['a refusal of the accepted types', send(406, {}), 'forbidden'],
    ['Cloudflare’s page', send(403, HTML, justAMoment), 'challenge_page'],
    ['Cloudflare’s page with any status', send(200, HTML, justAMoment), 'challenge_page'],
    [
      'Cloudflare’s page that says it is a PDF',
      send(200, { 'content-type': 'application/pdf' }, justAMoment),
      'challenge_page',
    ],
    ['Cloudflare’s header', send(403, { 'cf-mitigated': 'challenge' }), 'challenge_page'],
    ['a CAPTCHA with 429', send(429, HTML, captcha), 'challenge_page'],
    ['a CAPTCHA with 503', send(503, HTML, captcha), 'challenge_page'],
    ['a CAPTCHA with 404', send(404, HTML, captcha), 'challenge_page'],
    ['a circle', send(302, { location: '/paper?key=hidden' }), 'redirect_loop'],
    ['an endless redirect', loop, 'redirect_loop'],
    ['a redirect into the network', send(302, { location: 'http://127.0.0.1:1/secret' }), 'not_public'],
    ['too many requests', send(429, {}), 'too_many_requests'],
    ['a broken server', send(500, HTML, '<html>'), 'server_error'],
    ['an unavailable server', send(503, {}), 'server_error'],
    ['a timeout of the server', send(408, {}), 'timeout'],
    ['a reset', reset, 'connection_failed'],
  ])('%s', async (_, how, reason) => {
    const outcome = await check(how);
    expect(outcome).toMatchObject({ kind: 'refused', reason, retryAfterSeconds: null });
    const { detail } = outcome as { detail: string };
    expect(detail).toMatch(/^[^/?]*127\.0\.0\.1[^/?]*\.$/);
    expect(detail).not.toMatch(/hidden|secret|paper/);
  });

  it('addresses inside the network', async () => {
    expect(await check(send(200, {}, PDF), [])).toMatchObject({ kind: 'refused', reason: 'not_public' });
    expect(requested).toEqual([]);
  });

  it.each(['', 'nonsense', 'ftp://files.example/1.pdf', 'javascript:1', 'https://user:pass@files.example/1.pdf'])(
    'an address like "%s"',
    async (url) => {
      const outbound = { exemptOrigins: [], exemptHosts: [] };
      const outcome = await visitLink(url, { userAgent: 'Lectern-test', outbound }, 'pdf');
      expect(outcome).toMatchObject({ kind: 'refused', reason: 'dead_link' });
      expect(JSON.stringify(outcome)).not.toMatch(/pass|1\.pdf/);
    },
  );
});

it('reports how long a host asks to wait', async () => {
  expect(await check(send(429, { 'retry-after': '90' }))).toMatchObject({ retryAfterSeconds: 90 });
  expect(await check(send(503, { 'retry-after': '3600' }))).toMatchObject({ retryAfterSeconds: 3600 });
  expect(await check(send(404, { 'retry-after': '90' }))).toMatchObject({ retryAfterSeconds: null });
});

it('a canceled check ends at once', async () => {
  const controller = new AbortController();
  const outcome = await check(() => controller.abort(), [host], controller.signal);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'connection_failed' });
});

it('only temporary failures are retried soon', () => {
  const reasons = [
    'not_public',
    'dead_link',
    'forbidden',
    'challenge_page',
    'too_many_requests',
    'server_error',
    'timeout',
    'connection_failed',
    'redirect_loop',
    'html',
    'not_a_pdf',
    'empty',
    'no_pdf_named',
  ] as const;
  expect(reasons.filter(isTransient)).toEqual(['too_many_requests', 'server_error', 'timeout', 'connection_failed']);
});
