import { plainTitle } from '../citations/make-item.ts';
import { readPages } from '../citations/page-ranges.ts';
import { writeBibtex } from '../citations/write-bibtex.ts';
import { writeCoins } from '../citations/write-coins.ts';
import { risName } from '../citations/write-ris.ts';
import type { Kind } from '../names/kinds.ts';
import { addressOf, describeByline, describeLinks, link, paperUrl, titleNodes } from './describe-papers.ts';
import { type Element, h, writeHtml } from './element.ts';
import { describeArticle } from './linked-data.ts';
import type { ListDocument } from './read-document.ts';
import type { Paper } from './read-list-papers.ts';
import { writeDocument } from './write-document.ts';

/** Writes the page of one paper of a list, as search engines for papers and programs for references read it. */
export function writePaperPage(list: ListDocument, paper: Paper): string {
  const title = plainTitle(paper.title) || 'Untitled';
  const address = addressOf(paper);
  const nodes = paper.title === '' ? title : titleNodes(paper.title);
  const header = h(
    'header',
    {},
    h('nav', { 'aria-label': 'List' }, link(null, list.url, list.name)),
    h('h1', { dir: 'auto' }, address === null ? nodes : link(null, address, nodes)),
  );
  const main = h(
    'main',
    { class: 'one' },
    describeByline(paper, paper.year === null ? null : ` ${paper.year}.`),
    describeLinks(paper, null),
    h('h2', {}, 'BibTeX'),
    h('pre', { tabindex: '0', 'aria-label': 'BibTeX' }, writeBibtex(paper)),
    h('span', { class: 'Z3988', title: writeCoins(paper) }),
  );
  return writeDocument({
    title: `${title} · ${list.name}`,
    isIndexed: list.isIndexed,
    head: [
      h('link', { rel: 'canonical', href: paperUrl(list.url, paper) }),
      describeCitation(paper),
      describeArticle(paper, list.url),
    ],
    body: [header, main].map(writeHtml),
  });
}

const CONTAINERS: Partial<Record<Kind, string>> = { 'paper-conference': 'conference_title', chapter: 'inbook_title' };
const PUBLISHERS: Partial<Record<Kind, string>> = {
  thesis: 'dissertation_institution',
  report: 'technical_report_institution',
};

/** The tags of Highwire Press, which Google Scholar reads: https://scholar.google.com/intl/en/scholar/inclusion.html */
function describeCitation(paper: Paper): Element[] {
  const { kind, authors, year, container, publisher, volume, issue, issn, doi, arxiv, pmid, pdfUrl } = paper;
  const pages = paper.pages === null ? null : readPages(paper.pages);
  const tags: readonly (readonly [name: string, content: string | number | null | undefined])[] = [
    ['title', plainTitle(paper.title)],
    ...authors.map((name) => ['author', risName(name)] as const),
    ['publication_date', year],
    [CONTAINERS[kind] ?? 'journal_title', container],
    [PUBLISHERS[kind] ?? 'publisher', publisher],
    ['volume', volume],
    [kind === 'report' ? 'technical_report_number' : 'issue', issue],
    ['firstpage', pages?.first],
    ['lastpage', pages?.last],
    ['issn', issn],
    ['doi', doi],
    ['arxiv_id', arxiv],
    ['pmid', pmid],
    ['pdf_url', pdfUrl],
  ];
  return tags.flatMap(([name, content]) =>
    content ? [h('meta', { name: `citation_${name}`, content: String(content) })] : [],
  );
}
