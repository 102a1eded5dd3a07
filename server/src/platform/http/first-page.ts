import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../logger.ts';

/** What the web application exports for the service (`web/src/app/first-page.tsx`). */
interface FirstPage {
  pathsOf(address: string, cookies: string): string[];
  render(address: string, cookies: string, answers: Readonly<Record<string, unknown>>): Promise<Rendered>;
}

/** The page, or the address of the user's view at the start. */
type Rendered = { readonly html: string } | { readonly redirectTo: string };

/** How long a page keeps the next one waiting, because its queries may be slow. */
const MAX_TURN_MS = 250;
/** After a longer wait, the browser renders the page sooner. */
const MAX_WAIT_MS = 2000;
/** Marks in the page of the build. */
const ROOT = '<div id="root"></div>';
const HTML = '<html lang="en"';

/**
 * Returns a function that renders the first page for a signed-in user: its HTML, so that the list can be read before
 * the application's code has arrived, and the answers that the application would request first; or the address of the
 * user's view at the start. Returns null if nobody is signed in, if many others are opening pages, or if it fails; then
 * the browser does all of this by itself.
 */
export function firstPageRenderer(app: FastifyInstance, folder: string, page: string, log: Logger) {
  let loading: Promise<FirstPage> | null = null;
  const load = () => {
    // it takes some megabytes, which a service that only has API clients does not need
    loading ??= import(pathToFileURL(join(folder, 'server/first-page.js')).href);
    return loading;
  };
  // One page after another. Otherwise other requests wait for the parts of all pages that are requested at one time.
  let turn: Promise<unknown> = Promise.resolve();
  return async (request: FastifyRequest): Promise<Rendered | null> => {
    const { cookie = '' } = request.headers;
    if (cookie === '') return null;
    const requestedAt = performance.now();
    const isWanted = () => !request.socket.destroyed && performance.now() - requestedAt < MAX_WAIT_MS;
    const rendered = turn.then(() => (isWanted() ? renderPage(request, cookie) : null));
    turn = turn.then(() => Promise.race([rendered, pause(MAX_TURN_MS)]));
    return rendered;
  };

  async function renderPage(request: FastifyRequest, cookie: string): Promise<Rendered | null> {
    try {
      const { pathsOf, render } = await load();
      const [session, ...rest] = pathsOf(request.url, cookie);
      if (session === undefined) return null;
      const first = await fetchData(app, request, session);
      if (first === undefined) return null;
      const others = await Promise.all(rest.map(async (path) => [path, await fetchData(app, request, path)] as const));
      const answers = Object.fromEntries([[session, first], ...others].filter(([, answer]) => answer !== undefined));
      const rendered = await render(request.url, cookie, answers);
      return 'html' in rendered ? { html: fill(page, cookie, rendered.html, answers) } : rendered;
    } catch (error) {
      log.warn({ err: error }, 'The first page could not be rendered. The browser renders it.');
      return null;
    }
  }
}

/** The `data` of the API's answer to this user, or undefined for an error. */
async function fetchData(app: FastifyInstance, request: FastifyRequest, path: string): Promise<unknown> {
  const { cookie, host } = request.headers;
  const response = await app.inject({ method: 'GET', url: path, headers: { cookie, host }, remoteAddress: request.ip });
  return response.statusCode === 200 ? response.json<{ data: unknown }>().data : undefined;
}

function fill(page: string, cookies: string, html: string, answers: Readonly<Record<string, unknown>>): string {
  // no text in the answers can end the element
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c');
  const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(cookies) ?? [];
  // functions, because `$` has a meaning in a replacement text
  return page
    .replace(HTML, () => (theme === undefined ? HTML : `${HTML} data-theme="${theme}"`))
    .replace(ROOT, () => `<div id="root">${html}</div><script type="application/json" id="answers">${json}</script>`);
}
