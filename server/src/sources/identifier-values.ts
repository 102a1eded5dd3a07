/*
 * Readers of one value: each takes an identifier in a form in which sources and addresses write it, and gives its one normal form, or null
 * when the text is no such identifier. None of them looks for an identifier inside a longer text.
 */

/** Longer texts are no identifiers, whatever they begin with. */
const LONGEST_TEXT = 2000;
/** Longer ones are no DOIs that anybody registered. */
const LONGEST_DOI = 250;

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
const OPENALEX_AUTHOR_ID = /^(?:https?:\/\/(?:www\.)?openalex\.org\/(?:authors\/)?)?(a[1-9]\d{0,11})$/i;
const ORCID = /^(?:https?:\/\/(?:www\.)?orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dx])\/?$/i;
const OPENALEX_ID =
  /^(?:(?:https?:\/\/)?(?:(?:www\.)?openalex\.org|api\.openalex\.org)\/(?:works\/)?)?w([1-9]\d{0,11})\/?(?:[?#].*)?$/i;

/**
 * Bare, with `doi:` before it, or as an address of the resolver; percent-encoded or not. In lower case, without the punctuation of a sentence
 * around it. A DOI that was cut off ("…") is none, since it may lead to another work.
 */
export function readDoi(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
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
  if (value === null || value.length > LONGEST_DOI) return null;
  return COMPLETE_DOI.test(value) ? value : null;
}

/** Bare, with `arXiv:` before it, as an address, or as the DOI that arXiv gives (`10.48550/arxiv.…`). Without version and subject class. */
export function readArxivId(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
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

/** The bare number, also out of an address of PubMed or Europe PMC. */
export function readPmid(text: string): string | null {
  return text.length > LONGEST_TEXT ? null : (PMID.exec(text.trim())?.[1] ?? null);
}

/** `PMC123`, also out of an address of PubMed Central or Europe PMC, where the three letters may be missing. */
export function readPmcid(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
  const [, bare, inAddress] = PMCID.exec(text.trim()) ?? [];
  const number = bare ?? inAddress;
  return number === undefined ? null : `PMC${number}`;
}

/** `W123`, a work's id, also out of an address. */
export function readOpenAlexId(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
  const number = OPENALEX_ID.exec(text.trim())?.[1];
  return number === undefined ? null : `W${number}`;
}

/** `A123`, an author's id, also out of an address. */
export function readOpenAlexAuthorId(text: string): string | null {
  return text.length > LONGEST_TEXT ? null : (OPENALEX_AUTHOR_ID.exec(text.trim())?.[1]?.toUpperCase() ?? null);
}

/** `0000-0002-1825-0097`, also out of an address. The check digit is not looked at. */
export function readOrcid(text: string): string | null {
  return text.length > LONGEST_TEXT ? null : (ORCID.exec(text.trim())?.[1]?.toUpperCase() ?? null);
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Null for a value that ends in an ellipsis or holds one. */
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
