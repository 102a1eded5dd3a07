import { type Kind, writeKind } from '../names/kinds.ts';
import { escapeTex, texTitle } from './escape-tex.ts';
import { type CitationItem, type CitedName, IN_BOOKS, type KeyedItem } from './item.ts';
import { readPages } from './page-ranges.ts';

type Names = readonly [container: string | null, publisher: string | null];
/** The fields for the container and the publisher; null: the entry type has none (biblatex manual, 2.1.1). */
const FIELDS: Readonly<Partial<Record<Kind, Names>>> = {
  'article-journal': ['journal', null],
  'paper-conference': ['booktitle', 'publisher'],
  chapter: ['booktitle', 'publisher'],
  book: ['series', 'publisher'],
  thesis: [null, 'school'],
  report: [null, 'institution'],
};
/** Styles of BibTeX print entries of the other types as `misc`. */
const MISC: Names = ['howpublished', 'howpublished'];
/** The kinds whose entry types have these fields. */
const VOLUMES: readonly Kind[] = ['article-journal', 'paper-conference', 'chapter', 'book'];
const NUMBERS: readonly Kind[] = [...VOLUMES, 'report'];
const PAGES: readonly Kind[] = [...NUMBERS, 'thesis'];

/** Writes an item for BibTeX and BibLaTeX, in UTF-8. Ends with a line break. */
export function writeBibtex(item: KeyedItem): string {
  const { kind } = item;
  const [container, publisher] = FIELDS[kind] ?? MISC;
  const ofKinds = (kinds: readonly Kind[], value: string | null) => (kinds.includes(kind) ? escaped(value) : null);
  const place = container === publisher ? [item.container, item.publisher].filter(Boolean).join(', ') : item.container;
  const fields: readonly (readonly [name: string | null, value: string | null])[] = [
    ['author', authorsOf(item)],
    ['title', texTitle(item.title)],
    ['editor', item.editors.map(nameOf).join(' and ')],
    [container, escaped(place)],
    [container === publisher ? null : publisher, escaped(item.publisher)],
    ['year', item.year === null ? null : String(item.year)],
    ['volume', ofKinds(VOLUMES, item.volume)],
    ['number', ofKinds(NUMBERS, item.issue)],
    ['pages', PAGES.includes(kind) && item.pages !== null ? pagesOf(item.pages) : null],
    ['issn', kind === 'article-journal' ? item.issn : null],
    ['isbn', ofKinds(IN_BOOKS, item.isbn)],
    ['doi', verbatim(item.doi)],
    ['eprint', verbatim(item.arxiv)],
    ['archiveprefix', item.arxiv === null ? null : 'arXiv'],
    // what BibLaTeX calls a preprint
    ['pubstate', kind === 'article' ? 'prepublished' : null],
    ['url', verbatim(item.url)],
    ['note', escaped(item.notice)],
  ];
  const lines = fields.flatMap(([name, value]) => (name && value ? [`  ${name} = {${value}}`] : []));
  return `@${writeKind('bibtex', kind)}{${item.key},\n${lines.join(',\n')}\n}\n`;
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
