import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../logger.ts';
import { firstPageRenderer } from './first-page.ts';
import { policyOf } from './security-headers.ts';
import { isUnder } from './token-scope.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** sends the page of the web application if a browser asked for a page; null if it did not, or if there is none */
    webPage: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | null) | null;
  }
}

const PAGE = 'index.html';
/** These files have the digest of their content in their names. */
const HASHED = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
const SVG = 'image/svg+xml';
/** Browsers ask for a new service worker when they open the page. */
const SERVICE_WORKER = '/sw.js';
/** Paths below these are never pages of the application. */
const NO_PAGES = [
  '/api',
  '/assets',
  '/docs',
  '/scholar-images',
  '/feeds',
  '/p',
  '/healthz',
  '/metrics',
  '/openapi.json',
];

/**
 * Serves the web application that was built into `folder`: its files, which the build compressed, and its one page at
 * `/` and at every other address that a browser opens and no route has, because the application has its own addresses.
 * Each file gets its own route at the start, so no path leads out of the folder. `styles`: sources of the styles of what
 * the page shows in frames, which have its Content-Security-Policy.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { log, styles }: { log: Logger; styles: readonly string[] },
): Promise<void> {
  const page = await readFile(join(folder, PAGE), 'utf8');
  const policy = policyOf(...styles);
  const sendPage = (reply: FastifyReply, html = page) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  const renderFirstPage = firstPageRenderer(app, folder, page, log);
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isRoutine: true };
    });
    scope.addHook('onSend', async (request, reply) => {
      // caches must not keep the error of a file that is gone
      if (reply.statusCode >= 400) return;
      // caches must keep compressed and plain files apart
      reply.headers({ 'cache-control': lifetimeOf(request.routeOptions.url ?? ''), vary: 'accept-encoding' });
      // the plugin names the encoding of all other types that are texts
      if (reply.getHeader('content-type') === SVG) reply.header('content-type', `${SVG}; charset=utf-8`);
    });
    await scope.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      globIgnore: [PAGE, 'server/**', '**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
    });
  });
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const first = (await renderFirstPage(request)) ?? { html: page };
    return 'html' in first ? sendPage(reply, first.html) : reply.redirect(first.redirectTo);
  });
  app.webPage = (request, reply) => (wantsPage(request) ? sendPage(reply) : null);
}

function lifetimeOf(path: string): string {
  if (path.startsWith(HASHED)) return IMMUTABLE;
  return path === SERVICE_WORKER ? 'no-cache' : HOUR;
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html') && !NO_PAGES.some((prefix) => isUnder(path, prefix));
}
