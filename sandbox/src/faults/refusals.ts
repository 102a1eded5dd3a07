import { fillPage, readPage } from '../data.ts';
import { escapeHtml, type SourceResponse } from '../response.ts';

/** The refusals and other faulty responses of one source. */
export interface Refusals {
  readonly captcha: SourceResponse;
  /** The response to too many requests. */
  readonly unusual: SourceResponse;
  readonly notFound: SourceResponse;
  /** A response in a format of years ago. */
  readonly legacy: SourceResponse;
  readonly signIn: string;
  readonly consent: string;
  readonly sorry: string;
  /** The normal response with all names changed, or with one class or id renamed. */
  readonly changeLayout: (renamed?: string) => SourceResponse;
  /** The start of an endless response. */
  readonly endlessStart: () => SourceResponse;
  readonly filler: string;
}

/** An HTML page that has nothing to do with the request. */
export const unrelatedPage = readPage('new-site');

const page = readPage('challenge');

/** The page with which a content delivery network refuses clients that are not browsers. */
export function challengePage(url: URL): SourceResponse {
  const body = fillPage(page, { path: escapeHtml(url.pathname) });
  const headers = { 'cf-mitigated': 'challenge', server: 'cloudflare', 'cache-control': 'private, no-store' };
  return { status: 403, type: 'text/html; charset=UTF-8', body, headers };
}
