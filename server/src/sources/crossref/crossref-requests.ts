import type { SourceRequest } from '../record.ts';
import { addressOf, plainWords, readKey } from '../write-request.ts';

export interface CrossrefAccess {
  readonly baseUrl: string;
  readonly mailto: string | null;
  /** of a Metadata Plus subscription */
  readonly token: string | null;
}

// One that Crossref does not know makes it refuse the request.
const FIELDS = 'DOI,type,title,author,issued,published,resource';

/**
 * A search for a title. The first author's name goes into the same words: Crossref's matching of references is made for that, while a field of
 * its own would be a condition.
 */
export function crossrefByTitle(
  { baseUrl, mailto, token }: CrossrefAccess,
  { title, firstAuthor }: { title: string; firstAuthor: string | null },
): SourceRequest {
  const words = plainWords(`${plainWords(title)} ${firstAuthor ?? ''}`);
  const key = readKey(token);
  return {
    url: addressOf(baseUrl, '/works', {
      'query.bibliographic': words,
      rows: '5',
      select: FIELDS,
      mailto: readKey(mailto),
    }),
    accept: 'application/json',
    // https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
    headers: key === null ? {} : { 'crossref-plus-api-token': `Bearer ${key}` },
    cost: 0,
  };
}
