import type { SourceRequest } from '../record.ts';
import { addressOf, encodeDoi } from '../write-request.ts';

export interface UnpaywallAccess {
  /** ends in `/v2` */
  readonly baseUrl: string;
  /** a real one, which Unpaywall asks for: https://unpaywall.org/products/api */
  readonly email: string;
}

/** What Unpaywall knows of a DOI; it has no batches. */
export function unpaywallByDoi({ baseUrl, email }: UnpaywallAccess, doi: string): SourceRequest {
  return {
    url: addressOf(baseUrl, `/${encodeDoi(doi)}`, { email: email.trim() }),
    accept: 'application/json',
    headers: {},
    cost: 1,
  };
}
