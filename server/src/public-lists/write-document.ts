import { createHash } from 'node:crypto';
import { type Child, h, writeHtml } from './element.ts';
import { PAGE_STYLE } from './page-style.ts';

/** The style of the pages as a source in a Content-Security-Policy. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;
/** The pages have one style and nothing that runs, and any page may show them in a frame. */
export const PAGE_POLICY = `default-src 'none';style-src ${STYLE_SOURCE};base-uri 'none';form-action 'none';frame-ancestors *`;

interface Page {
  readonly title: string;
  readonly isIndexed: boolean;
  readonly head?: readonly Child[];
  /** its parts as HTML */
  readonly body: readonly string[];
}

/** Writes a page with the style of public lists. */
export function writeDocument({ title, isIndexed, head = [], body }: Page): string {
  const whole = h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    isIndexed ? null : h('meta', { name: 'robots', content: 'noindex' }),
    h('title', {}, title),
    head,
    h('style', {}, PAGE_STYLE),
  );
  return `<!doctype html>\n<html lang="en">${writeHtml(whole)}<body><div class="sheet">${body.join('')}</div></body></html>\n`;
}

/** The page of each address where nothing is public. It is always the same, so it does not tell what exists. */
export const MISSING_PAGE = writeDocument({
  title: 'Nothing is public here',
  isIndexed: false,
  body: [
    h(
      'main',
      {},
      h(
        'header',
        {},
        h('h1', {}, 'Nothing is public here'),
        h('p', {}, 'The address may have a mistake, or what it showed is not public any more.'),
      ),
    ),
  ].map(writeHtml),
});
