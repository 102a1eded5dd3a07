import { cleanText } from '../platform/clean-text.ts';

/** Markup that CSL allows in titles, by the names that sources use. */
const KEPT_TAGS: Readonly<Record<string, string>> = {
  i: 'i',
  em: 'i',
  italic: 'i',
  b: 'b',
  strong: 'b',
  bold: 'b',
  sub: 'sub',
  inf: 'sub',
  sup: 'sup',
};
/** Other markup of titles. Elements with a prefix, such as `mml:mi` and `jats:italic`, are removed whatever their name. */
const REMOVED_TAGS = new Set('a br div font math mi mn mo mrow msub msup p sc scp small span tt u'.split(' '));
// Matches tags only if all their attributes are quoted, so that a "<" that means "less than" stays.
const TAG = /<(\/?)([a-z][\w.-]*:)?([a-z][\w.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/gi;

/** Combining characters for the accents of TeX. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
};
const TEX_ACCENT = /\\(?:(["'`^~=.])\s*(?:\{\\?([a-z])\}|\\?([a-z]))|([uvHcdkr])\s*\{\\?([a-z])\})/gi;

/** A formula as TeX writes it. As in Pandoc, the first dollar sign touches the formula, so that "$5 and $6" is not one. */
export const FORMULA = /\$(?=[^\s$])(?:[^$\\{}%#]|\\[A-Za-z,;:!{} ]|\{[^${}%#]*\})*(?<=[^\s\\$])\$(?!\d)/g;

/** A title as one line, with the markup of CSL in pairs and without any other, and with letters in place of TeX accents. */
export function cleanTitle(title: string): string {
  const line = cleanText(title) ?? '';
  return pairTags(line.includes('\\') ? decodeAccents(line) : line);
}

/** A clean title without markup. */
export function plainTitle(title: string): string {
  return title.replace(/<\/?(?:i|b|sub|sup)>/g, '');
}

/** Keeps tags in pairs that enclose each other, and removes the others. */
function pairTags(text: string): string {
  if (!text.includes('<')) return text;
  const pieces: string[] = [];
  const open: { tag: string; at: number }[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, closing = '', prefix = '', name = '', single = ''] = match;
    const kept = KEPT_TAGS[name.toLowerCase()];
    if (kept === undefined && prefix === '' && !REMOVED_TAGS.has(name.toLowerCase())) continue;
    pieces.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (kept === undefined || single !== '') continue;
    if (closing === '') open.push({ tag: kept, at: pieces.push('') - 1 });
    else if (open.at(-1)?.tag === kept) {
      pieces[open.pop()?.at ?? 0] = `<${kept}>`;
      pieces.push(`</${kept}>`);
    }
  }
  pieces.push(text.slice(end));
  return cleanText(pieces.join('')) ?? '';
}

function decodeAccents(text: string): string {
  const decode = (plain: string) =>
    plain.replace(TEX_ACCENT, (whole, sign?: string, braced?: string, bare?: string, word?: string, last?: string) => {
      const accented = `${braced ?? bare ?? last}${ACCENTS[sign ?? word ?? '']}`.normalize('NFC');
      return accented.length === 1 ? accented : whole;
    });
  let end = 0;
  let decoded = '';
  for (const { 0: formula, index } of text.matchAll(FORMULA)) {
    decoded += decode(text.slice(end, index)) + formula;
    end = index + formula.length;
  }
  return decoded + decode(text.slice(end));
}
