import { parseUrl } from '../platform/parse-url.ts';
import {
  isCutByBlank,
  plainText,
  readArxivId,
  readDoi,
  readOpenAlexId,
  readPmcid,
  readPmid,
} from '../sources/identifier-values.ts';
import type { RecordIdentifier } from '../sources/record.ts';
import type { Identifier } from './identifiers.ts';

/** The confidence of an identifier that the source itself prints with the publication. */
export const TEXT_CONFIDENCE = 0.9;

/** A longer address is ignored, because it is not the address of one publication. */
const MAX_ADDRESS_LENGTH = 2000;
const ADDRESS = /\bhttps?:\/\/[^\s"]+/gi;
/** Every address with an identifier matches this. Other addresses skip the slower patterns. */
const ADDRESS_HINT = /\b10(?:\.|%2e)|rxiv|xxx\.lanl|nature\.com|ncbi\.|pubmed|pmc|openalex|%3a|%2f/i;
/** Every text with an identifier matches this. Other texts skip the slower patterns. */
const TEXT_HINT = /10(?:\.|%2e)|rxiv|abs\/\d|\/\d{7}|s41\d{3}-|nature\.com|ncbi\.|pubmed|pmc|pmid|openalex|%3a|%2f/i;
// https://www.crossref.org/blog/dois-and-matching-regular-expressions/ ; old DOIs contain <, > and brackets
const DOI = /\b10\.\d{4,9}\/[^\s"]+/gi;
/** An id after its label, or after `abs/`, as dblp and Semantic Scholar print it: "CoRR abs/1706.03762". */
const ARXIV =
  /(?<![\w./-])(?:arxiv(?:[\s:.,()]+(?:(?:e-?prints?|preprints?)[\s:,]+)?)(?:abs\/)?|(?:www\.)?arxiv\.org\/(?:abs|pdf)\/|corr[\s:,]+(?=[a-z-]+[./])(?:abs\/)?|abs\/)(\d{4}\.\s?\d{4,5}|[a-z-]+(?:\.[a-z-]{2,10})?\/\d{7})(?:v\d+)?(?![\d…]|\s?\.\.)/gi;
/**
 * An old id without a label. No other number begins with an archive of two words, or with an archive and its subject
 * class.
 */
const OLD_ARXIV =
  /(?<![\w./-])((?:[a-z]+-[a-z]+(?:\.[a-z-]{2,10})?|[a-z]+\.[a-z-]{2,10})\/\d{7})(?:v\d+)?(?![\d…]|\s?\.\.)/gi;
/** Google Scholar inserts spaces after dots: "medRxiv, 2020.03. 24.20042937". */
const SPACED_NUMBER =
  /\b20\d\d\.\s?\d\d\.\s?\d\d\.\s?(?=\d{6,8}(?!\d))|\b10\.48550\/arxiv\.\s?\d{4}\.\s?(?=\d{4,5}(?!\d))/gi;
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

/**
 * Finds identifiers in texts, such as a venue, and in addresses. Omits an identifier that the source cut off ("…"),
 * because it may belong to another publication. A DOI that arXiv registered also gives the arXiv id.
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

function readText(given: string): Read[] {
  const text = plainText(given).replace(SPACED_NUMBER, (number) => number.replaceAll(/\s/g, ''));
  const addresses = [...text.matchAll(ADDRESS)].flatMap((match) => (isCutByBlank(text, match) ? [] : [match[0]]));
  const inAddresses = addresses.flatMap(readAddress);
  const plain = text.replace(ADDRESS, ' ');
  const values = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([whole, part]) => part ?? whole);
  const dois = [...plain.matchAll(DOI)].flatMap((match) => (isCutByBlank(plain, match) ? [] : [match[0]]));
  return [
    ...[...dois, ...findNumberedDois(plain)].flatMap(readDoiAndArxivId),
    ...inAddresses,
    ...[...values(ARXIV), ...values(OLD_ARXIV)].map((value) => ({ kind: 'arxiv' as const, value: readArxivId(value) })),
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
  // `findDois` reads the parameters, each alone
  const fromResolver = readDoi(url.origin + url.pathname);
  const numbered = readNumberedDoi(url);
  const dois = fromResolver !== null ? [fromResolver] : numbered !== null ? [numbered] : findDois(url);
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
    doi = doi.replace(ENDING, '');
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

/*
 * Some publishers make a DOI from the number that they print, so it follows from a venue ("medRxiv,
 * 2020.03.24.20042937") or from an address (nature.com/articles/s41586-020-2649-2). A number in any other form is not
 * read.
 */

/** bioRxiv has numbers of six digits, medRxiv of eight. Those with a date begin in December 2019. */
const IN_VENUE =
  /(?<![\w-])(?:(bio)|med)rxiv(?![\w.])[\s:,()]*(?:preprints?(?:\s+server)?[\s:,]*|the preprint server for (?:biology|health sciences)[\s:,]*)?(?:20\d\d[\s:,()]+)?(\d{4}\.\d{2}\.\d{2}\.)?(\d{6}|\d{8})(?:v\d+)?(?!\d|[.-]\d|\s?(?:…|\.\.))/gi;
const IN_RXIV_PATH =
  /\/(?:early\/\d{4}\/\d{2}\/\d{2}|cgi\/content\/(?:short|abstract|full))\/(\d{4}\.\d{2}\.\d{2}\.)?(\d{6}|\d{8})(?:v\d+)?(?:[./]|$)/;
const RXIV_HOST = /^(?:www\.)?(bio|med)rxiv\.org$/;
/** The last number of bioRxiv without a date was below this one. */
const UNDATED_BIORXIV_BELOW = 900_000;
/** medRxiv began in June 2019. */
const UNDATED_MEDRXIV = /^190\d{5}$/;
const DATE = /^20(?:19|[2-9]\d)\.(?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])\.$/;

const NATURE_HOST = /^(?:www\.)?nature\.com$/;
/**
 * A number that the DOI repeats to the letter. Society journals drop dots of the DOI in their addresses (`onc2010123`
 * for `onc.2010.123`), so of the other numbers only those with dots count, and those too short to contain a year.
 */
const NATURE_NUMBER =
  /^\/(?:articles|[a-z]+\/journal\/v\d+\/n\d+\/(?:full|abs|pdf))\/([sd]4\d{4}-\d{3}-\d{4,5}-[\da-z]|(?:nature|ncomms|srep)\d{4,5}|[a-z]{2,12}\d{3,4}|[a-z]{2,12}(?:\.\d{1,5}){1,3}|\d{5,6}[a-z]\d)(?:\.e?pdf|\.html|_reference\.pdf|\.ris|\/.*)?$/i;
/** Humanities and Social Sciences Communications began at another publisher. */
const PALGRAVE_NUMBER = /^s41599-/i;

/** Numbers of journals of Nature, whose codes 41550 to 41598 no other publisher has. */
const NATURE_IN_VENUE = /(?<![\w./-])s(?:41467|415[5-8]\d|4159[0-8])-\d{3}-\d{4,5}-[\da-z](?![\w-]|\s?(?:…|\.\.))/gi;

/** The DOIs of the numbers of Nature, bioRxiv and medRxiv in a text. */
export function findNumberedDois(text: string): string[] {
  const ofNature = [...text.matchAll(NATURE_IN_VENUE)].map(([number]) => `10.1038/${number.toLowerCase()}`);
  const ofServers = [...text.matchAll(IN_VENUE)].flatMap(
    ([, bio, date, number]) => rxivDoi(bio ? 'bio' : 'med', date, number) ?? [],
  );
  return [...ofNature, ...ofServers];
}

/** The DOI that follows from the number in an address; null if there is none. */
export function readNumberedDoi({ hostname, pathname }: URL): string | null {
  const [, server] = RXIV_HOST.exec(hostname) ?? [];
  if (server !== undefined) {
    const [, date, number] = IN_RXIV_PATH.exec(pathname) ?? [];
    return rxivDoi(server, date, number);
  }
  const number = NATURE_HOST.test(hostname) ? NATURE_NUMBER.exec(pathname)?.[1]?.toLowerCase() : undefined;
  if (number === undefined) return null;
  return `${PALGRAVE_NUMBER.test(number) ? '10.1057' : '10.1038'}/${number}`;
}

/** @param date of a number with a date, with a dot at the end */
function rxivDoi(server: string, date: string | undefined, number: string | undefined): string | null {
  if (number === undefined || number.length !== (server === 'bio' ? 6 : 8)) return null;
  if (date !== undefined) {
    const prefix = DATE.test(date) ? prefixOf(date) : null;
    return prefix === null ? null : `${prefix}/${date}${number}`;
  }
  const isUndated = server === 'bio' ? Number(number) < UNDATED_BIORXIV_BELOW : UNDATED_MEDRXIV.test(number);
  return isUndated ? `10.1101/${number}` : null;
}

/**
 * Preprints posted from 1 December 2025 on have another prefix. The date in the number is some days before that day, so
 * the prefix of the last weeks before it is unknown. https://connect.biorxiv.org/news/2025/11/18/preprint_dois
 */
function prefixOf(date: string): string | null {
  if (date < '2025.11') return '10.1101';
  return date < '2025.12' ? null : '10.64898';
}
