import { hash } from 'node:crypto';
import { foldText } from './search-words.ts';

/** Titles that many works share: they say nothing of which work it is. In the form that `normaliseTitle` gives. */
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

/** A title as it is compared: folded, punctuation gone; `+` and `#` stay, since "C", "C++" and "C#" are different subjects. */
export function normaliseTitle(title: string): string {
  return foldText(title)
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim();
}

/** The first name in a source's list of authors; null when the list is missing or begins with an omission. */
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
 * SHA-256 in hexadecimal over normalised title, year, and family name and initial of the first author: equal for two records only when they are the same
 * publication beyond doubt, whether the source writes "A Lovelace" or "Ada Lovelace". Null for a title that is generic, has no letter or
 * was cut off by the source, and without year or author: those are left to the near-duplicate repair, which asks for evidence.
 */
export function fingerprintOf({ title, year, authors }: FingerprintedText): string | null {
  const normalised = normaliseTitle(title);
  const author = familyAndInitial(authors);
  const cutOff = /(…|\.\.\.)\s*$/.test(title);
  if (year === null || author === null || cutOff) return null;
  if (!/\p{L}/u.test(normalised) || isGeneric(normalised)) return null;
  return hash('sha256', `${normalised}\n${year}\n${author}`, 'hex');
}

/** "lovelace a" of "A Lovelace", "Ada Lovelace" and "Lovelace A"; null when the list is missing or begins with an omission. */
function familyAndInitial(authors: string | null): string | null {
  const names = (authors?.split(/[,;，；、]/, 1)[0] ?? '').match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? [];
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (last === '') return null;
  // PubMed's form: the initials stand last
  const isTurned = names.length > 1 && /^\p{Lu}{1,3}$/u.test(last) && !/^\p{Lu}{1,3}$/u.test(first);
  const [family, given] = isTurned ? [names.at(-2) ?? '', last] : [last, names.length > 1 ? first : ''];
  return foldText(`${family} ${[...given][0] ?? ''}`)
    .replace(/['’]/g, '')
    .trim();
}

/** Whether a normalised title is one that many works share: "Chapter 7" and "Editorial II" are as generic as without their number. */
export function isGeneric(normalised: string): boolean {
  return GENERIC_TITLES.has(normalised.replace(/ (?:\p{N}+|[ivxlc]+)$/u, ''));
}
