import { collectRecords, dropIfEmpty, MAX_CITATIONS, MAX_REFERENCES } from '../collect-records.ts';
import { readDoi, readOpenAlexId, readPmid } from '../identifier-values.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  lacksField,
  listOf,
  parseJson,
  textOf,
  yearOf,
} from '../json-fields.ts';
import type { ParseRecords, PdfLocation, RecordAuthor, RecordBiblio, RecordMetadata, SourceRecord } from '../record.ts';
import { readAuthorName, readAuthors } from '../record-authors.ts';
import { readAuthorIds, readIdentifiers, readIdentifiersOfCopies } from '../record-identifiers.ts';
import { collectPages, collectPdfs, readAddress, readVersion } from '../record-links.ts';
import { readAbstract, readBiblio, readText, readTitle } from '../record-text.ts';

/** Longer abstracts are errors. */
const MAX_WORDS = 10_000;
/** A list of works has only the first hundred authors of each: https://developers.openalex.org/api-reference/works */
const LISTED_AUTHORS = 100;

/** What each work has, although it may be null. https://developers.openalex.org/api-reference/works */
const ALWAYS = [
  ...['id', 'doi', 'ids', 'ids.openalex', 'title|display_name', 'publication_year', 'type', 'cited_by_count'],
  ...['authorships', 'authorships.author', 'authorships.author.display_name', 'authorships.author.id'],
  ...['primary_location', 'primary_location.source', 'primary_location.source.display_name'],
];
const ALWAYS_IN_LOOKUPS = [
  ...[
    'open_access',
    'best_oa_location',
    'locations',
    'abstract_inverted_index',
    'referenced_works',
    'is_retracted',
    'biblio',
  ],
  ...[
    'locations.landing_page_url',
    'locations.pdf_url',
    'locations.source',
    'locations.version',
    'primary_location.source.type',
  ],
];

/** Whether all works of a list lack a field that each work of an author's list has. */
export function lacksWorkField(works: readonly unknown[]): boolean {
  return lacksField(works, ALWAYS);
}

/**
 * Reads a list of works, or a single work. Returns null if there is no work although some are counted, or if all works
 * lack a field.
 */
export const parseOpenAlexWorks: ParseRecords = (body) => {
  const response = parseJson(body);
  if (!isFields(response)) return null;
  if (Array.isArray(response.results)) {
    const { results, meta } = response;
    if (results.length === 0 && Number(fieldsOf(meta).count ?? 0) > 0) return null;
    if (lacksWorkField(results) || lacksField(results, ALWAYS_IN_LOOKUPS)) return null;
    return collectRecords(results, readListedWork);
  }
  return collectRecords([response], readWork);
};

/**
 * Reads a work of a list, which may have more authors than it names. Returns null for authors, journals and anything
 * else that is not a work.
 */
export function readListedWork(work: Fields): SourceRecord | null {
  return readWork(work, listOf(work.authorships).length >= LISTED_AUTHORS);
}

function readWork(work: Fields, isCut = false): SourceRecord | null {
  const ids = fieldsOf(work.ids);
  const id = textOf(work.id) ?? textOf(ids.openalex);
  if (id !== null && readOpenAlexId(id) === null) return null;
  const places = readPlaces(work);
  const named = readIdentifiers([
    ['openalex', id],
    ['doi', withoutResolver(work.doi)],
    ['doi', withoutResolver(ids.doi)],
    ['pmid', ids.pmid],
    ['pmcid', ids.pmcid],
  ]);
  const addresses = places.flatMap(({ landing, pdf }) => [landing, pdf].flatMap((address) => address ?? []));
  const identifiers = [...named, ...readIdentifiersOfCopies(addresses, ['arxiv', 'pmcid', 'pmid'], named)];
  const { authors, hasMore } = readAuthors(work.authorships, readAuthor);
  const openalex = identifiers.find(({ kind }) => kind === 'openalex');
  return dropIfEmpty({
    title: readTitle(work.title) ?? readTitle(work.display_name),
    year: yearOf(work.publication_year),
    authors,
    identifiers,
    ...readLinks(places, fieldsOf(work.open_access)),
    evidenceUrl: openalex === undefined ? null : `https://openalex.org/${openalex.value}`,
    metadata: readMetadata(work, openalex?.value ?? null, !(hasMore || isCut || work.is_authors_truncated === true)),
  });
}

