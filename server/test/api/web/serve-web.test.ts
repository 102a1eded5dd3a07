import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serveWeb } from '../../../src/platform/http/serve-web.ts';
import { buildServer } from '../../../src/platform/http/server.ts';
import { routes } from '../../../src/start/routes.ts';
import { Client } from '../../support/client.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const PAGE = '<!doctype html><title>the page</title>';
const SCRIPT = `console.log('${'x'.repeat(2000)}');`;
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The service with a built application of five files, and a secret file beside its folder. */
async function startWeb() {
  const { services } = await openService();
  const around = await mkdtemp(join(tmpdir(), 'lectern-web-'));
  const folder = join(around, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(around, 'secret.js'), 'secret');
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'favicon.svg'), ICON);
  await writeFile(join(folder, 'sw.js'), '// a service worker');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(join(folder, '.built-from'), 'a digest');
  const script = join(folder, 'assets', 'app-AbC123.js');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  const app = await buildServer(routes, services, { ofSession: async () => null, ofApiToken: async () => null });
  await serveWeb(app, folder, { log: services.log, styles: ["'sha256-x'"] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await rm(around, { recursive: true });
  });
  const { port } = app.server.address() as AddressInfo;
  return (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    send(port, path, options);
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** Sends the exact path and returns the exact bytes. `fetch` would resolve the dots and decompress the response. */
function send(port: number, path: string, options: { method?: string; headers?: Record<string, string> }) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...options }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
    });
    sent.on('error', reject).end();
  });
}

test('the page is never cached, at the root and at every address of the application', async () => {
  const get = await startWeb();
  for (const path of ['/', '/scholars', '/runs/7?x=1', '/apicultures']) {
    const { status, headers, body } = await get(path, { headers: HTML });
    expect([status, String(body)], path).toEqual([200, PAGE]);
    expect(headers, path).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(headers['content-security-policy'], path).toContain("script-src 'self'");
    expect(headers['content-security-policy'], path).toContain(";style-src 'self' 'sha256-x';");
  }
});

test('a signed-in user gets the first page with rows and answers, and nobody else gets anything of it', async () => {
  const { url, db, admin, newUser } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  const title = 'Sea </script><script>alert(1)</script> & ice';
  await savePageOf(db, scholar, [makeRow('A:1', { title })], { name: 'Ada', at: new Date() });
  const pageOf = async (client: Client) => (await client.raw('GET', '/', { headers: HTML })).text();
  const mine = await pageOf(admin);
  expect(mine).toContain('<article');
  expect(mine).toContain('Sea &lt;/script&gt;');
  expect(mine).not.toContain('<script>alert');
  // the policy forbids style attributes
  expect(mine).not.toMatch(/<[^>]+ style="/);
  const [, json = ''] = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(mine) ?? [];
  const answers = Object.values(JSON.parse(json) as Record<string, { publications?: { title: string }[] }>);
  expect(answers.some(({ publications = [] }) => publications[0]?.title === title)).toBe(true);
  const other = await pageOf(await newUser('ben'));
  expect(other).toContain('id="answers"');
  expect(other).not.toContain('Sea ');
  for (const session of [null, 'invented']) {
    const visitor = new Client(url);
    for (const name of admin.cookies.keys()) if (session !== null) visitor.cookies.set(name, session);
    const page = await pageOf(visitor);
    expect(page).toContain('<div id="root"></div>');
    expect(page).not.toContain('Sea ');
  }
});

test('the root leads to the view at the start, whose page has its rows, and today is still reachable', async () => {
  const { db, admin, newUser } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, [makeRow('A:1', { title: 'Sea ice' }), makeRow('A:2', { title: 'Dry land' })], {
    name: 'Ada',
    at: new Date(),
  });
  const body = { name: 'My ice', parameters: { search: 'sea ice', mode: 'unread' } };
  const { id } = await admin.ok('POST', '/views', { body, status: 201 });
  await admin.ok('PUT', '/settings', { body: { start_view_id: id } });
  const open = (client: Client, path: string) => client.raw('GET', path, { headers: HTML });
  const answer = await open(admin, '/');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  const address = answer.headers.get('location') ?? '';
  const { searchParams } = new URL(address, 'http://page');
  expect([searchParams.get('saved'), searchParams.get('q')]).toEqual([String(id), 'sea ice']);
  const page = await (await open(admin, address)).text();
  expect(page).toContain('My ice</bdi></h1>');
  expect([page.includes('Sea ice'), page.includes('Dry land')]).toEqual([true, false]);
  const today = await open(admin, '/?view=today');
  expect([today.status, (await today.text()).includes('Dry land')]).toEqual([200, true]);
  const other = await open(await newUser('ben'), '/');
  expect([other.status, (await other.text()).includes('My ice')]).toEqual([200, false]);
});

