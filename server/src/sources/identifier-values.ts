import { decodePercent, readIdOfPage, readPageAddress } from './page-address.ts';

/*
 * Each function reads one kind of identifier in the forms that sources and addresses use. It returns the normal form,
 * or null if the text is not such an identifier. Within a longer text only a DOI with its label is read.
 */

/** Longer texts are not identifiers. */
const MAX_TEXT_LENGTH = 2000;
/** No registered DOI is longer. */
const MAX_DOI_LENGTH = 250;

/**
 * What stands before a DOI: an address of the resolver, also through a library's proxy (`doi-org.proxy.…`), a scheme or
 * label, an opening bracket or quote. Some are repeated.
 */
const DOI_START =
  /^(?:(?<resolver>(?:https?:\/{1,2})?(?:(?:www\.|dx\.)?doi\.org|(?:dx-)?doi-org\.[a-z\d.-]+)\/\s*)|urn:doi:|info:doi\/|\\?(?:doi(?:\s(?:no\.?|number))?|digital object identifier)[\s:：.=#/-]*|["'`“‘«(（<《[【{]+)/i;
/** A DOI with its label, within a text. */
const LABELED_DOI = /(?<![\w-])(?:dx\.)?doi(?:\.org\/|[\s:：.=([<]*)10\.\d{4,9}\/[^\s"]+/gi;
const ANY_DOI = /10\.\d{4,9}\//g;
/** Not a part of an old DOI: `<xi::aid-1>` */
const TAG = /<\/?[a-z]+(?:\s[^<>]*)?>/gi;
const COMPLETE_DOI = /^10\.\d{4,9}\/[^\s"\\\p{Cc}\p{Cf}\p{Cs}]+$/u;
/** Two DOIs in one field. */
const NEXT_DOI = /[,;|](?:https?:|doi|10\.\d{4,9}\/)|\]\(https?:/;
const CLOSING = /[.,;:)\]}>"'`’”»。，、；：）】》]/;
/** The end of the address of a page about the publication. No DOI ends so. */
const PAGE = /(?:\/(?:full|fulltext|abstract|e?pdf|meta)?)+$/;
const OPENINGS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
/** A DOI of bioRxiv or medRxiv names all versions. */
const RXIV_VERSION = /^(10\.(?:1101|64898)\/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,8})v\d+$/;
const ARXIV_DOI = /^10\.48550\/arxiv\./;

// https://info.arxiv.org/help/arxiv_identifier.html
const NEW_ARXIV_ID = /^(\d{2}(?:0[1-9]|1[0-2]))\.\s?(\d{4,5})$/;
const OLD_ARXIV_ID = /^([a-z-]+)(?:\.[a-z-]{2,10})?\/((?:9\d|0[0-7])(?:0[1-9]|1[0-2])\d{3})$/;
const ARXIV_ADDRESS =
  /^(?:https?:\/\/)?(?:(?:[a-z]+\.)?arxiv\.org|xxx\.lanl\.gov)\/(?:(?:abs|pdf|html|format|ps|src|e-print)\/|ftp\/arxiv\/papers\/\d{4}\/)([^?#]+)/i;
/** dblp and Semantic Scholar print the id as a volume: "CoRR abs/1706.03762". */
const ARXIV_LABEL =
  /^(?:(?:oai:arxiv\.org:|10\.48550\/arxiv\.|(?:arxiv|corr)\b(?:\s(?:e-?prints?|preprints?)\b)?[\s:.,]*|abs\/))+/;
const SUBJECT = /\s?\[[a-z.-]{2,20}\]$/;
const ARCHIVES = new Set(
  (
    'acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga econ eess funct-an ' +
    'gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio q-fin quant-ph ' +
    'solv-int stat supr-con'
  ).split(' '),
);
/** Ids with an archive end in March 2007. */
const NEW_IDS_SINCE = '0704';
/** The archive began in August 1991, so such a year is not one of new ids. */
const FIRST_YEAR = '91';
/** From January 2015 on, arXiv numbers have five digits. */
const FIVE_DIGITS_SINCE = '1501';

const PMID =
  /^(?:pmid:?\s?|(?:https?:\/\/)?(?:pubmed\.ncbi\.nlm\.nih\.gov\/|(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed\/|europepmc\.org\/(?:abstract|article)\/med\/))?0*([1-9]\d{0,7})\/?(?:[?#].*)?$/i;
const PMCID =
  /^(?:pmcid:?\s?)?pmc([1-9]\d{0,8})(?:\.\d+)?$|^(?:https?:\/\/)?(?:pmc\.ncbi\.nlm\.nih\.gov\/articles|(?:www\.)?ncbi\.nlm\.nih\.gov\/pmc\/articles|europepmc\.org\/(?:articles|article\/pmc))\/(?:pmc)?([1-9]\d{0,8})(?:\.\d+)?(?:[/?#].*)?$/i;
const OPENALEX_AUTHOR_PAGE =
  /^(?:(?:www|api|explore|alpha|beta)\.)?openalex\.org\/(?:(?:authors?|people)\/)?(?:openalex:)?([^/]+)\/?$/i;
const OPENALEX_AUTHOR_ID = /^a[1-9]\d{0,11}$/i;
/** also as OpenAlex accepts it in an address: `/authors/orcid:0000-…`, `/authors/https://orcid.org/0000-…` */
const ORCID_PAGE =
  /^(?:api\.openalex\.org\/(?:authors|people)\/(?:orcid:|https?:\/{1,2}orcid\.org\/)|(?:(?:www|pub)\.)?orcid\.org\/(?:v\d(?:\.\d)?\/)?)([^/]+)(?:\/(?:record|works|print|person)?)?$/;
const ORCID = /^(\d{4})[-\s]?(\d{4})[-\s]?(\d{4})[-\s]?(\d{3}[\dx])\/?$/i;
const OPENALEX_ID =
  /^(?:(?:https?:\/\/)?(?:(?:www\.)?openalex\.org|api\.openalex\.org)\/(?:works\/)?)?w([1-9]\d{0,11})\/?(?:[?#].*)?$/i;

/**
 * Accepts a bare DOI, a DOI after a label and an address of the resolver, also doubled, escaped for TeX, HTML or an
 * address, and in brackets. Accepts one DOI with its label within another text. Returns lower case without the
 * punctuation of a surrounding sentence. Rejects a DOI that was cut off ("…"), because it may lead to another
 * publication.
 */
export function readDoi(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const plain = plainText(text).replaceAll(TAG, ' ').trim();
  const whole = readWholeDoi(plain);
  if (whole !== null) return whole;
  const labeled = [...plain.matchAll(LABELED_DOI)].map((match) =>
    isCutByBlank(plain, match) ? null : readWholeDoi(match[0]),
  );
  // another DOI without a label may be the right one
  const isOnlyOne = plain.match(ANY_DOI)?.length === labeled.length && new Set(labeled).size === 1;
  return isOnlyOne ? (labeled[0] ?? null) : null;
}

/**
 * Whether a space follows a dot or hyphen at the end of a match. Google Scholar and PDF files insert such spaces, so
 * the rest of the identifier may come after it.
 */
export function isCutByBlank(text: string, { 0: found, index }: RegExpExecArray): boolean {
  return /[./_-]$/.test(found) && /^\s+[a-z\d]/.test(text.slice(index + found.length));
}

/**
 * Accepts a bare id, an id after `arXiv:` or `abs/`, an address and arXiv's own DOI (`10.48550/arxiv.…`). Drops the
 * version and the subject class.
 */
export function readArxivId(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const given = plainText(text);
  return readArxivNumber(decodePercent(ARXIV_ADDRESS.exec(given)?.[1] ?? readDoi(given) ?? given));
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

/**
 * Returns `0000-0002-1825-0097`. Accepts addresses, also that of one's own page (`/my-orcid?orcid=…`), and digits
 * without hyphens. Does not verify the check digit.
 */
export function readOrcid(text: string): string | null {
  const page = readIdOfPage(text, ORCID_PAGE);
  const id = page === 'my-orcid' ? readPageAddress(text)?.searchParams.get('orcid') : page;
  const groups = ORCID.exec(id ?? '')?.slice(1);
  return groups?.join('-').toUpperCase() ?? null;
}

/**
 * Without invisible characters, with hyphens for other dashes, and without what TeX and HTML require in front of a
 * character.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212\uff0d]/g, '-')
    .replaceAll(/&(?:amp;)*(?:(lt|#60|#x3c)|(gt|#62|#x3e)|amp|#38|#x26);/gi, (_, less?: string, greater?: string) =>
      less ? '<' : greater ? '>' : '&',
    )
    .replaceAll(
      /\{?\\text(?:(underscore)|(less)|greater)(?:\{\}|\}|\s|(?![a-z]))/g,
      (_, line?: string, less?: string) => (line ? '_' : less ? '<' : '>'),
    )
    .replaceAll(/\$\\+_\$|\$\\backslash\$\{?\\?_\}?/g, '_')
    .replaceAll(/\{\\+([_%&#$])\}|\\+([_%&#$])/g, '$1$2')
    .trim();
}

/** Reads a text that is nothing but a DOI. */
function readWholeDoi(text: string): string | null {
  let rest = text;
  for (let start = DOI_START.exec(rest); start !== null; start = DOI_START.exec(rest)) {
    rest = rest.slice(start[0].length);
    if (start.groups?.resolver !== undefined) rest = decodePercent(rest.replace(/[?#].*$/s, '')).replace(/\.pdf$/i, '');
  }
  const decoded = decodePercent(rest).trim().toLowerCase();
  const value = takeOffClosing(decoded.includes('/') ? decoded : decodePercent(decoded))?.replace(RXIV_VERSION, '$1');
  if (value === undefined || value.length > MAX_DOI_LENGTH || !COMPLETE_DOI.test(value)) return null;
  if (NEXT_DOI.test(value)) return null;
  if (!ARXIV_DOI.test(value)) return value;
  const arxiv = readArxivNumber(value);
  return arxiv === null ? null : `10.48550/arxiv.${arxiv}`;
}

function readArxivNumber(text: string): string | null {
  const id = text
    .trim()
    .toLowerCase()
    .replace(ARXIV_LABEL, '')
    .replace(SUBJECT, '')
    .replace(/\/$/, '')
    .replace(/\.pdf$/, '')
    .replace(/v\d{1,3}$/, '');
  const [, archive, oldNumber = ''] = OLD_ARXIV_ID.exec(id) ?? [];
  if (archive !== undefined)
    return ARCHIVES.has(archive) && (oldNumber < NEW_IDS_SINCE || oldNumber >= FIRST_YEAR)
      ? `${archive}/${oldNumber}`
      : null;
  const [, month = '', number] = NEW_ARXIV_ID.exec(id) ?? [];
  if (month < NEW_IDS_SINCE || month >= FIRST_YEAR) return null;
  return number?.length === (month >= FIVE_DIGITS_SINCE ? 5 : 4) ? `${month}.${number}` : null;
}

/** Removes closing punctuation, and the end of an address. Returns null if the value contains an ellipsis. */
function takeOffClosing(text: string): string | null {
  if (/…|\.\.\./.test(text)) return null;
  let value = text;
  for (;;) {
    const before = value.replace(PAGE, '');
    const last = before.at(-1);
    if (!last || !CLOSING.test(last)) return before;
    const opening = OPENINGS[last];
    if (opening && before.split(opening).length >= before.split(last).length) return before;
    value = before.slice(0, -1);
  }
}
