import type { SourceRequest } from '../record.ts';
import { addressOf, plainWords } from '../write-request.ts';

export interface EuropePmcAccess {
  readonly baseUrl: string;
}

export interface EuropePmcId {
  readonly kind: 'doi' | 'pmid' | 'pmcid';
  /** in the form of `identifier-values.ts` */
  readonly value: string;
}

// https://europepmc.org/searchsyntax
export function europepmcById(access: EuropePmcAccess, { kind, value }: EuropePmcId): SourceRequest {
  if (kind === 'pmid') return request(access, `EXT_ID:${value} AND SRC:MED`);
  if (kind === 'pmcid') return request(access, `PMCID:${value}`);
  return request(access, `DOI:"${value.replaceAll(/["\\]/g, '\\$&')}"`);
}

/** Searches for a title as a phrase. */
export function europepmcByTitle(access: EuropePmcAccess, { title }: { title: string }): SourceRequest {
  return request(access, `TITLE:"${plainWords(title)}"`);
}

function request({ baseUrl }: EuropePmcAccess, query: string): SourceRequest {
  return {
    url: addressOf(baseUrl, '/search', { query, format: 'json', resultType: 'core', pageSize: '5' }),
    accept: 'application/json',
    headers: {},
    cost: 0,
  };
}
