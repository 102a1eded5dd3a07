/** The pages of a publication: the first and the last, and all as text with "-" between them. Null: there is one page or number only. */
export interface Pages {
  readonly first: string;
  readonly last: string | null;
  /** each page or range, as its two ends */
  readonly ranges: readonly (readonly [first: string, last: string | null])[];
}

const HYPHEN = /\s*[-‐‑–—−]+\s*/g;

/** Reads "1-20", "1-10, 15, 20-22", "e17", and numbers with hyphens inside: "IV-1217-IV-1220" is a range, "PS4-02-18" is one number. */
export function readPages(text: string): Pages {
  const ranges = text
    .split(/\s*[,;]\s*/)
    .map((part) => readRange(part.trim()))
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
