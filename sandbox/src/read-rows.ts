import { DomUtils, parseDocument } from 'htmlparser2';

/** A row as a parser reads it. For the sandbox's own tests. */
export interface ReadRow {
  readonly rowId: string;
  readonly title: string;
  readonly titleMarkup: string;
  readonly authors: string;
  readonly venue: string;
  readonly year: string;
  readonly citations: string;
  readonly cluster: string | null;
}

export interface ReadPage {
  readonly name: string;
  readonly range: string;
  readonly hasMore: boolean;
  readonly totals: readonly number[];
  readonly rows: readonly ReadRow[];
}

type Elements = ReturnType<typeof DomUtils.getElementsByTagName>;

const textOf = (elements: Elements) => elements.map((node) => DomUtils.textContent(node)).join('');

/** Reads a profile with a separate parser, so that the tests do not depend on the renderer. */
export function readRows(html: string): ReadPage {
  const page = parseDocument(html).children;
  const byId = (id: string) => DomUtils.findAll((element) => element.attribs.id === id, page);
  const withClass = (name: string, within: typeof page) =>
    DomUtils.findAll((element) => ` ${element.attribs.class} `.includes(` ${name} `), within);
  return {
    name: textOf(byId('gsc_prf_in')),
    range: textOf(byId('gsc_a_nn')),
    hasMore: byId('gsc_bpf_more').some((button) => !('disabled' in button.attribs)),
    totals: withClass('gsc_rsb_std', page).map((cell) => Number(DomUtils.textContent(cell))),
    rows: withClass('gsc_a_tr', page).map((row) => {
      const [link] = withClass('gsc_a_at', row.children);
      const [authors, venue] = withClass('gs_gray', row.children);
      const [count] = withClass('gsc_a_ac', row.children);
      const year = textOf(withClass('gsc_a_h', row.children));
      const suffix = textOf(withClass('gs_oph', row.children));
      return {
        rowId: new URL(link?.attribs.href ?? '', 'http://x').searchParams.get('citation_for_view') ?? '',
        title: link === undefined ? '' : DomUtils.textContent(link),
        titleMarkup: link === undefined ? '' : DomUtils.getInnerHTML(link),
        authors: authors === undefined ? '' : DomUtils.textContent(authors),
        venue: venue === undefined ? '' : DomUtils.textContent(venue).slice(0, -suffix.length || undefined),
        year,
        citations: count === undefined ? '' : DomUtils.textContent(count),
        cluster: new URL(count?.attribs.href || '/', 'http://x').searchParams.get('cites'),
      };
    }),
  };
}
