import { usableUrl } from '../platform/usable-url.ts';
import { readTags } from './read-tags.ts';

const PDF_META = 'citation_pdf_url';
/** A page names one, or one in each of a few languages. */
const MOST_LINKS = 5;
const LONGEST_LINK = 2_000;

/**
 * The PDFs that a page names for those who index it (`citation_pdf_url`), absolute, each once and in their order. `pageUrl` is where the page
 * was in the end.
 */
export function parseLandingPage(html: string, pageUrl: string): string[] {
  const named: string[] = [];
  let base: string | undefined;
  readTags(html, {
    tag(name, attributes) {
      // The first counts, as in browsers.
      if (name === 'base') base ??= attributes.get('href');
      if (name !== 'meta' || named.length >= MOST_LINKS) return;
      const names = ['name', 'property'].map((key) => attributes.get(key)?.trim().toLowerCase());
      const link = attributes.get('content')?.trim() ?? '';
      if (names.includes(PDF_META) && link.length <= LONGEST_LINK) named.push(link);
    },
  });
  const page = new URL(pageUrl);
  const relativeTo = usableUrl(base?.trim() ?? '', page) ?? page;
  const links = named.flatMap((link) => usableUrl(link, relativeTo)?.href ?? []);
  return [...new Set(links)];
}
