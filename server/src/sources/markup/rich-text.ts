import { foldInvisible } from '../../platform/clean-text.ts';
import { scriptText } from './scripts.ts';

/**
 * A rich text is a text with the inline markup of CSL (`<i>`, `<b>`, `<sub>`, `<sup>`) in pairs that enclose each
 * other, and with TeX formulas in `$`:
 * https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html#html-like-formatting-tags
 */
export type Style = 'i' | 'b' | 'sub' | 'sup';

const TAG = /<(\/?)(i|b|sub|sup)>/g;

/** The plain text of a rich text. Superscripts and subscripts are Unicode characters, or "^(…)" and "_(…)". */
export function plainText(rich: string): string {
  if (!rich.includes('<')) return rich;
  const open: string[] = [];
  let text = '';
  let end = 0;
  for (const { 0: tag, 1: slash, 2: style, index } of rich.matchAll(TAG)) {
    text += rich.slice(end, index);
    end = index + tag.length;
    if (slash === '') {
      open.push(text);
      text = '';
      continue;
    }
    const before = open.pop() ?? '';
    text = before + (style === 'sup' || style === 'sub' ? scriptText(style, text, before) : text);
  }
  return text + rich.slice(end);
}

/** Keeps tags in pairs that enclose each other, and removes the others. */
export function pairTags(text: string): string {
  if (!text.includes('<')) return text;
  const pieces: string[] = [];
  const open: { style: string; at: number }[] = [];
  let end = 0;
  for (const { 0: tag, 1: slash, 2: style = '', index } of text.matchAll(TAG)) {
    pieces.push(text.slice(end, index));
    end = index + tag.length;
    if (slash === '') open.push({ style, at: pieces.push('') - 1 });
    else if (open.at(-1)?.style === style) {
      pieces[open.pop()?.at ?? 0] = `<${style}>`;
      pieces.push(tag);
    }
  }
  return pieces.join('') + text.slice(end);
}

/**
 * Moves superscripts and subscripts to what they belong to: publishers write "H <sub>2</sub> O" and "10 <sup>6</sup>".
 */
export function closeUp(rich: string): string {
  if (!/<su[bp]>/.test(rich)) return rich;
  return rich
    .replace(/(?<=[\p{L}\p{N})\]>]) +(?=<sub>)/gu, '')
    .replace(ISOTOPE, '$1')
    .replace(/(?<=[\p{N}\p{Lu})\]>]|\b\p{Lu}\p{Ll}) +(?=<sup>[^<]*<\/sup>(?![\p{L}\p{N}]))/gu, '')
    .replace(CONTINUES, '')
    .replace(COMPOUND, '')
    .replace(ION, '$& ');
}
/** "of <sup>13</sup> C" */
const ISOTOPE = /((?:^|[\p{Ll}\p{P}] ?)<sup>\d{1,3}m?<\/sup>) +(?=[A-Z][a-z]?(?![A-Za-z]))/gu;
const WORDS = '(?:As|At|Be|He|I|In|No)';
/**
 * The space between a script and the next element of a chemical formula: "Al<sub>2</sub> O<sub>3</sub>", but not
 * "CO<sub>2</sub> In Water".
 */
const CONTINUES = new RegExp(
  String.raw`(?<=</su[bp]>) +(?=(?:[A-Z][a-z]?|\()<sub>|(?!${WORDS}\b)(?:${elements()})(?![\p{L}\p{N}'’.]))`,
  'gu',
);
/**
 * The same before several elements, behind a number that is not whole or a variable: "Sr<sub>x</sub> CuO<sub>4</sub>",
 * but not "CO<sub>2</sub> NO<sub>2</sub>".
 */
const COMPOUND = new RegExp(`(?<=[-−–.xyδ]\\d{0,3}</sub>) +(?=(?:${elements()}){1,3}<sub>)`, 'gu');
/** Publishers leave out the space behind a charge: "K<sup>+</sup>channels". */
const ION = /[\p{L}\p{N}]<sup>\d?[+−-]<\/sup>(?=\p{Ll}{3})/gu;

function elements(): string {
  return (
    'H|Li|B|C|N|O|F|Ne|Na|Mg|Al|Si|P|S|Cl|Ar|K|Ca|Sc|Ti|V|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|Se|Br|Kr|Rb|Sr|Y|Zr|Nb|Mo|Tc|Ru|Rh|Pd|Ag|Cd|Sn|Sb|Te|Xe|' +
    'Cs|Ba|La|Ce|Pr|Nd|Sm|Eu|Gd|Tb|Dy|Ho|Er|Tm|Yb|Lu|Hf|Ta|W|Re|Os|Ir|Pt|Au|Hg|Tl|Pb|Bi|Po|Th|U|OH|NH|CH|PO|SO'
  );
}

/** A rich text as one line in composed characters, without invisible ones. */
export const tidy = (rich: string): string => foldInvisible(rich).replace(/\s+/g, ' ').trim();
