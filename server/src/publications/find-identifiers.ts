import { parseUrl } from '../platform/parse-url.ts';
import { readArxivId, readDoi, readOpenAlexId, readPmcid, readPmid } from '../sources/identifier-values.ts';
import type { RecordIdentifier } from '../sources/record.ts';
import type { Identifier } from './identifiers.ts';

/** The confidence of an identifier that the source itself prints with the publication. */
export const TEXT_CONFIDENCE = 0.9;

/** A longer address is ignored, because it is not the address of one publication. */
const MAX_ADDRESS_LENGTH = 2000;
const ADDRESS = /\bhttps?:\/\/[^\s"]+/gi;
/** Every address with an identifier matches this. Other addresses skip the slower patterns. */
const ADDRESS_HINT = /\b10(?:\.|%2e)|arxiv|ncbi\.|pubmed|pmc|openalex|%3a|%2f/i;
/** Every text with an identifier matches this. Other texts skip the slower patterns. */
const TEXT_HINT = /10(?:\.|%2e)|arxiv|ncbi\.|pubmed|pmc|pmid|openalex|%3a|%2f/i;
// https://www.crossref.org/blog/dois-and-matching-regular-expressions/ ; old DOIs contain <, > and brackets
const DOI = /\b10\.\d{4,9}\/[^\s"]+/gi;
const ARXIV = /\barxiv:\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?![\d…]|\.\.)/gi;
const PMID = /\bpmid:?\s?(\d{1,8})(?![\d…]|\.\.)/gi;
const PMCID = /\bpmcid:?\s?(pmc\d{1,9})(?![\d…]|\.\.)/gi;

/** Parameters that identify the publication itself: `?doi=10.…`, and PLOS's `?id=10.…` */
const PARAMETERS = /^(?:doi|doid|id|article_?doi|rft[._](?:id|doi))$/i;
const DOI_IN_PATH = /(?:^|\/|doi[:=])(10\.\d{4,9}\/.+)$/i;
/** What publishers append to a DOI in their addresses. */
const ENDING =
  /(?:\.pdf\+html|\.(?:full|abstract|article-info|long|short|pdf|epdf|epub|html?|xml|full-text)|\/(?:_?pdf|e?pdf|epub|full|fulltext|full-text|abstract|abs|html?|xml|meta|summary|references|citations?|citedby|cited-by|metrics|download|bibtex|index\.html?|fulltext\.(?:html?|pdf)|(?:figures?|tables?|suppl_file|supplementary-material|supplemental|asset|issuetoc)(?:\/.*)?))\/?$/i;
/** Journals of Oxford, the AIP and others: `/article/doi/10.…/123456/Title-of-the-article` */
const ARTICLE_NUMBER = /(\/article[a-z-]*\/doi\/10\..*?)\/\d{4,}(?:\/[^/]*)?$/i;
const BIORXIV = /^(10\.(?:1101|64898)\/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,8})v\d+$/;

/**
 * Finds identifiers in texts, such as a venue, and in addresses. Omits an identifier that the source cut off ("…"), because it may belong to
 * another publication. A DOI that arXiv registered also gives the arXiv id.
 */
export function findIdentifiers(...texts: readonly (string | null)[]): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const text of texts) {
    for (const { kind, value } of text && TEXT_HINT.test(text) ? readText(text) : []) {
      if (value !== null) found.set(`${kind}:${value}`, { kind, value, confidence: TEXT_CONFIDENCE });
    }
  }
  return [...found.values()];
}

type Read = Pick<RecordIdentifier, 'kind'> & { readonly value: string | null };

function readText(text: string): Read[] {
  const inAddresses = [...text.matchAll(ADDRESS)].flatMap(([address]) => readAddress(address));
  const plain = text.replace(ADDRESS, ' ');
  const values = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([whole, part]) => part ?? whole);
  return [
    ...values(DOI).flatMap(readDoiAndArxivId),
    ...inAddresses,
    ...values(ARXIV).map((value) => ({ kind: 'arxiv' as const, value: readArxivId(value) })),
    ...values(PMCID).map((value) => ({ kind: 'pmcid' as const, value: readPmcid(value) })),
    ...values(PMID).map((value) => ({ kind: 'pmid' as const, value: readPmid(value) })),
  ];
}

function readDoiAndArxivId(text: string): Read[] {
  const doi = readDoi(text);
  return [
    { kind: 'doi', value: doi },
    { kind: 'arxiv', value: doi === null ? null : readArxivId(doi) },
  ];
}

function readAddress(address: string): Read[] {
  if (address.length > MAX_ADDRESS_LENGTH || !ADDRESS_HINT.test(address) || /…|\.\.\./.test(address)) return [];
  const trimmed = address.replace(/[.,;:)\]}>'’”]{1,10}$/, '');
  const url = parseUrl(trimmed);
  if (url === null) return [];
  const fromResolver = readDoi(address);
  const dois = fromResolver === null ? findDois(url) : [fromResolver];
  return [
    ...dois.flatMap(readDoiAndArxivId),
    { kind: 'arxiv', value: readArxivId(trimmed) },
    { kind: 'pmcid', value: readPmcid(trimmed) },
    { kind: 'pmid', value: readPmid(trimmed) },
    { kind: 'openalex', value: readOpenAlexId(trimmed) },
  ];
}

/** DOIs in a publisher's address, without what the publisher appended. */
function findDois({ pathname, searchParams }: URL): string[] {
  const path = decoded(pathname)
    .replace(/;jsessionid=.*$/i, '')
    .replace(ARTICLE_NUMBER, '$1');
  const inPath = DOI_IN_PATH.exec(path)?.[1] ?? '';
  const inParameters = [...searchParams].filter(([name]) => PARAMETERS.test(name)).map(([, value]) => value);
  return [withoutEnding(inPath), ...inParameters.map((value) => value.replace(/^info:doi\//i, ''))]
    .filter((text) => text !== '')
    .flatMap((text) => readDoi(text) ?? []);
}

function withoutEnding(text: string): string {
  let doi = text;
  for (let before = ''; before !== doi; ) {
    before = doi;
    doi = doi.replace(ENDING, '').replace(BIORXIV, '$1');
  }
  return doi;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
