import { usableUrl } from '../platform/usable-url.ts';
import { readTags } from './read-tags.ts';

const PDF_META = 'citation_pdf_url';
/** A page has one link, or one for each of a few languages. */
const MAX_LINKS = 5;
/** A page with more PDF links lists several publications. */
const MAX_PDF_LINKS = 20;
const MAX_LINK_LENGTH = 2_000;
/** The text of a link to the publication's PDF: "PDF", "Download PDF", "Full text (PDF, 1.7 MB)"; not "Supplementary PDF" or "Purchase PDF". */
const PDF_TEXT =
  /^(?:(?:download|view|open|read|get|the|this|as|in|a|article|paper|free|full|text|full-?text) )*pdf(?: (?:file|version|document|download|article|paper|full|text|full-?text|[\d.,]+ ?[km]i?b))*$/;
const MAX_TEXT_LENGTH = 60;

/**
 * The absolute addresses of the PDFs on a page, in order and without duplicates. Prefers the meta tags for search engines (`citation_pdf_url`).
 * Without them, returns the link whose text names the PDF. If such links lead to several addresses, the page lists several publications, so
 * none is returned. `pageUrl` is the address after redirects.
 */
export function parseLandingPage(html: string, pageUrl: string): string[] {
  const named: string[] = [];
  const linked = new Set<string>();
  let base: string | undefined;
  let link: { readonly href: string; text: string } | null = null;
  const endLink = () => {
    if (link && linked.size < MAX_PDF_LINKS && isPdfText(link.text)) linked.add(link.href.replace(/#.*$/s, ''));
    link = null;
  };
  readTags(html, {
    tag(name, attributes) {
      // The first one counts, as in browsers.
      if (name === 'base') base ??= attributes.get('href');
      if (name === 'a') {
        endLink();
        const href = attributes.get('href')?.trim() ?? '';
        if (href.length <= MAX_LINK_LENGTH && !href.startsWith('#')) link = { href, text: '' };
      } else if (link) link.text += ' ';
      if (name !== 'meta' || named.length >= MAX_LINKS) return;
      const names = ['name', 'property'].map((key) => attributes.get(key)?.trim().toLowerCase());
      const content = attributes.get('content')?.trim() ?? '';
      if (names.includes(PDF_META) && content.length <= MAX_LINK_LENGTH) named.push(content);
    },
    text(text, within) {
      if (link && within === null && link.text.length <= MAX_TEXT_LENGTH)
        link.text += text.slice(0, MAX_TEXT_LENGTH + 1);
    },
    close(name) {
      if (name === 'a') endLink();
    },
  });
  const page = new URL(pageUrl);
  const relativeTo = usableUrl(base?.trim() ?? '', page) ?? page;
  const absolute = (links: Iterable<string>) => [
    ...new Set([...links].flatMap((one) => usableUrl(one, relativeTo)?.href ?? [])),
  ];
  const forSearchEngines = absolute(named);
  if (forSearchEngines.length > 0) return forSearchEngines;
  const others = absolute(linked);
  return others.length === 1 ? others : [];
}

function isPdfText(text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH) return false;
  const words = text
    .toLowerCase()
    .replaceAll(/[\s()[\]{}|:,;–—]+/g, ' ')
    .trim();
  return PDF_TEXT.test(words);
}
