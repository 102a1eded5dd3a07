import { FORMULA } from './clean-text.ts';

const COMMANDS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  // as commands, because BibTeX counts "\{" as a brace
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  // old encodings of fonts have other characters in their places
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};
const MARKUP: Readonly<Record<string, string>> = {
  i: '\\textit',
  b: '\\textbf',
  sub: '\\textsubscript',
  sup: '\\textsuperscript',
};
/** A formula, a tag, a word, or what is between them. */
const TOKEN = new RegExp(
  String.raw`(${FORMULA.source})|<(/?(?:i|b|sub|sup))>|([\p{L}\p{N}\p{M}]+)|[^\p{L}\p{N}\p{M}$<]+|[^]`,
  'gu',
);
const SPECIAL = /[\\{}$&%#_^~<>|]/g;
/** TeX joins two of these characters to one: "--" is a dash. */
const LIGATURE = /(?<=-)-|(?<=')'|(?<=[`!?])`/g;

/** Escapes a text for LaTeX. The result has balanced braces. */
export function escapeTex(text: string): string {
  // most texts have no such character
  if (!/[\\{}$&%#_^~<>|`'-]/.test(text)) return text;
  return text.replace(SPECIAL, (character) => COMMANDS[character] ?? `\\${character}`).replace(LIGATURE, '{}$&');
}

/**
 * Writes a clean title for BibTeX. Styles may put titles in lower case, so capital letters with a meaning are in braces: acronyms, names of
 * mixed case, and names in titles that have few capital letters.
 */
export function texTitle(title: string): string {
  const hasFewCapitals = isSentence(title);
  const isAllCapitals = !/\p{Ll}/u.test(title) && /\p{Lu}.*\s.*\p{Lu}/u.test(title);
  let isFirst = true;
  return title.replace(TOKEN, (token: string, formula?: string, tag?: string, word?: string) => {
    if (tag !== undefined) return tag.startsWith('/') ? '}' : `${MARKUP[tag]}{`;
    // in braces, because a style may put "$O(N)$" in lower case, too
    if (formula !== undefined) return `{${formula}}`;
    if (word === undefined) {
      if (/[.:?!—]/u.test(token)) isFirst = true;
      return escapeTex(token);
    }
    const isName = !isFirst && (hasFewCapitals || /^\p{Lu}$/u.test(word)) && /^\p{Lu}/u.test(word) && word !== 'A';
    isFirst = false;
    return !isAllCapitals && (isName || /^.+\p{Lu}/u.test(word)) ? `{${word}}` : word;
  });
}

/** Whether most long words begin with a small letter, apart from those that begin the title or a part of it. */
function isSentence(title: string): boolean {
  const inside = title.replace(/(?:^|[.:?!—])\P{L}*[\p{L}\p{N}\p{M}]+/gu, '');
  const words = inside.match(/[\p{L}\p{N}\p{M}]{4,}/gu) ?? [];
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return small * 2 > words.filter((word) => /^\p{L}/u.test(word)).length;
}
