import type { SourceRequest } from '../record.ts';
import { addressOf, encodeDoi } from '../write-request.ts';

export interface BiorxivAccess {
  readonly baseUrl: string;
}

/** A DOI of medRxiv ends with eight digits, one of bioRxiv with six. */
const BIORXIV_DOI = /^10\.(?:1101|64898)\/(?:\d{4}\.\d{2}\.\d{2}\.)?(?:\d{6}|\d{8})$/;
const MEDRXIV_DOI = /\d{8}$/;

/** Whether a DOI is that of a preprint at bioRxiv or medRxiv. */
export function isBiorxivDoi(doi: string): boolean {
  return BIORXIV_DOI.test(doi);
}

/**
 * Requests all versions of a preprint, which name its article. Their list of articles (`/pubs`) does not find the
 * preprints since December 2025, whose DOIs begin with 10.64898. https://api.biorxiv.org
 */
export function biorxivByDoi({ baseUrl }: BiorxivAccess, doi: string): SourceRequest {
  const server = MEDRXIV_DOI.test(doi) ? 'medrxiv' : 'biorxiv';
  const path = `/details/${server}/${encodeDoi(doi)}/na/json`;
  return { url: addressOf(baseUrl, path), accept: 'application/json', headers: {}, cost: 0 };
}
