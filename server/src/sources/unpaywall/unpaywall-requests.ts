import type { SourceRequest } from '../record.ts';
import { addressOf, encodeDoi } from '../write-request.ts';

export interface UnpaywallAccess {
  /** ends in `/v2` */
  readonly baseUrl: string;
  /** Unpaywall requires a real address: https://unpaywall.org/products/api */
  readonly email: string;
}

/** Requests the record of a DOI. Unpaywall has no batch requests. */
export function unpaywallByDoi({ baseUrl, email }: UnpaywallAccess, doi: string): SourceRequest {
  return {
    url: addressOf(baseUrl, `/${encodeDoi(doi)}`, { email: email.trim() }),
    accept: 'application/json',
    headers: {},
    cost: 1,
  };
}
