import { formulaAt } from '../sources/markup/formula.ts';
import { writeSymbols } from '../sources/markup/math-symbols.ts';
import { replaceScripts } from '../sources/markup/scripts.ts';

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
/** A tag, a word, or what is between them. */
const TOKEN = /<(\/?(?:i|b|sub|sup))>|([\p{L}\p{N}\p{M}]+)|[^\p{L}\p{N}\p{M}<]+|./gsu;
const SPECIAL = /[\\{}$&%#_^~<>|]/g;
/** TeX joins two of these characters to one: "--" is a dash. */
const LIGATURE = /(?<=-)-|(?<=')'|(?<=[`!?])`/g;

/**
 * Escapes a text for LaTeX. The result has balanced braces. Superscripts are commands, because fonts do not have their
 * characters.
 */
export function escapeTex(text: string): string {
  // most texts have no such character
  if (!/[\\{}$&%#_^~<>|`'-]|[\u0080-\uffff]/.test(text)) return text;
  const escaped = text
    .replace(SPECIAL, (character) => COMMANDS[character] ?? `\\${character}`)
    .replace(LIGATURE, '{}$&');
  return replaceScripts(escaped, (kind, plain) => `${MARKUP[kind]}{${plain}}`);
}

/**
 * Writes a clean title for BibTeX. Styles may put titles in lower case, so capital letters with a meaning are in
 * braces: acronyms, names of mixed case, and names in titles that have few capital letters. Styles keep the text of a
 * command such as `\textit` as it is.
 */
export function texTitle(title: string): string {
  const style = {
    hasFewCapitals: isSentence(title),
    isAllCapitals: !/\p{Ll}/u.test(title) && /\p{Lu}.*\s.*\p{Lu}/u.test(title),
    // a title in Greek has letters, not signs
    write: /\p{sc=Greek}{2}/u.test(title) ? escapeTex : (text: string) => writeSymbols(escapeTex(text)),
  };
  const state = { isFirst: true, depth: 0 };
  let written = '';
  for (const { text, isFormula } of splitFormulas(title)) {
    // in braces, because a style may put "$O(N)$" in lower case, too
    written += isFormula ? `{${text}}` : text.replace(TOKEN, writeToken);
  }
  return written;

  function writeToken(token: string, tag?: string, word?: string): string {
    if (tag !== undefined) {
      state.depth += tag.startsWith('/') ? -1 : 1;
      return tag.startsWith('/') ? '}' : `${MARKUP[tag]}{`;
    }
    if (word === undefined) {
      if (/[.:?!—]/u.test(token)) state.isFirst = true;
      return style.write(token);
    }
    const isCapital = /^\p{Lu}/u.test(word) && word !== 'A';
    const isName = !state.isFirst && isCapital && (style.hasFewCapitals || /^\p{Lu}$/u.test(word));
    state.isFirst = false;
    const isProtected = state.depth === 0 && !style.isAllCapitals && (isName || /^.+\p{Lu}/u.test(word));
    return isProtected ? `{${style.write(word)}}` : style.write(word);
  }
}

/** The formulas of a clean title, and the texts between them. */
function* splitFormulas(title: string): Generator<{ text: string; isFormula: boolean }> {
  let end = 0;
  for (let at = title.indexOf('$'); at !== -1; at = title.indexOf('$', at + 1)) {
    const found = formulaAt(title, at);
    if (found === null) continue;
    if (at > end) yield { text: title.slice(end, at), isFormula: false };
    yield { text: `$${found.formula.tex}$`, isFormula: true };
    end = found.end;
    at = end - 1;
  }
  if (end < title.length) yield { text: title.slice(end), isFormula: false };
}

/** Whether most long words begin with a small letter, apart from those that begin the title or a part of it. */
function isSentence(title: string): boolean {
  const inside = title.replace(/(?:^|[.:?!—])\P{L}*[\p{L}\p{N}\p{M}]+/gu, '');
  const words = inside.match(/[\p{L}\p{N}\p{M}]{4,}/gu) ?? [];
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return small * 2 > words.filter((word) => /^\p{L}/u.test(word)).length;
}
