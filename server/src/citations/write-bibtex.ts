import { escapeTex, texTitle } from './escape-tex.ts';
import type { CitationItem, CitedName, KeyedItem, Kind } from './item.ts';

/** The entry types, and the fields for the container and the publisher. */
const ENTRIES: Readonly<Record<Kind, { type: string; container: string; publisher: string }>> = {
  'article-journal': { type: 'article', container: 'journal', publisher: 'publisher' },
  'paper-conference': { type: 'inproceedings', container: 'booktitle', publisher: 'publisher' },
  chapter: { type: 'incollection', container: 'booktitle', publisher: 'publisher' },
  book: { type: 'book', container: 'series', publisher: 'publisher' },
  thesis: { type: 'phdthesis', container: 'series', publisher: 'school' },
  report: { type: 'techreport', container: 'series', publisher: 'institution' },
  patent: { type: 'misc', container: 'howpublished', publisher: 'publisher' },
  dataset: { type: 'misc', container: 'howpublished', publisher: 'publisher' },
  software: { type: 'misc', container: 'howpublished', publisher: 'publisher' },
  article: { type: 'misc', container: 'howpublished', publisher: 'publisher' },
  document: { type: 'misc', container: 'howpublished', publisher: 'publisher' },
};

/** Writes an item for BibTeX and BibLaTeX, in UTF-8. Ends with a line break. */
export function writeBibtex(item: KeyedItem): string {
  const { type, container, publisher } = ENTRIES[item.kind];
  const fields: readonly (readonly [name: string, value: string | null])[] = [
    ['author', authorsOf(item)],
    ['title', texTitle(item.title)],
    [container, escaped(item.container)],
    [publisher, escaped(item.publisher)],
    ['year', item.year === null ? null : String(item.year)],
    ['volume', escaped(item.volume)],
    ['number', escaped(item.issue)],
    ['pages', escaped(item.pages)?.replace('-', '--') ?? null],
    ['issn', item.issn],
    ['doi', verbatim(item.doi)],
    ['eprint', verbatim(item.arxiv)],
    ['archiveprefix', item.arxiv === null ? null : 'arXiv'],
    ['url', verbatim(item.url)],
  ];
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}}`] : []));
  return `@${type}{${item.key},\n${lines.join(',\n')}\n}\n`;
}

function authorsOf({ authors, hasMoreAuthors }: CitationItem): string {
  return [...authors.map(nameOf), ...(hasMoreAuthors ? ['others'] : [])].join(' and ');
}

/** "von Last, Jr, First". Braces keep together what BibTeX would split: organizations, and family names with a word in lower case. */
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

/** BibLaTeX and the packages that print these fields take them as they are. Only characters that end a field or begin a formula are percent-encoded. */
function verbatim(text: string | null): string | null {
  return text?.replace(/[{}$\\\s]/g, encodeURIComponent) ?? null;
}
