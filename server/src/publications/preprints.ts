import type { SourceRecord } from '../sources/record.ts';

/** DOIs of preprint servers, of working papers, and of repositories in which authors deposit copies. */
const PREPRINT_DOI =
  /^10\.(?:48550|21203|2139|26434|20944|31234|31219|31222|31223|31235|31224|36227|22541|33774|35542|64898|5281|13140)\/|^10\.1101\/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,8}(?:v\d+)?$|^10\.1002\/essoar\.|^10\.5194\/egusphere-|^10\.6084\/m9\.figshare/;
const PREPRINT_VENUE =
  /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|eartharxiv|techrxiv|ssrn|preprints?|research square|authorea|working paper)\b/i;

/** Whether all identifiers of a record are those of a preprint. A record with the article's DOI and an arXiv id is the article. */
export function isPreprintRecord({ identifiers }: SourceRecord): boolean {
  const dois = identifiers.filter(({ kind }) => kind === 'doi');
  if (dois.length > 0) return dois.every(({ value }) => isPreprintDoi(value));
  return identifiers.some(({ kind }) => kind === 'arxiv');
}

/** Whether a DOI is that of a preprint. */
export function isPreprintDoi(doi: string): boolean {
  return PREPRINT_DOI.test(doi);
}

/** Whether a venue from Google Scholar is a preprint server: "arXiv preprint arXiv:1706.03762". */
export function isPreprintVenue(venue: string | null): boolean {
  return venue !== null && PREPRINT_VENUE.test(venue);
}
