import type { Kind } from '../names/kinds.ts';
import { isPreprintDoi } from '../names/preprints.ts';
import { cleanText } from '../platform/clean-text.ts';
import { doiUrl } from '../publications/identifiers.ts';
import { readStoredAuthor, type StatedBiblio, type StoredAuthor } from '../publications/stored-authors.ts';
import { readRichText } from '../sources/markup/read-rich-text.ts';
import { plainText } from '../sources/markup/rich-text.ts';
import type { Status } from '../sources/notice.ts';
import type { RecordBiblio } from '../sources/record.ts';
import { type CitationItem, IN_BOOKS, type Reading } from './item.ts';
import { pageText } from './page-ranges.ts';
import { publishedIn } from './published-in.ts';
import { type CitedAuthors, readAuthor, readAuthorText } from './read-names.ts';

/** What is stored about a publication, as far as citations need it. */
export interface CitedPublication {
  readonly id: number;
  readonly title: string;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly citation_count: number;
  readonly pub_url: string | null;
  readonly doi: string | null;
  /** the best identifier of each other kind */
  readonly identifiers: { readonly arxiv?: string; readonly pmid?: string; readonly pmcid?: string } | null;
  /** the best list of authors from a source that lists them one by one */
  readonly authors: readonly StoredAuthor[] | null;
  readonly has_all_authors: boolean | null;
  /** the notice that says what it is; null: there is none */
  readonly notice: { readonly nature: Status; readonly date: string | null; readonly doi: string | null } | null;
  /** where the best enrichment source says that it is published */
  readonly biblio: RecordBiblio | null;
  /** what the file says from which its user imported it */
  readonly stated: StatedBiblio | null;
  /** null if it was not asked for */
  readonly reading: Reading | null;
}

/** Pages of databases, which are not where a publication is published. */
const DATABASE_PAGE =
  /[?&]citation_for_view=|^https?:\/\/(?:scholar\.google\.|(?:www\.)?(?:openalex|dblp|orcid|doi)\.org\/)/i;

/**
 * The kinds that the identifier of a preprint server changes: not a report of a series, nor the data of a paper. Only a
 * file knows that something is a book.
 */
const CAN_BE_PREPRINTS: readonly Kind[] = ['article-journal', 'webpage', 'document'];

/** Makes the item that all formats are written from. */
export function makeItem(publication: CitedPublication): CitationItem {
  const { doi, pub_url: page, identifiers } = publication;
  const { arxiv = null, pmid = null, pmcid = null } = identifiers ?? {};
  const published = publishedIn(publication.venue_text, publication.biblio, publication.stated);
  const isGuessedBook = published.kind === 'book' && publication.stated === null;
  // what a journal published is not a preprint, even if only the preprint's identifier is known
  const isPreprint = published.container === null && (doi === null ? arxiv !== null : isPreprintDoi(doi));
  const { authors, hasMore } = authorsOf(publication);
  const ownPage = page !== null && /^https?:\/\//i.test(page) && !DATABASE_PAGE.test(page) ? page : null;
  return {
    ...published,
    kind: isPreprint && (isGuessedBook || CAN_BE_PREPRINTS.includes(published.kind)) ? 'article' : published.kind,
    pages: published.pages === null ? null : pageText(published.pages),
    title: cleanTitle(publication.title),
    authors,
    hasMoreAuthors: hasMore,
    editors: IN_BOOKS.includes(published.kind) ? namesOf(publication.stated?.editors ?? []) : [],
    year: publication.year,
    doi: cleanText(doi),
    arxiv,
    pmid,
    pmcid,
    url: doi === null ? (ownPage ?? (arxiv === null ? null : `https://arxiv.org/abs/${arxiv}`)) : null,
    citationCount: publication.citation_count,
    notice: noticeOf(publication),
    reading: publication.reading,
  };
}

const STATUS: Readonly<Record<Status, string>> = {
  retraction: 'Retracted',
  withdrawal: 'Withdrawn',
  concern: 'Expression of concern',
};

function noticeOf({ notice }: CitedPublication): string | null {
  if (notice === null) return null;
  const details = [notice.date, notice.doi && doiUrl(notice.doi)].filter(Boolean).join(', ');
  return details === '' ? STATUS[notice.nature] : `${STATUS[notice.nature]}: ${details}`;
}

const namesOf = (authors: readonly StoredAuthor[]) =>
  authors.flatMap((author) => readAuthor(readStoredAuthor(author)) ?? []);

/** The authors that a source lists one by one, or those of the displayed text if that has more. */
function authorsOf({ authors, has_all_authors, author_text }: CitedPublication): CitedAuthors {
  const named = namesOf(authors ?? []);
  if (named.length > 0 && has_all_authors !== false) return { authors: named, hasMore: false };
  const written = readAuthorText(author_text);
  return written.authors.length > named.length ? written : { authors: named, hasMore: named.length > 0 };
}

/**
 * A stored title as rich text of one line. Rows of profiles, imported files and records of older versions have titles
 * with markup and TeX, which are read here.
 */
export function cleanTitle(title: string): string {
  return cleanText(readRichText(cleanText(title) ?? '', 'kept')) ?? '';
}

/** A clean title without markup. */
export function plainTitle(title: string): string {
  return plainText(title);
}
