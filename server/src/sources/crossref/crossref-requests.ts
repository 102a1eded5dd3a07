import type { SourceRequest } from '../record.ts';
import { addressOf, encodeDoi, plainWords, readKey } from '../write-request.ts';

export interface CrossrefAccess {
  readonly baseUrl: string;
  readonly mailto: string | null;
  /** of a Metadata Plus subscription */
  readonly token: string | null;
}

// One that Crossref does not know makes it refuse the request.
const FIELDS =
  'DOI,type,title,author,issued,published,resource,abstract,relation,update-to,updated-by,is-referenced-by-count';

/** What Crossref knows of a DOI. */
export function crossrefByDoi(access: CrossrefAccess, doi: string): SourceRequest {
  return request(access, `/works/${encodeDoi(doi)}`, {});
}

/**
 * A search for a title. The first author's name goes into the same words: Crossref's matching of references is made for that, while a field of
 * its own would be a condition.
 */
export function crossrefByTitle(
  access: CrossrefAccess,
  { title, firstAuthor }: { title: string; firstAuthor: string | null },
): SourceRequest {
  const words = plainWords(`${plainWords(title)} ${firstAuthor ?? ''}`);
  return request(access, '/works', { 'query.bibliographic': words, rows: '5', select: FIELDS });
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
