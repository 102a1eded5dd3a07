import type { SourceRequest } from '../record.ts';
import { addressOf, encodeDoi, plainWords, readKey } from '../write-request.ts';

export interface CrossrefAccess {
  readonly baseUrl: string;
  readonly mailto: string | null;
  /** the token of a Metadata Plus subscription */
  readonly token: string | null;
}

// Crossref refuses a request that names an unknown field.
const FIELDS =
  'DOI,type,title,author,issued,published,resource,abstract,relation,update-to,updated-by,is-referenced-by-count,' +
  'container-title,publisher,volume,issue,page,article-number,ISSN';

/** Requests the record of a DOI. */
export function crossrefByDoi(access: CrossrefAccess, doi: string): SourceRequest {
  return request(access, `/works/${encodeDoi(doi)}`, {});
}

/**
 * Searches for a title. The first author's name is part of the same query, because Crossref matches references that
 * way. A separate author field would exclude records without that author.
 */
export function crossrefByTitle(
  access: CrossrefAccess,
  { title, firstAuthor }: { title: string; firstAuthor: string | null },
): SourceRequest {
  const words = plainWords(`${plainWords(title)} ${firstAuthor ?? ''}`);
  return request(access, '/works', { 'query.bibliographic': words, rows: '5', select: FIELDS });
}

/** Requests the book with an ISBN, and what of it is registered: chapters, and the book of other publishers. */
export function crossrefByIsbn(access: CrossrefAccess, isbn: string): SourceRequest {
  return request(access, '/works', { filter: `isbn:${isbn}`, rows: '20', select: FIELDS });
}

function request(
  { baseUrl, mailto, token }: CrossrefAccess,
  path: string,
  parameters: Readonly<Record<string, string>>,
): SourceRequest {
  const key = readKey(token);
  return {
    url: addressOf(baseUrl, path, { ...parameters, mailto: readKey(mailto) }),
    accept: 'application/json',
    // https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
    headers: key === null ? {} : { 'crossref-plus-api-token': `Bearer ${key}` },
    cost: 0,
  };
}
