/**
 * The pages of a publication: the first and the last, and all as text with "-" between them. Null: there is one page or
 * number only.
 */
export interface Pages {
  readonly first: string;
  readonly last: string | null;
  /** each page or range, as its two ends */
  readonly ranges: readonly (readonly [first: string, last: string | null])[];
}

const HYPHEN = /\s*[-‐‑‒–—−~～〜]+\s*/g;
/** "pp. 1-20", "Article 12" */
const WORD = /^(?:pp?\.|pages?|article|art\.|no\.)\s*(?=\S*\d)/i;
/** What some publishers enter in place of nothing: "n/a-n/a", "N.PAG". */
const NOTHING = /^(?:(?:n\/?a|n\.pag|no|none|null|ahead-of-print)(?:[-–]|$))+$/i;
/** One number with a hyphen inside: "e03100-19", or a DOI's. */
const ONE = /^e\d{5}-\d\d$|\//;

/**
 * Reads "1-20", "1-10, 15, 20-22", "e17", and numbers with hyphens inside: "IV-1217-IV-1220" is a range, "PS4-02-18" is
 * one number.
 */
export function readPages(text: string): Pages {
  const ranges = text
    .split(/\s*[,;]\s*/)
    .map((part) => part.trim().replace(WORD, ''))
    .filter((part) => !NOTHING.test(part))
    .map(readRange)
    .filter(([first]) => first !== '');
  const [first = ''] = ranges[0] ?? [];
  const [lastFirst = '', lastLast = null] = ranges.at(-1) ?? [];
  const last = lastLast ?? lastFirst;
  return { first, last: last === first ? null : last, ranges };
}

/** Pages as text: "1-10, 15". Null if there is none. */
export function pageText(text: string): string | null {
  const ranges = readPages(text).ranges.map(([first, last]) => (last === null ? first : `${first}-${last}`));
  return ranges.length === 0 ? null : ranges.join(', ');
}

function readRange(text: string): readonly [string, string | null] {
  // online pages behind the printed ones: "1209-1217.e1-e3"
  const [, start, rest] = /^(\d+)[-–](\d+\.e\d+[-–]\S+)$/.exec(text) ?? [];
  if (start !== undefined && rest !== undefined) return [start, rest.replace('–', '-')];
  if (ONE.test(text)) return [text, null];
  const parts = text.replace(/^[-‐‑–—−\s]+|[-‐‑–—−\s]+$/g, '').split(HYPHEN);
  const whole = parts.join('-');
  // both ends of a range have the same number of hyphens
  if (parts.length % 2 === 1) return [whole, null];
  const [first, last] = [parts.slice(0, parts.length / 2).join('-'), parts.slice(parts.length / 2).join('-')];
  // "A-12" is a number of an appendix, but "xi-20" begins with the foreword
  const isOne = !/\d/.test(first) && /\d/.test(last) && !/^[ivxlc]+$/.test(first);
  if (isOne) return [whole, null];
  return [first, last === first ? null : last];
}
