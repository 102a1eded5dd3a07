import { fullName } from '../citations/item.ts';
import { writeBibtex } from '../citations/write-bibtex.ts';
import { writeCoins } from '../citations/write-coins.ts';
import { groupBy } from '../platform/group-by.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { doiUrl } from '../publications/identifiers.ts';
import { readRichText } from '../sources/markup/read-rich-text.ts';
import { pairTags } from '../sources/markup/rich-text.ts';
import { type Element, h, type Node } from './element.ts';
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

/** The papers under their headings. `hasBibtex`: each can be opened as BibTeX. */
export function describeSection({ id, heading, papers }: Section, { hasBibtex }: { hasBibtex: boolean }): Element {
  const items = papers.map((paper) => describePaper(paper, hasBibtex));
  const parts = [h('h2', { class: 'lectern-heading' }, heading), h('ol', { class: 'lectern-papers' }, items)];
  return h('section', { class: 'lectern-section', ...(hasBibtex ? { id } : {}) }, parts);
}

/** Where a paper is read: its DOI, its page, or its PDF; null: unknown. */
export function addressOf({ doi, url, pdfUrl }: Paper): string | null {
  if (doi !== null) return doiUrl(doi);
  return usableUrl(url ?? '')?.href ?? pdfUrl;
}

function describePaper(paper: Paper, hasBibtex: boolean): Element {
  const { key, doi, pdfUrl, notice, kind } = paper;
  const address = addressOf(paper);
  const title = titleNodes(paper.title);
  const links = [
    doi === null ? null : h('a', { class: 'lectern-doi', href: doiUrl(doi), 'data-doi': doi }, 'DOI'),
    pdfUrl === null ? null : h('a', { class: 'lectern-pdf', href: pdfUrl }, 'PDF'),
    hasBibtex
      ? h('details', { class: 'lectern-bibtex' }, h('summary', {}, 'BibTeX'), h('pre', {}, writeBibtex(paper)))
      : null,
    kind === 'article' ? h('span', { class: 'lectern-kind' }, 'Preprint') : null,
    notice === null ? null : h('strong', { class: 'lectern-notice' }, notice),
  ];
  return h(
    'li',
    { class: 'lectern-paper', ...(hasBibtex ? { id: key } : {}) },
    h('div', { class: 'lectern-title', dir: 'auto' }, address === null ? title : h('a', { href: address }, title)),
    h('div', { class: 'lectern-byline' }, authorNodes(paper), venueNodes(paper)),
    links.some((link) => link !== null) ? h('div', { class: 'lectern-links' }, links) : null,
    h('span', { class: 'Z3988', title: writeCoins(paper) }),
  );
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
function titleNodes(title: string): Node[] {
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
