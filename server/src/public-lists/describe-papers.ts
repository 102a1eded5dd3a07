import { fullName } from '../citations/item.ts';
import { writeCoins } from '../citations/write-coins.ts';
import { groupBy } from '../platform/group-by.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { doiUrl } from '../publications/identifiers.ts';
import { readRichText } from '../sources/markup/read-rich-text.ts';
import { pairTags } from '../sources/markup/rich-text.ts';
import { type Child, type Element, h, type Node } from './element.ts';
import type { Paper } from './read-list-papers.ts';

const MAX_AUTHORS = 50;

/** Papers under one heading. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly papers: readonly Paper[];
}

/** The pinned papers, then the years in the order of the list. */
export function sectionsOf(papers: readonly Paper[]): Section[] {
  const headingOf = ({ isPinned, year }: Paper) => (isPinned ? 'Selected' : String(year ?? 'Undated'));
  return [...groupBy(papers, headingOf)].map(([heading, ofHeading]) => ({
    id: `in-${heading.toLowerCase()}`,
    heading,
    papers: ofHeading,
  }));
}

/** The papers under their heading. `listUrl`: where the pages of the papers are; null: they have no links to them. */
export function describeSection({ id, heading, papers }: Section, listUrl: string | null): Element {
  const items = papers.map((paper) => describePaper(paper, listUrl));
  const parts = [h('h2', { class: 'lectern-heading' }, heading), h('ol', { class: 'lectern-papers' }, items)];
  return h('section', { class: 'lectern-section', id: listUrl === null ? null : id }, parts);
}

/** The address of the page of one paper. */
export function paperUrl(listUrl: string, { key }: Paper): string {
  return `${listUrl}/${encodeURIComponent(key)}`;
}

/** Where a paper is read: its DOI, its page, or its PDF; null: unknown. */
export function addressOf({ doi, url, pdfUrl }: Paper): string | null {
  if (doi !== null) return doiUrl(doi);
  return usableUrl(url ?? '')?.href ?? pdfUrl;
}

function describePaper(paper: Paper, listUrl: string | null): Element {
  const address = addressOf(paper) ?? (listUrl === null ? null : paperUrl(listUrl, paper));
  const title = titleNodes(paper.title);
  const cite = listUrl === null ? null : link('lectern-cite', paperUrl(listUrl, paper), 'Cite');
  return h(
    'li',
    { class: 'lectern-paper', id: listUrl === null ? null : paper.key },
    h('div', { class: 'lectern-title', dir: 'auto' }, address === null ? title : link(null, address, title)),
    describeByline(paper),
    describeLinks(paper, cite),
    h('span', { class: 'Z3988', title: writeCoins(paper) }),
  );
}

/** A link that leaves the page, also if another site shows the page in a frame, where most sites refuse to be shown. */
export function link(name: string | null, href: string, content: Child): Element {
  return h('a', { class: name, href, target: '_top' }, content);
}

/** Authors and venue in one line, and what else belongs to it. */
export function describeByline(paper: Paper, more: Child = null): Element {
  return h('div', { class: 'lectern-byline' }, authorNodes(paper), venueNodes(paper), more);
}

/** Where the paper is read, what it is, and what became of it; null if there is nothing of these. */
export function describeLinks({ doi, pdfUrl, notice, kind }: Paper, more: Element | null): Element | null {
  const links = [
    doi === null ? null : h('a', { class: 'lectern-doi', href: doiUrl(doi), target: '_top', 'data-doi': doi }, 'DOI'),
    pdfUrl === null ? null : link('lectern-pdf', pdfUrl, 'PDF'),
    more,
    kind === 'article' ? h('span', { class: 'lectern-kind' }, 'Preprint') : null,
    notice === null ? null : h('strong', { class: 'lectern-notice' }, notice),
  ];
  return links.some((one) => one !== null) ? h('div', { class: 'lectern-links' }, links) : null;
}

function authorNodes({ authors, hasMoreAuthors, ownAuthors }: Paper): Node[] {
  const shown = authors.slice(0, MAX_AUTHORS).flatMap((name, at): Node[] => {
    const text = fullName(name);
    const node = ownAuthors.has(at) ? h('b', { class: 'lectern-own' }, text) : text;
    return at === 0 ? [node] : [', ', node];
  });
  const left = authors.length - MAX_AUTHORS;
  const rest = left > 0 ? `, and ${left} more` : hasMoreAuthors ? ' et al.' : '';
  return shown.length === 0 ? [] : [h('span', { class: 'lectern-authors' }, shown, rest), '. '];
}

/** "Journal of Ice 12 (3), 1–20." */
function venueNodes({ container, publisher, volume, issue, pages, arxiv }: Paper): Node[] {
  const name = container ?? publisher;
  if (name === null) return arxiv === null ? [] : [h('span', { class: 'lectern-venue' }, `arXiv ${arxiv}.`)];
  const number = [volume, issue === null ? null : `(${issue})`].filter(Boolean).join(' ');
  const rest = `${number === '' ? '' : ` ${number}`}${pages === null ? '' : `, ${pages.replaceAll('-', '–')}`}.`;
  return [h('span', { class: 'lectern-venue' }, h('cite', {}, name), rest)];
}

/** A title with its italic, bold, raised and lowered parts as elements, and its formulas as text. */
export function titleNodes(title: string): Node[] {
  const rich = pairTags(title.includes('$') ? readRichText(title, 'as text') : title);
  const open: { tag: string; nodes: Node[] }[] = [{ tag: '', nodes: [] }];
  for (const piece of rich.split(/(<\/?(?:i|b|sub|sup)>)/)) {
    const [, slash, tag] = /^<(\/?)(i|b|sub|sup)>$/.exec(piece) ?? [];
    if (tag === undefined) open.at(-1)?.nodes.push(piece);
    else if (slash === '') open.push({ tag, nodes: [] });
    else {
      const done = open.pop();
      open.at(-1)?.nodes.push(h(tag, {}, done?.nodes ?? []));
    }
  }
  return open[0]?.nodes.filter((node) => node !== '') ?? [];
}
