import { escapeTex, texTitle } from './escape-tex.ts';
import type { CitationItem, CitedName, KeyedItem, Kind } from './item.ts';
import { readPages } from './page-ranges.ts';

interface Entry {
  readonly type: string;
  /** the fields for the container and the publisher; null: the entry type has none (biblatex manual, 2.1.1) */
  readonly container: string | null;
  readonly publisher: string | null;
}
const MISC: Entry = { type: 'misc', container: 'howpublished', publisher: 'howpublished' };
const ENTRIES: Readonly<Record<Kind, Entry>> = {
  'article-journal': { type: 'article', container: 'journal', publisher: null },
  'paper-conference': { type: 'inproceedings', container: 'booktitle', publisher: 'publisher' },
  chapter: { type: 'incollection', container: 'booktitle', publisher: 'publisher' },
  book: { type: 'book', container: 'series', publisher: 'publisher' },
  thesis: { type: 'phdthesis', container: null, publisher: 'school' },
  report: { type: 'techreport', container: null, publisher: 'institution' },
  patent: MISC,
  dataset: MISC,
  software: MISC,
  article: MISC,
  document: MISC,
};
/** The kinds whose entry types have these fields. */
const VOLUMES: readonly Kind[] = ['article-journal', 'paper-conference', 'chapter', 'book'];
const NUMBERS: readonly Kind[] = [...VOLUMES, 'report'];
const PAGES: readonly Kind[] = [...NUMBERS, 'thesis'];

/** Writes an item for BibTeX and BibLaTeX, in UTF-8. Ends with a line break. */
export function writeBibtex(item: KeyedItem): string {
  const { kind } = item;
  const { type, container, publisher } = ENTRIES[kind];
  const ofKinds = (kinds: readonly Kind[], value: string | null) => (kinds.includes(kind) ? escaped(value) : null);
  const place = container === publisher ? [item.container, item.publisher].filter(Boolean).join(', ') : item.container;
  const fields: readonly (readonly [name: string | null, value: string | null])[] = [
    ['author', authorsOf(item)],
    ['title', texTitle(item.title)],
    [container, escaped(place)],
    [container === publisher ? null : publisher, escaped(item.publisher)],
    ['year', item.year === null ? null : String(item.year)],
    ['volume', ofKinds(VOLUMES, item.volume)],
    ['number', ofKinds(NUMBERS, item.issue)],
    ['pages', PAGES.includes(kind) && item.pages !== null ? pagesOf(item.pages) : null],
    ['issn', kind === 'article-journal' ? item.issn : null],
    ['doi', verbatim(item.doi)],
    ['eprint', verbatim(item.arxiv)],
    ['archiveprefix', item.arxiv === null ? null : 'arXiv'],
    ['url', verbatim(item.url)],
    ['note', escaped(item.notice)],
  ];
  const lines = fields.flatMap(([name, value]) => (name && value ? [`  ${name} = {${value}}`] : []));
  return `@${type}{${item.key},\n${lines.join(',\n')}\n}\n`;
}

function pagesOf(pages: string): string {
  return readPages(pages)
    .ranges.map((range) => range.flatMap((end) => (end === null ? [] : escapeTex(end))).join('--'))
    .join(', ');
}

function authorsOf({ authors, hasMoreAuthors }: CitationItem): string {
  return [...authors.map(nameOf), ...(hasMoreAuthors ? ['others'] : [])].join(' and ');
}

/**
 * "von Last, Jr, First". Braces keep together what BibTeX would split: organizations, and family names with a word in
 * lower case.
 */
function nameOf(name: CitedName): string {
  if ('literal' in name) return `{${escapeTex(name.literal)}}`;
  const family = /^\p{Ll}.*\s|\s\p{Ll}.*\s/u.test(name.family) ? `{${escapeTex(name.family)}}` : namePart(name.family);
  const last = name.particle === null ? family : `${namePart(name.particle)} ${family}`;
  if (name.given === null && name.suffix === null) return `{${last}}`;
  return [last, name.suffix, name.given]
    .flatMap((part, at) => (part === null ? [] : at === 0 ? part : namePart(part)))
    .join(', ');
}

/** A comma or the word "and" would end the name. */
function namePart(text: string): string {
  return /,|\band\b/i.test(text) ? `{${escapeTex(text)}}` : escapeTex(text);
}

const escaped = (text: string | null) => (text === null ? null : escapeTex(text));

/**
 * BibLaTeX and most packages that print these fields take them as they are. Only characters that end a field, or begin
 * a formula or a command, are percent-encoded: TeX reads "^^5c" as a backslash, in some styles even here.
 */
function verbatim(text: string | null): string | null {
  return text?.replace(/[{}$\\\s]|\^(?=\^)/g, encodeURIComponent) ?? null;
}
