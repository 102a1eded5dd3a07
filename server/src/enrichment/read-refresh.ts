import { usableUrl } from '../platform/parse-url.ts';
import { readTags } from '../platform/read-tags.ts';

/** A page that waits longer is shown to be read, such as news that reload themselves. */
const MAX_WAIT_SECONDS = 10;
// https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
const CONTENT = /^\s*(\d+)[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;

/**
 * The address to which a page leads a browser by itself, by `<meta http-equiv="refresh">`; null if there is none.
 * @param pageUrl the address of the page after redirects
 */
export function readRefresh(html: string, pageUrl: string): URL | null {
  let content: string | undefined;
  let base: string | undefined;
  readTags(html, {
    tag(name, attributes) {
      if (name === 'base') base ??= attributes.get('href');
      if (name === 'meta' && attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh')
        content ??= attributes.get('content');
    },
  });
  const [, seconds, ...targets] = CONTENT.exec(content ?? '') ?? [];
  if (seconds === undefined || Number(seconds) > MAX_WAIT_SECONDS) return null;
  const target = targets.find((one) => one !== undefined)?.trim() ?? '';
  const page = new URL(pageUrl);
  return usableUrl(target, usableUrl(base?.trim() ?? '', page) ?? page);
}
