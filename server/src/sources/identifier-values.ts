import { decodePercent, readIdOfPage } from './page-address.ts';

/*
 * Each function reads one kind of identifier in the forms that sources and addresses use. It returns the normal form, or null if the text
 * is not such an identifier. It does not search for identifiers inside longer texts.
 */

/** Longer texts are not identifiers. */
const MAX_TEXT_LENGTH = 2000;
/** No registered DOI is longer. */
const MAX_DOI_LENGTH = 250;

const RESOLVER = /^(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\//i;
const DOI_LABEL = /^doi:?\s*/i;
const COMPLETE_DOI = /^10\.\d{4,9}\/[^\s"\p{Cc}\p{Cs}]+$/u;
const CLOSING = /[.,;:)\]}>'’”]/;
const OPENINGS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

// https://info.arxiv.org/help/arxiv_identifier.html
const NEW_ARXIV_ID = /^(\d{2})(0[1-9]|1[0-2])\.(\d{4,5})$/;
const OLD_ARXIV_ID = /^([a-z-]+)(?:\.[a-z]{2})?\/(\d{2}(?:0[1-9]|1[0-2])\d{3})$/;
const ARXIV_ADDRESS = /^(?:https?:\/\/)?(?:[a-z]+\.)?arxiv\.org\/(?:abs|pdf|html|format|ps)\/([^?#]+)/i;
const ARXIV_LABEL = /^(?:arxiv:\s?|10\.48550\/arxiv\.)/i;
const ARCHIVES = new Set(
  (
    'acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga econ eess funct-an ' +
    'gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio q-fin quant-ph ' +
    'solv-int stat supr-con'
  ).split(' '),
);
/** From January 2015 on, arXiv numbers have five digits. */
const FIVE_DIGITS_SINCE = 15;

const PMID =
  /^(?:pmid:?\s?|(?:https?:\/\/)?(?:pubmed\.ncbi\.nlm\.nih\.gov\/|(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed\/|europepmc\.org\/(?:abstract|article)\/med\/))?0*([1-9]\d{0,7})\/?(?:[?#].*)?$/i;
const PMCID =
  /^(?:pmcid:?\s?)?pmc([1-9]\d{0,8})(?:\.\d+)?$|^(?:https?:\/\/)?(?:pmc\.ncbi\.nlm\.nih\.gov\/articles|(?:www\.)?ncbi\.nlm\.nih\.gov\/pmc\/articles|europepmc\.org\/(?:articles|article\/pmc))\/(?:pmc)?([1-9]\d{0,8})(?:\.\d+)?(?:[/?#].*)?$/i;
const OPENALEX_AUTHOR_PAGE = /^(?:(?:www|api)\.)?openalex\.org\/(?:(?:authors|people)\/)?([^/]+)\/?$/i;
const OPENALEX_AUTHOR_ID = /^a[1-9]\d{0,11}$/i;
const ORCID_PAGE = /^(?:www\.)?orcid\.org\/([^/]+)\/?$/;
const ORCID = /^(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dx])\/?$/i;
const OPENALEX_ID =
  /^(?:(?:https?:\/\/)?(?:(?:www\.)?openalex\.org|api\.openalex\.org)\/(?:works\/)?)?w([1-9]\d{0,11})\/?(?:[?#].*)?$/i;

/**
 * Accepts a bare DOI, a DOI after `doi:` and an address of the resolver, percent-encoded or not. Returns lower case without the punctuation
 * of a surrounding sentence. Rejects a DOI that was cut off ("…"), because it may lead to another publication.
 */
export function readDoi(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const given = text.trim().replace(DOI_LABEL, '');
  const isAddress = RESOLVER.test(given);
  const written = isAddress ? given.replace(RESOLVER, '').replace(/[?#].*$/s, '') : given;
  const value = takeOffClosing(
    decodePercent(written)
      .replaceAll(/\p{Cf}/gu, '')
      .trim()
      .toLowerCase()
      .replace(DOI_LABEL, ''),
  );
  if (value === null || value.length > MAX_DOI_LENGTH) return null;
  return COMPLETE_DOI.test(value) ? value : null;
}

/** Accepts a bare id, an id after `arXiv:`, an address and arXiv's own DOI (`10.48550/arxiv.…`). Drops the version and the subject class. */
export function readArxivId(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const given = text.trim();
  const written = ARXIV_ADDRESS.exec(given)?.[1] ?? readDoi(given) ?? given;
  const id = decodePercent(written)
    .toLowerCase()
    .replace(ARXIV_LABEL, '')
    .replace(/\/$/, '')
    .replace(/\.pdf$/, '')
    .replace(/v\d{1,3}$/, '');
  const [, archive, oldNumber] = OLD_ARXIV_ID.exec(id) ?? [];
  if (archive !== undefined) return ARCHIVES.has(archive) ? `${archive}/${oldNumber}` : null;
  const [, year, month, number] = NEW_ARXIV_ID.exec(id) ?? [];
  const digits = Number(year) >= FIVE_DIGITS_SINCE ? 5 : 4;
  return number?.length === digits ? `${year}${month}.${number}` : null;
}

/** Returns the bare number. Accepts addresses of PubMed and Europe PMC too. */
export function readPmid(text: string): string | null {
  return text.length > MAX_TEXT_LENGTH ? null : (PMID.exec(text.trim())?.[1] ?? null);
}

/** Returns `PMC123`. Accepts addresses of PubMed Central and Europe PMC too, where the three letters may be missing. */
export function readPmcid(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const [, bare, inAddress] = PMCID.exec(text.trim()) ?? [];
  const number = bare ?? inAddress;
  return number === undefined ? null : `PMC${number}`;
}

/** Returns `W123`, the id of an OpenAlex work. Accepts addresses too. */
export function readOpenAlexId(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const number = OPENALEX_ID.exec(text.trim())?.[1];
  return number === undefined ? null : `W${number}`;
}

/** Returns `A123`, the id of an OpenAlex author. Accepts addresses too. */
export function readOpenAlexAuthorId(text: string): string | null {
  const id = readIdOfPage(text, OPENALEX_AUTHOR_PAGE);
  return OPENALEX_AUTHOR_ID.test(id) ? id.toUpperCase() : null;
}

/** Returns `0000-0002-1825-0097`. Accepts addresses and digits without hyphens too. Does not verify the check digit. */
export function readOrcid(text: string): string | null {
  const groups = ORCID.exec(readIdOfPage(text, ORCID_PAGE))?.slice(1);
  return groups?.join('-').toUpperCase() ?? null;
}

/** Removes closing punctuation. Returns null if the value contains an ellipsis. */
function takeOffClosing(text: string): string | null {
  if (/…|\.\.\./.test(text)) return null;
  let value = text;
  for (let last = value.at(-1); last && CLOSING.test(last); last = value.at(-1)) {
    const opening = OPENINGS[last];
    if (opening && value.split(opening).length >= value.split(last).length) break;
    value = value.slice(0, -1);
  }
  return value;
}
