import { setImmediate } from 'node:timers/promises';
import { FORMATS, type FormatName } from '../citations/formats.ts';
import { fullName } from '../citations/item.ts';
import { plainTitle } from '../citations/make-item.ts';
import type { Entry } from '../feeds/read-feed.ts';
import { writeAtom } from '../feeds/write-feed.ts';
import { addressOf, paperUrl } from './describe-papers.ts';
import type { ListDocument } from './read-document.ts';
import { writeEmbed, writePage } from './write-page.ts';

export type ListFormat = 'html' | 'bib' | 'ris' | 'json' | 'atom' | 'js';

/** The formats of public lists. Files of citations and feeds have the writers of exports and of private feeds. */
export const LIST_FORMATS: Readonly<
  Record<ListFormat, { readonly contentType: string; write(list: ListDocument): string | Promise<string> }>
> = {
  html: { contentType: 'text/html; charset=utf-8', write: writePage },
  bib: citationsIn('bibtex'),
  ris: citationsIn('ris'),
  json: citationsIn('csl-json'),
  atom: { contentType: 'application/atom+xml; charset=utf-8', write: (list) => writeAtom(feedOf(list)) },
  js: { contentType: 'text/javascript; charset=utf-8', write: writeEmbed },
};

function citationsIn(name: FormatName) {
  const { contentType, write } = FORMATS[name];
  return {
    contentType,
    async write({ papers }: ListDocument) {
      let text = '';
      for await (const part of write(inBatches(papers))) text += part;
      return text;
    },
  };
}

const BATCH = 250;
/** Other requests go on between two batches. */
async function* inBatches(papers: ListDocument['papers']): AsyncGenerator<ListDocument['papers']> {
  for (let at = 0; at < papers.length; at += BATCH) {
    yield papers.slice(at, at + BATCH);
    await setImmediate();
  }
}

const MAX_ENTRIES = 100;

/** The papers that came last. */
function feedOf(list: ListDocument) {
  const newest = [...list.papers].sort((a, b) => b.firstSeenAt.getTime() - a.firstSeenAt.getTime());
  const { id, name: title, url, updatedAt } = list;
  return { id, title, url, address: url, updatedAt, entries: newest.slice(0, MAX_ENTRIES).map(entryOf(list)) };
}

const entryOf =
  ({ id, url }: ListDocument) =>
  (paper: ListDocument['papers'][number]): Entry => ({
    id: `${id}:${paper.firstNumber}`,
    title: plainTitle(paper.title) || 'Untitled',
    url: addressOf(paper) ?? paperUrl(url, paper),
    lecternUrl: null,
    authors: paper.authors.map(fullName),
    paragraphs: [[paper.container, paper.year].filter((part) => part !== null).join(', '), paper.notice ?? ''].filter(
      (text) => text !== '',
    ),
    categories: paper.container === null ? [] : [paper.container],
    pdfUrl: paper.pdfUrl,
    seenAt: paper.firstSeenAt,
    updatedAt: paper.firstSeenAt,
  });
