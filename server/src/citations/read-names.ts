import { splitForms } from '../names/name-forms.ts';
import { isOrganization as isNamedOrganization, SUFFIX, splitAuthors } from '../names/split-authors.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { RecordAuthor } from '../sources/record.ts';
import { OMISSION } from '../sources/record-authors.ts';
import type { CitedName, PersonName } from './item.ts';

/** Words that begin a family name although they have a capital letter. */
const CAPITAL_PARTICLES = new Set(
  'Van Von De Der Den Del Della Di Da Dos Du Le La El Al Bin Ibn Ter Ten Mac St St.'.split(' '),
);
const ARABIC_PARTICLES = new Set(['بن', 'ابن', 'بنت', 'أبو', 'ابو', 'آل']);
/** Words between two family names: "Ortega y Gasset". */
const CONJUNCTIONS = new Set(['y', 'e', 'i']);
const FAMILY_FIRST = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** A footnote's number that lost its place above the line: "Bo Berg1". */
const FOOTNOTE = /(?<=\p{Ll}\s?)\d{1,2}$/u;
const INITIALS = /^(?:\p{Lu}\p{M}*[.-]*){1,4}$/u;

/** The authors of a citation. */
export interface CitedAuthors {
  readonly authors: readonly CitedName[];
  /** the list was cut off */
  readonly hasMore: boolean;
}

/** Reads a text of authors in any form that `splitAuthors` knows. */
export function readAuthorText(text: string | null): CitedAuthors {
  const names = splitAuthors(cleanText(text) ?? '');
  const listed = names.filter((name) => !OMISSION.test(name));
  return { authors: listed.flatMap((name) => readName(name) ?? []), hasMore: listed.length < names.length };
}

/**
 * Reads an author of a source's list, and guesses only what the source does not say. Returns null if there is no name.
 */
export function readAuthor({ name: text, family, suffix, isOrganization }: RecordAuthor): CitedName | null {
  const name = cleanText(text);
  const last = cleanText(family);
  if (name === null) return null;
  if (isOrganization) return { literal: name };
  const end = cleanText(suffix);
  const bare = end === null ? name : name.slice(0, name.lastIndexOf(end)).trim();
  if (last === null || !bare.endsWith(last)) return readName(name);
  const given = cleanText(bare.slice(0, -last.length));
  return given === null ? { literal: name } : personOf(given.split(' '), last.split(' '), end);
}

/**
 * Reads a name of which nothing is known. Without initials or particles, only the last word is the family name. Returns
 * null if there is no name.
 */
export function readName(text: string): CitedName | null {
  // of a name in two scripts the Latin form, which styles can sort
  const name = cleanText((splitForms(text)[0]?.text ?? text).replace(FOOTNOTE, ''));
  if (name === null) return null;
  if (isOrganization(name)) return { literal: name };
  const [last = '', given, ...more] = name.split(',').flatMap((part) => cleanText(part) ?? []);
  if (given !== undefined && more.length <= 1) {
    const [first, suffix] = SUFFIX.test(given) ? [more[0], given] : [given, more[0] ?? null];
    if (first !== undefined) return personOf(first.split(' '), last.split(' '), suffix ?? null);
  }
  const words = name.split(' ');
  const [start = '', , third] = words;
  const suffix = third !== undefined && /^\p{Lu}/u.test(start) && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : null;
  if (words.length === 1) return { literal: name };
  if (FAMILY_FIRST.test(start)) return personOf(words.slice(1), [start], suffix ?? null);
  const at = familyStart(words);
  return at > 0
    ? personOf(words.slice(0, at), words.slice(at), suffix ?? null)
    : personOf(words.slice(-at), words.slice(0, -at), suffix ?? null);
}

/** "SC UB RAS History Komi": initials are one block of capitals, so two are abbreviations. */
const ABBREVIATIONS = /^\p{Lu}{2,4} \p{Lu}{2,4} (?:.* )?\p{Lu}\p{Ll}/u;

/** Whether a name is that of an organization: by a word, a number or abbreviations. */
function isOrganization(name: string): boolean {
  return isNamedOrganization(name) || / & |(?<!\p{L})\d(?!(?:nd|rd|th)$)/u.test(name) || ABBREVIATIONS.test(name);
}

/** A Chinese or Korean family name in capitals, of as many letters as initials may have. */
const SYLLABLE = /^(?=.{4}$)(?:[B-DF-HJ-NP-TW-Z]|[CSZ]H)?[AEIOU]{1,3}(?:N|NG)?$/;

/** Where the family name begins. A negative number: where the given names begin, which then come last ("Smith JA"). */
function familyStart(words: readonly string[]): number {
  const last = words.length - 1;
  const hasSmallLetters = words.some((word) => /\p{Ll}\p{Ll}/u.test(word));
  // "WANG Lei", "Lei WANG"
  const syllable = hasSmallLetters && last === 1 ? words.findIndex((word) => SYLLABLE.test(word)) : -1;
  if (syllable !== -1) return syllable === 0 ? -1 : 1;
  const isInitials = (word = '') => INITIALS.test(word) && (hasSmallLetters || word.length === 1 || word.includes('.'));
  const initials = words.findIndex((word) => !isInitials(word));
  const written = initials > 0 && !words.slice(0, initials).some((word) => word.includes('.'));
  // "G García Márquez": Google Scholar shortens all given names
  if (written) return initials;
  const trailing = words.findIndex(isInitials);
  if (trailing > 0 && words.slice(trailing).every(isInitials)) return -trailing;
  const particle = words.findIndex(
    (word, at) =>
      at > 0 && at < last && (/^\p{Ll}/u.test(word) || CAPITAL_PARTICLES.has(word) || ARABIC_PARTICLES.has(word)),
  );
  if (particle === -1) return last;
  return CONJUNCTIONS.has(words[particle] ?? '') && particle > 1 ? particle - 1 : particle;
}

function personOf(given: readonly string[], family: readonly string[], suffix: string | null): PersonName {
  const start = family.findIndex((word) => !/^\p{Ll}[\p{Ll}.]*['’]?$/u.test(word));
  const particles = family.slice(0, start === -1 ? family.length - 1 : start);
  const isShort = family.some((word) => /\p{Ll}/u.test(word)) || given.some((word) => word.includes('.'));
  return {
    family: family.slice(particles.length).join(' '),
    given: cleanText(given.map((word) => (isShort || word.length === 1 ? spaceInitials(word) : word)).join(' ')),
    particle: particles.length === 0 ? null : particles.join(' '),
    suffix,
  };
}

/** "JK", "J.K." and "J-P" become "J. K." and "J.-P." */
function spaceInitials(word: string): string {
  if (!INITIALS.test(word)) return word;
  return word
    .replaceAll('.', '')
    .replace(/(\p{Lu}\p{M}*)(-?)/gu, (_, letter: string, hyphen: string) => `${letter}.${hyphen || ' '}`)
    .trim();
}
