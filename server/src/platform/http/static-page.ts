import type { FastifyInstance } from 'fastify';

/** A page, or a part of one, outside the API. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  body(): string | Promise<string>;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves pages that run no script and no style but their own files, stand in no frame, and are kept by no cache. */
export function servePages(app: FastifyInstance, pages: readonly Page[]): void {
  for (const { path, contentType, body } of pages) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .headers(HEADERS)
        .type(contentType)
        .send(await body()),
    );
  }
}
