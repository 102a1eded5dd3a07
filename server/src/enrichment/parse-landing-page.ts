import { usableUrl } from '../platform/parse-url.ts';
import { readTags } from '../platform/read-tags.ts';
import { judgePdfText, MAX_TEXT_LENGTH } from './pdf-text.ts';

const PDF_META = 'citation_pdf_url';
/** A page has one link, or one for each of a few languages. */
const MAX_LINKS = 5;
/** A page with more PDF links lists several publications. */
const MAX_PDF_LINKS = 20;
const MAX_LINK_LENGTH = 2_000;
/** `/files/1.pdf`, `/pdf/1`, `/stampPDF/getPDF.jsp` */
const PDF_ADDRESS = /\.pdf$|\/pdf\/|getpdf/i;
/** Elements that show a file within the page, with the attribute that names it. */
const FRAMES: Readonly<Record<string, string>> = { iframe: 'src', frame: 'src', embed: 'src', object: 'data' };
const VIEWER = /viewer|gview/i;
/** The parameters by which a viewer gets its file. */
const VIEWED = ['file', 'url', 'src'];

/**
 * The absolute addresses of the PDFs on a page, in the order in which to try them, without duplicates: those of the
 * meta tags for search engines (`citation_pdf_url`), that of the link whose text names the PDF, and that of the file
 * shown within the page. If such links lead to several addresses, the page lists several publications, so none of them
 * is returned; the same holds for files.
 * @param pageUrl the address after redirects
 */
export function parseLandingPage(html: string, pageUrl: string): string[] {
  const named: string[] = [];
  const linked = { plain: new Set<string>(), likely: new Set<string>() };
  const shown: { readonly address: string; readonly isPdf: boolean }[] = [];
  let base: string | undefined;
  let link: { readonly href: string; text: string } | null = null;
  const endLink = () => {
    const kind = link && judgePdfText(link.text, link.href);
    if (link && kind && linked[kind].size < MAX_PDF_LINKS) linked[kind].add(link.href.replace(/#.*$/s, ''));
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
      const file = attributes.get(FRAMES[name] ?? '')?.trim() ?? '';
      if (file !== '' && file.length <= MAX_LINK_LENGTH && shown.length < MAX_PDF_LINKS)
        shown.push({ address: file, isPdf: attributes.get('type')?.trim().toLowerCase() === 'application/pdf' });
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
  const onlyOne = (addresses: readonly string[]) => (addresses.length === 1 ? addresses : []);
  const plain = absolute(linked.plain);
  const links = plain.length > 0 ? plain : absolute(linked.likely);
  const files = shown.flatMap(({ address, isPdf }) => fileOf(usableUrl(address, relativeTo), isPdf) ?? []);
  return [...new Set([...absolute(named), ...onlyOne(links), ...onlyOne([...new Set(files)])])];
}

/**
 * The address of the PDF in a frame, or of the file that a viewer shows there; null if the frame shows another thing.
 */
function fileOf(url: URL | null, isPdf: boolean): string | null {
  if (url === null) return null;
  const viewed = VIEWER.test(url.pathname) ? VIEWED.flatMap((name) => url.searchParams.get(name) ?? []) : [];
  const [file] = viewed;
  if (file !== undefined) return usableUrl(file, url)?.href ?? null;
  return isPdf || PDF_ADDRESS.test(url.pathname) ? url.href : null;
}