function readMetadata(work: Fields, recordId: string | null, hasAllAuthors: boolean): RecordMetadata {
  const year = yearOf(work.publication_year);
  return {
    recordId,
    hasAllAuthors,
    abstract: readAbstract(joinInvertedIndex(work.abstract_inverted_index)),
    referencedWorks: Array.isArray(work.referenced_works)
      ? work.referenced_works
          .slice(0, MAX_REFERENCES)
          .flatMap((id) => (typeof id === 'string' ? (readOpenAlexId(id) ?? []) : []))
      : null,
    isRetracted: typeof work.is_retracted === 'boolean' ? work.is_retracted : null,
    relations: null,
    citationCount: countOf(work.cited_by_count, MAX_CITATIONS),
    biblio: readPublished(work),
    ...(year === null ? {} : { publishedOn: String(year) }),
  };
}

/** Where the work is published. A repository keeps copies and publishes only preprints, so it is not named. */
function readPublished(work: Fields): RecordBiblio {
  const { volume, issue, first_page: first, last_page: last } = fieldsOf(work.biblio);
  const source = fieldsOf(fieldsOf(work.primary_location).source);
  const isPublisher = source.type !== 'repository';
  return readBiblio({
    // "article" is what a journal, a conference or a repository has
    type: work.type === 'article' && source.type === 'conference' ? 'proceedings-article' : work.type,
    container: isPublisher ? source.display_name : null,
    publisher: isPublisher ? source.host_organization_name : null,
    volume,
    issue,
    pages: textOf(first) === null || textOf(last) === null || first === last ? first : `${first}-${last}`,
    issn: isPublisher ? [source.issn_l, ...listOf(source.issn)] : null,
  });
}

/** Rebuilds a text from its words and their positions: `{"A": [0, 2], "b": [1]}` is "A b A". */
function joinInvertedIndex(index: unknown): string {
  const words: string[] = [];
  for (const [word, positions] of Object.entries(fieldsOf(index))) {
    for (const position of listOf(positions))
      if (typeof position === 'number' && Number.isInteger(position) && position >= 0 && position < MAX_WORDS)
        words[position] = word;
  }
  return words.filter((word) => word !== undefined).join(' ');
}

/** OpenAlex appends a DOI to the resolver's address without encoding it, so a "?" or "#" belongs to the DOI. */
function withoutResolver(doi: unknown): string | null {
  const bare = textOf(doi)?.replace(/^https?:\/\/doi\.org\//i, '') ?? null;
  return bare === null ? null : readDoi(bare);
}

function readAuthor(authorship: unknown): RecordAuthor[] {
  const { author, raw_author_name: raw } = fieldsOf(authorship);
  const { id, orcid, display_name: shown } = fieldsOf(author);
  const name = readAuthorName(shown) ?? readAuthorName(raw);
  return name === null ? [] : [{ name, family: null, ...readAuthorIds({ orcid, openalexId: id }) }];
}

interface Place extends Omit<PdfLocation, 'url'> {
  readonly isOpen: boolean;
  readonly landing: string | null;
  readonly pdf: string | null;
}

/** The best copy, then the other free copies, then the others. */
function readPlaces(work: Fields): Place[] {
  const best = isFields(work.best_oa_location) ? [readPlace(work.best_oa_location, true)] : [];
  const others = [...listOf(work.locations), work.primary_location]
    .filter(isFields)
    .filter((place) => fieldsOf(place.source).type !== 'metadata')
    .map((place) => readPlace(place, place.is_oa === true));
  return [...best, ...others.filter(({ isOpen }) => isOpen), ...others.filter(({ isOpen }) => !isOpen)];
}

function readPlace(place: Fields, isOpen: boolean): Place {
  const { type } = fieldsOf(place.source);
  return {
    isOpen,
    landing: readAddress(place.landing_page_url),
    pdf: isOpen ? readAddress(place.pdf_url) : null,
    version: readVersion(place.version),
    license: readText(place.license, 100),
    host: type === 'repository' ? 'repository' : textOf(type) === null ? null : 'publisher',
  };
}

function readLinks(places: readonly Place[], access: Fields): Pick<SourceRecord, 'pdfs' | 'landingPages'> {
  const pdfs = places.map(({ pdf, version, license, host }) => pdf && { url: pdf, version, license, host });
  // PubMed has no full texts, so its pages are left out.
  const pages = places.map(({ landing }) => (landing !== null && readPmid(landing) === null ? landing : null));
  const free = readAddress(access.oa_url);
  const isNew = free !== null && !places.some(({ pdf, landing }) => pdf === free || landing === free);
  const unplaced = isNew ? { url: free, version: null, license: null, host: null } : null;
  return { pdfs: collectPdfs([...pdfs.map((pdf) => pdf || null), unplaced]), landingPages: collectPages(pages) };
}
