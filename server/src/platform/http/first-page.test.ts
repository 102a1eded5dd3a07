import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as afterOtherWork } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLogger } from '../logger.ts';
import { firstPageRenderer } from './first-page.ts';

const PAGE = '<html lang="en"><div id="root"></div></html>';
const log = makeLogger({ logLevel: 'silent', logFormat: 'json' }, { write: () => {} });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-page-'));
  await mkdir(join(folder, 'server'));
  const code = `export const pathsOf = () => ['/session', '/rows'];
    export const render = async () => ({ html: '<p>rendered</p>' });`;
  await writeFile(join(folder, 'server/first-page.js'), code);
});
afterAll(() => rm(folder, { recursive: true }));

/** An application whose pages take `ms` of the event loop each. Each page begins with a request for `session`. */
function startApp(ms: number, session: () => Promise<void> | void = () => {}) {
  const app = Fastify();
  const seen = { pages: 0, atOnce: 0, most: 0 };
  app.get('/session', async () => {
    seen.pages += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    await session();
    // as a query does, so that other pages go on
    await afterOtherWork();
    return { data: {} };
  });
  app.get('/rows', async () => {
    const until = performance.now() + ms;
    while (performance.now() < until);
    seen.atOnce -= 1;
    return { data: [] };
  });
  const render = firstPageRenderer(app, folder, PAGE, log);
  app.get('/', async (request) => render(request));
  const open = async (cookie = 'session=1') =>
    (await app.inject({ url: '/', headers: cookie === '' ? {} : { cookie } })).json<{ html: string } | null>();
  return { seen, render, open };
}

test('pages that many request at once are rendered one after another, however long the last ones wait', async () => {
  const { seen, open } = startApp(30);
  const pages = await Promise.all(Array.from({ length: 24 }, () => open()));
  expect(pages.every((page) => page?.html.includes('rendered') ?? true)).toBe(true);
  // a page may overlap another if the machine is too busy to render it within its turn
  expect(seen.most).toBeLessThan(5);
});

test('a visitor does not wait for the pages of users, and one slow page does not stop the others', async () => {
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isFirst = true;
  const { seen, open } = startApp(0, () => {
    const wait = isFirst ? slow : undefined;
    isFirst = false;
    return wait;
  });
  const first = open();
  const second = open();
  expect(await open('')).toBeNull();
  expect(seen.pages).toBeLessThan(2);
  expect((await second)?.html).toContain('rendered');
  release();
  expect((await first)?.html).toContain('rendered');
});

test('the page of a client that has left is not rendered', async () => {
  const { seen, render } = startApp(0);
  const request = {
    headers: { host: 'x', cookie: 'session=1' },
    url: '/',
    ip: '127.0.0.1',
    socket: { destroyed: true },
  };
  expect(await render(request as unknown as FastifyRequest)).toBeNull();
  expect(seen.pages).toBe(0);
});
