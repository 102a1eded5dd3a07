import type { FastifyInstance } from 'fastify';

/** A page, or a part of one, outside the API. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  body(): string | Promise<string>;
}

/** Serves pages; what a browser may do with them, `secureAnswers` says. */
export function servePages(app: FastifyInstance, pages: readonly Page[]): void {
  for (const { path, contentType, body } of pages) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => reply.type(contentType).send(await body()));
  }
}
