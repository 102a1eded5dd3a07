import { hash } from 'node:crypto';
import { type Kind, writeKind } from '../names/kinds.ts';
import { INCOMPLETE_AUTHORS } from '../portability/citation-files/cited-item.ts';
import { type Fields, fieldsOf, listOf } from '../sources/json-fields.ts';
import type { CitationItem, CitedName } from './item.ts';

/** Where a type of Zotero's has what a citation says. What has no place there is left out. */
interface ZoteroType {
  readonly creator?: string;
  readonly date?: string;
  readonly fields: Partial<
    Record<string, 'container' | 'publisher' | 'volume' | 'issue' | 'pages' | 'issn' | 'isbn' | 'doi' | 'arxivId'>
  >;
}

const IN_BOOK = { publisher: 'publisher', volume: 'volume', pages: 'pages', ISBN: 'isbn' } as const;

/** https://api.zotero.org/schema */
const TYPES: Readonly<Record<Kind, ZoteroType>> = {
  'article-journal': {
    fields: {
      ...{ publicationTitle: 'container', volume: 'volume', issue: 'issue', pages: 'pages' },
      ...{ ISSN: 'issn', DOI: 'doi' },
    },
  },
  'paper-conference': { fields: { proceedingsTitle: 'container', ...IN_BOOK, DOI: 'doi' } },
  chapter: { fields: { bookTitle: 'container', ...IN_BOOK } },
  book: { fields: { series: 'container', publisher: 'publisher', volume: 'volume', ISBN: 'isbn' } },
  thesis: { fields: { university: 'publisher' } },
  report: { fields: { seriesTitle: 'container', institution: 'publisher', reportNumber: 'issue', pages: 'pages' } },
  patent: { creator: 'inventor', date: 'issueDate', fields: { patentNumber: 'issue', pages: 'pages' } },
  dataset: { fields: { repository: 'publisher', DOI: 'doi' } },
  software: { creator: 'programmer', fields: { company: 'publisher' } },
  webpage: { fields: { websiteTitle: 'container' } },
  article: { fields: { repository: 'publisher', archiveID: 'arxivId', DOI: 'doi' } },
  document: { fields: { publisher: 'publisher' } },
};

/** An item as Zotero's API writes it, without key, version and collections. */
export function writeZotero(item: CitationItem): Fields {
  const { creator = 'author', date = 'date', fields } = TYPES[item.kind];
  const arxivId = item.arxiv === null ? null : `arXiv:${item.arxiv}`;
  const values = { ...item, arxivId };
  const placed = Object.entries(fields).map(([field, name]) => [field, (name && values[name]) ?? '']);
  const hasDoi = 'DOI' in fields;
  return {
    itemType: writeKind('zotero', item.kind),
    title: item.title,
    creators: [
      ...item.authors.map((name) => creatorOf(name, creator)),
      ...item.editors.map((name) => creatorOf(name, 'editor')),
    ],
    abstractNote: item.reading?.abstract ?? '',
    [date]: item.year === null ? '' : String(item.year),
    ...Object.fromEntries(placed),
    url: item.url ?? '',
    extra: extraOf(item, hasDoi, 'archiveID' in fields),
    tags: (item.reading?.tags ?? []).map((tag) => ({ tag })),
  };
}

/** Zotero reads identifiers that a type has no field for from lines of this field, and so does the import. */
function extraOf(item: CitationItem, hasDoi: boolean, hasArxiv: boolean): string {
  const lines = [
    hasDoi || item.doi === null ? null : `DOI: ${item.doi}`,
    hasArxiv || item.arxiv === null ? null : `arXiv: ${item.arxiv}`,
    item.pmid && `PMID: ${item.pmid}`,
    item.pmcid && `PMCID: ${item.pmcid}`,
    item.notice,
    item.hasMoreAuthors ? INCOMPLETE_AUTHORS : null,
  ];
  return lines.filter(Boolean).join('\n');
}

function creatorOf(name: CitedName, creatorType: string): Fields {
  if ('literal' in name) return { creatorType, name: name.literal };
  const { family, given, particle, suffix } = name;
  const firstName = [given ?? '', suffix].filter((part) => part !== null).join(', ');
  return { creatorType, firstName, lastName: particle === null ? family : `${particle} ${family}` };
}

const FIELDS = [
  ...['itemType', 'title', 'abstractNote', 'date', 'issueDate', 'url', 'extra'],
  ...new Set(Object.values(TYPES).flatMap(({ fields }) => Object.keys(fields))),
];

/** A digest of what Lectern writes of an item, the same whether Zotero leaves out what is empty, and in any order. */
export function digestZotero(item: Fields): Buffer {
  const creators = listOf(item.creators).map((one) => {
    const { creatorType, firstName = '', lastName = '', name = '' } = fieldsOf(one);
    return [creatorType, firstName, lastName, name];
  });
  const tags = listOf(item.tags).map((one) => String(fieldsOf(one).tag));
  const values = [
    FIELDS.map((field) => item[field] ?? ''),
    creators,
    tags.sort(),
    [...listOf(item.collections)].sort(),
  ];
  return hash('sha256', JSON.stringify(values), 'buffer');
}
