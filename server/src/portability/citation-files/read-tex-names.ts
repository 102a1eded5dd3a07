import { type AuthorList, readAuthors } from '../../sources/record-authors.ts';
import { citedAuthor } from './cited-item.ts';

const [AND, COMMA, SPACE] = [/ and(?= )/gi, /,/g, /[ ~]/g].map((separator) => ({
  separator,
  sign: new RegExp(String.raw`\\[\s\S]|[{}]|${separator.source}`, separator.flags),
})) as [Separator, Separator, Separator];
interface Separator {
  readonly separator: RegExp;
  readonly sign: RegExp;
}

/** Splits a text in TeX at a separator that is outside braces. */
function splitOutside(text: string, { separator, sign }: Separator): string[] {
  if (!/[\\{]/.test(text)) return text.split(separator);
  const parts: string[] = [];
  sign.lastIndex = 0;
  let [depth, from] = [0, 0];
  for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
    const [found] = match;
    if (found === '{') depth += 1;
    else if (found === '}') depth -= 1;
    else if (depth === 0 && !found.startsWith('\\')) {
      parts.push(text.slice(from, match.index));
      from = sign.lastIndex;
    }
  }
  return [...parts, text.slice(from)];
}

/**
 * Reads a list of names in the forms of BibTeX: "First von Last", "von Last, First", "von Last, Jr, First". `readTex`
 * makes a text of TeX.
 */
export function readTexNames(text: string, readTex: ReadTex): AuthorList {
  return readAuthors(splitOutside(text.replace(/\s+/g, ' '), AND), (name) => {
    const whole = String(name).trim();
    if (isGroup(whole)) return citedAuthor({ literal: readTex(whole) });
    const parts = splitOutside(whole, COMMA).map((part) => part.trim());
    const [last = '', ...more] = parts;
    if (more.length === 0) return citedAuthor(readWords(wordsOf(last), readTex));
    const given = more.pop() ?? '';
    return citedAuthor({
      ...readFamily(wordsOf(last), readTex),
      suffix: readTex(more[0] ?? ''),
      given: readTex(given),
    });
  });
}

type ReadTex = (tex: string) => string;

/** "von Last": the particles begin with a small letter. */
function readFamily(words: readonly string[], readTex: ReadTex) {
  const found = words.findIndex((word) => !isParticle(word, readTex));
  const start = found === -1 ? words.length - 1 : found;
  return { particle: readTex(words.slice(0, start).join(' ')), family: readTex(words.slice(start).join(' ')) };
}

/** "First von Last". Without particles, the last word is the family name. */
function readWords(words: readonly string[], readTex: ReadTex) {
  const particle = words.slice(0, -1).findIndex((word) => isParticle(word, readTex));
  const start = particle === -1 ? words.length - 1 : particle;
  return { given: readTex(words.slice(0, start).join(' ')), ...readFamily(words.slice(start), readTex) };
}

const wordsOf = (text: string) => splitOutside(text, SPACE).filter((word) => word !== '');
const isGroup = (text: string) => text.startsWith('{') && !text.startsWith('{\\') && closes(text);
const isParticle = (word: string, readTex: ReadTex) => !/^\{[^\\]/.test(word) && /^\p{Ll}/u.test(readTex(word));

/** Whether the first brace of a text closes at its end. */
function closes(text: string): boolean {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/\\[\s\S]|[{}]/g)) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return index === text.length - 1;
  }
  return false;
}
