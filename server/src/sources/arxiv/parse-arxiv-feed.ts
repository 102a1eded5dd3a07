import { XMLParser } from 'fast-xml-parser';
import { collectRecords } from '../collect-records.ts';
import { readArxivId, readDoi } from '../identifier-values.ts';
import { type Fields, fieldsOf, isFields, lacksField, listOf, textOf, yearOf } from '../json-fields.ts';
import { readDay } from '../notice.ts';
import type { ParseRecords, RecordAuthor, RecordMetadata, SourceRecord } from '../record.ts';
import { readAuthorName, readAuthors } from '../record-authors.ts';
import { readIdentifiers } from '../record-identifiers.ts';
import { collectPdfs, readAddress } from '../record-links.ts';
import { readAbstract, readTitle } from '../record-text.ts';

/** Elements that may occur more than once. */
const REPEATED = new Set(['entry', 'author', 'link']);
// The parser limits the expansion of entities, so a hostile feed cannot grow without end.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && REPEATED.has(name),
});

/** What each entry has. https://info.arxiv.org/help/api/user-manual.html */
const ALWAYS = 'id title summary published updated author link author.name link.@href'
  .split(' ')
  .map((path) => `entry.${path}`);

/**
 * Reads an Atom feed. Skips entries that report an error about a malformed id. Returns null if the feed lacks the
 * entries that it counts, or their fields.
 */
export const parseArxivFeed: ParseRecords = (body) => {
  const feed = readFeed(body);
  if (feed === null || lacksEntries(feed) || lacksField(feed, ALWAYS)) return null;
  const papers = listOf(feed.entry).filter((entry) => !isError(entry));
  return collectRecords(papers, readPaper);
};

/** Returns null if the text is not a complete feed. */
function readFeed(body: string): Fields | null {
  if (!/<\/(?:\w+:)?feed>\s*$/.test(body.slice(-1000))) return null;
  try {
    const { feed } = fieldsOf(parser.parse(body));
    return isFields(feed) ? feed : null;
  } catch {
    return null;
  }
}

/**
 * Whether there is no entry, although the feed counts some from where it starts. A request for no entries gets none.
 */
function lacksEntries({ entry, totalResults, startIndex, itemsPerPage }: Fields): boolean {
  const [total, start, size] = [totalResults, startIndex, itemsPerPage].map((count) =>
    Number(countText(count) ?? 'NaN'),
  );
  return listOf(entry).length === 0 && size !== 0 && Number(total) > (start || 0);
}

/** Counts may have attributes. */
function countText(count: unknown): string | null {
  return textOf(isFields(count) ? count['#text'] : count);
}

function isError(entry: unknown): boolean {
  return textOf(fieldsOf(entry).id)?.includes('/api/errors') ?? false;
}

function readPaper(entry: Fields): SourceRecord | null {
  const id = readArxivId(textOf(entry.id) ?? '');
  if (id === null) return null;
  const { authors, hasMore } = readAuthors(entry.author, readAuthor);
  const links = listOf(entry.link).map(fieldsOf);
  const pdf = readAddress(links.find((link) => link['@title'] === 'pdf')?.['@href']);
  const articleDoi = readJournalDoi(entry.doi);
  return {
    title: readTitle(entry.title),
    year: yearOf(textOf(entry.published)?.slice(0, 4)),
    authors,
    identifiers: readIdentifiers([
      ['arxiv', id],
      ['doi', articleDoi],
    ]),
    pdfs: collectPdfs([pdf === null ? null : { url: pdf, version: 'submitted', license: null, host: 'repository' }]),
    // arXiv's page about a paper links to no other PDF.
    landingPages: [],
    evidenceUrl: `https://arxiv.org/abs/${id}`,
    metadata: {
      recordId: id,
      abstract: readAbstract(entry.summary),
      hasAllAuthors: !hasMore,
      referencedWorks: null,
      isRetracted: null,
      relations:
        articleDoi === null ? null : [{ type: 'is-preprint-of', idType: 'doi', id: articleDoi, assertedBy: 'subject' }],
      citationCount: null,
      ...readVersion(entry),
    },
  };
}

/** The id of an entry ends with the number of its latest version, which has the date `updated`. */
function readVersion({ id, updated }: Fields): Pick<RecordMetadata, 'publishedOn' | 'versionNumber'> {
  const [, number] = /v(\d{1,3})$/.exec(textOf(id) ?? '') ?? [];
  const day = readDay((textOf(updated) ?? '').slice(0, 10));
  return {
    ...(day === null ? {} : { publishedOn: day }),
    ...(number === undefined ? {} : { versionNumber: Number(number) }),
  };
}

function readAuthor(author: unknown): RecordAuthor[] {
  const name = readAuthorName(fieldsOf(author).name);
  return name === null ? [] : [{ name, family: null }];
}

/** Authors enter this field themselves. If it has several DOIs, the paper's own DOI is unknown. */
function readJournalDoi(field: unknown): string | null {
  const parts = (textOf(field) ?? '').split(/\s+|[,;](?=10\.\d{4,9}\/)/);
  const dois = new Set(parts.flatMap((part) => readDoi(part) ?? []));
  const [only] = dois;
  return dois.size === 1 && only !== undefined ? only : null;
}
