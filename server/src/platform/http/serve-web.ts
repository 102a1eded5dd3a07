import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnder } from './token-scope.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** answers with the page of the web application where that is what a browser asked for; null where it is not, or there is none */
    webPage: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | null) | null;
  }
}

const PAGE = 'index.html';
/** Files here bear the digest of their content in their names. */
const HASHED = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
/** What is under these is never a page of the application, whether it exists or not. */
const NO_PAGES = ['/api', '/assets', '/docs', '/scholar-images', '/healthz', '/metrics', '/openapi.json'];

/**
 * Serves the web application that was built into `folder`: its files, compressed beforehand, and its one page at `/` and at every address that a
 * browser opens and that nothing else answers, since the application has addresses of its own. Only files that are there at the start are
 * served, each by a route of its own: no path leads out of the folder.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, PAGE));
  const sendPage = (reply: FastifyReply) => reply.type('text/html; charset=utf-8').send(page);
  await app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => {
      // not of a file that went away: that is no answer to keep
      if (reply.statusCode >= 400) return;
      const isHashed = (request.routeOptions.url ?? '').startsWith(HASHED);
      // a cache on the way keeps each form apart
      reply.headers({ 'cache-control': isHashed ? IMMUTABLE : HOUR, vary: 'accept-encoding' });
    });
    await scope.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      globIgnore: [PAGE, '**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
    });
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  app.webPage = (request, reply) => (asksForPage(request) ? sendPage(reply) : null);
}

function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html') && !NO_PAGES.some((prefix) => isUnder(path, prefix));
}
