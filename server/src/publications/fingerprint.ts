import { hash } from 'node:crypto';
import { foldText } from '../library/search-words.ts';

/** Titles that many publications share, so they do not identify one. In the form that `normalizeTitle` returns. */
const GENERIC_TITLES = new Set(
  (
    'abstract|abstracts|acknowledgement|acknowledgements|acknowledgment|acknowledgments|addendum|afterword|announcement|announcements|annual report|' +
    'appendix|appendices|author index|authors reply|authors response|back matter|bibliography|biography|book review|book reviews|brief report|call for papers|' +
    'case report|chairs message|chapter|comment|commentary|comments|conclusion|conclusions|conference report|contents|contributors|correction|corrections|' +
    'correspondence|corrigenda|corrigendum|cover|dedication|discussion|editor s note|editor s notes|editorial|editorial board|editorial introduction|editorial note|' +
    'editorials|editors introduction|editors note|editors notes|epilogue|errata|erratum|executive summary|final report|foreword|from the editor|from the editors|' +
    'front matter|frontmatter|general introduction|glossary|guest editor s introduction|guest editorial|guest editors introduction|highlights|in memoriam|in this issue|' +
    'index|interview|introduction|introduction to the special issue|invited talk|issue information|keynote|keynote address|letter|letter to the editor|letters|' +
    'letters to the editor|list of contributors|list of figures|list of reviewers|list of tables|meeting report|message from the chair|message from the chairs|' +
    'message from the editor|message from the general chairs|message from the program chairs|news|news and views|note|notes|obituary|opening remarks|' +
    'organizing committee|overview|panel discussion|poster|posters|preface|part|presentation|proceedings|program committee|prologue|publisher correction|publisher s note|' +
    'references|reply|report|research highlights|response|retraction|retraction note|review|reviewers|reviews|section|session|subject index|summary|supplement|supplementary information|' +
    'supplementary material|supporting information|table of contents|technical report|title page|tutorial|untitled|volume|welcome|workshop report|' +
    'avant propos|editoriale|einfuhrung|einleitung|geleitwort|inhaltsverzeichnis|introduccion|introducao|introduzione|prefacio|prefazione|presentacion|prologo|vorwort|' +
    'введение|предисловие|содержание|前言|序|序言|编者按|はしがき|はじめに|まえがき|巻頭言'
  ).split('|'),
);

/** Folds a title for comparison and removes punctuation. `+` and `#` stay, because "C", "C++" and "C#" are different subjects. */
export function normalizeTitle(title: string): string {
  return foldText(title)
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim();
}

/** The first author in a source's list; null if the list is missing or begins with an omission. */
export function firstAuthor(authors: string | null): string | null {
  const name = authors
    ?.split(/[,;，；、]/, 1)[0]
    ?.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return name ? foldText(name) : null;
}

export interface FingerprintedText {
  readonly title: string;
  readonly year: number | null;
  readonly authors: string | null;
}

/**
 * SHA-256 in hexadecimal of the normalized title, the year, and the family name and initial of the first author. Equal fingerprints mean the
 * same publication. It does not matter whether a source writes "A Lovelace" or "Ada Lovelace". Returns null if the title is generic, has no
 * letter or was cut off, or if year or author is missing. The near-duplicate repair, which needs more evidence, finds those.
 */
export function fingerprintOf({ title, year, authors }: FingerprintedText): string | null {
  const normalized = normalizeTitle(title);
  const author = familyAndInitial(authors);
  const cutOff = /(…|\.\.\.)\s*$/.test(title);
  if (year === null || author === null || cutOff) return null;
  if (!/\p{L}/u.test(normalized) || isGeneric(normalized)) return null;
  return hash('sha256', `${normalized}\n${year}\n${author}`, 'hex');
}

/** "lovelace a" for "A Lovelace", "Ada Lovelace" and "Lovelace A"; null if the list is missing or begins with an omission. */
function familyAndInitial(authors: string | null): string | null {
  const names = (authors?.split(/[,;，；、]/, 1)[0] ?? '').match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? [];
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (last === '') return null;
  // PubMed puts the initials last
  const isFamilyFirst = names.length > 1 && /^\p{Lu}{1,3}$/u.test(last) && !/^\p{Lu}{1,3}$/u.test(first);
  const [family, given] = isFamilyFirst ? [names.at(-2) ?? '', last] : [last, names.length > 1 ? first : ''];
  return foldText(`${family} ${[...given][0] ?? ''}`)
    .replace(/['’]/g, '')
    .trim();
}

/** Whether many publications share a normalized title. A number at the end is ignored: "Chapter 7" and "Editorial II" are generic, too. */
export function isGeneric(normalized: string): boolean {
  return GENERIC_TITLES.has(normalized.replace(/ (?:\p{N}+|[ivxlc]+)$/u, ''));
}