test('the service serves the real build, with all files that its page names, and each text names its encoding', async () => {
  const { url } = await openService();
  const page = await (await fetch(url)).text();
  const sources = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, source = '']) => source);
  expect(sources.filter((source) => source.endsWith('.js'))).not.toEqual([]);
  const others = ['/sw.js', '/docs', '/docs/static/swagger-ui.css', '/docs/static/swagger-initializer.js'];
  for (const path of [...sources, ...others]) {
    const { status, headers } = await fetch(new URL(path, url), { headers: HTML });
    expect(status, path).toBe(200);
    const type = headers.get('content-type') ?? '';
    if (/^text\/|javascript|xml/.test(type)) expect(type, path).toMatch(/; charset=utf-8$/);
    else expect(type, path).toMatch(/^(?:image\/png|font\/woff2|application\/manifest\+json)/);
  }
});

test('files with a digest in their names are cached permanently, others for a short time', async () => {
  const get = await startWeb();
  const script = await get('/assets/app-AbC123.js');
  expect([script.status, String(script.body)]).toEqual([200, SCRIPT]);
  expect(script.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const icon = await get('/favicon.svg');
  expect([icon.status, icon.headers['cache-control'], icon.headers['content-type']]).toEqual([
    200,
    'public, max-age=3600',
    'image/svg+xml; charset=utf-8',
  ]);
  // the service worker is checked for a new version each time
  const worker = await get('/sw.js');
  expect([worker.status, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(worker.headers['content-type']).toBe('application/javascript; charset=utf-8');
  const manifest = await get('/manifest.webmanifest');
  expect([manifest.status, manifest.headers['content-type']]).toEqual([200, 'application/manifest+json']);
  const again = await get('/favicon.svg', { headers: { 'if-none-match': String(icon.headers.etag) } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test('precompressed files are sent to clients that accept the encoding', async () => {
  const get = await startWeb();
  const ofEncoding = async (accepted: string) =>
    get('/assets/app-AbC123.js', { headers: { 'accept-encoding': accepted } });
  const brotli = await ofEncoding('gzip, deflate, br');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotli.headers['cache-control']).toContain('immutable');
  expect(String(brotliDecompressSync(brotli.body))).toBe(SCRIPT);
  const zipped = await ofEncoding('gzip');
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/javascript; charset=utf-8',
  });
  expect(String(gunzipSync(zipped.body))).toBe(SCRIPT);
  expect((await ofEncoding('identity')).headers['content-encoding']).toBeUndefined();
});

test('HEAD returns the same status and headers without the body', async () => {
  const get = await startWeb();
  for (const [path, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/scholars', 'text/html; charset=utf-8'],
    ['/assets/app-AbC123.js', 'application/javascript; charset=utf-8'],
  ] as const) {
    const { status, headers, body } = await get(path, { method: 'HEAD', headers: HTML });
    expect([status, headers['content-type'], body.length], path).toEqual([200, type, 0]);
  }
});

test('the page is not sent for missing files, API paths, other methods, or clients that do not accept HTML', async () => {
  const get = await startWeb();
  const missing: [string, { method?: string; headers?: Record<string, string> }?][] = [
    ['/assets/app-00000.js'],
    ['/assets/app-AbC123.js.map'],
    ['/assets/'],
    ['/api/nothing'],
    ['/scholars', { headers: { accept: 'application/json' } }],
    ['/scholars', { headers: {} }],
    ['/scholars', { method: 'POST', headers: HTML }],
    ['/.built-from', { headers: {} }],
    ['/index.html.br', { headers: {} }],
  ];
  for (const [path, options = { headers: HTML }] of missing) {
    const { status, headers, body } = await get(path, options);
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8']);
    expect(JSON.parse(String(body)), path).toMatchObject({ error: { code: 'not_found' } });
    expect(headers['cache-control'], path).toBe('no-store');
  }
  const unknown = await get('/api/v1/nothing', { headers: HTML });
  expect([unknown.status, JSON.parse(String(unknown.body)).error.code]).toEqual([401, 'auth_required']);
});

test('no path leads out of the folder', async () => {
  const get = await startWeb();
  for (const path of [
    '/../secret.js',
    '/assets/../../secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/assets/..%5c..%5csecret.js',
    '//secret.js',
    '/assets/app-AbC123.js%00.svg',
  ]) {
    for (const headers of [{}, HTML]) {
      const { status, body } = await get(path, { headers });
      expect(String(body), path).not.toContain('secret');
      expect(status === 404 || String(body) === PAGE, `${path} ${status}`).toBe(true);
    }
  }
});
