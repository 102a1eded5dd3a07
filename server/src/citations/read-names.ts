import { cleanText } from '../platform/clean-text.ts';
import { OMISSION, splitAuthors } from '../publications/authors.ts';
import type { CitedName, PersonName } from './item.ts';

const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const ORGANIZATION =
  /\b(?:agency|association|center|centre|collaborations?|committee|consortium|council|department|foundation|group|initiative|institute|ministry|network|organi[sz]ation|project|society|team|university)\b/i;
/** Words that begin a family name although they have a capital letter. */
const CAPITAL_PARTICLES = new Set(
  'Van Von De Der Den Del Della Di Da Dos Du Le La El Al Bin Ibn Ter Ten Mac St St.'.split(' '),
);
const ARABIC_PARTICLES = new Set(['بن', 'ابن', 'بنت', 'أبو', 'ابو', 'آل']);
/** Words between two family names: "Ortega y Gasset". */
const CONJUNCTIONS = new Set(['y', 'e', 'i']);
const FAMILY_FIRST = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const INITIALS = /^(?:\p{Lu}\p{M}*[.-]*){1,4}$/u;

/** A list of authors, and whether it was cut off. */
export interface AuthorList {
  readonly authors: readonly CitedName[];
  readonly hasMore: boolean;
}

/** Reads a list of authors in the forms "AB Smith, C van der Berg, …", "Ada Smith, Carl Berg", "Smith, Ada; Berg, C." and "Smith, Ada and Berg, Carl". */
export function readAuthorText(text: string | null): AuthorList {
  const names = splitList(cleanText(text) ?? '');
  const listed = names.filter((name) => !OMISSION.test(name));
  return { authors: listed.flatMap((name) => readName(name) ?? []), hasMore: listed.length < names.length };
}

function splitList(text: string): string[] {
  for (const separator of [';', ' and ']) {
    const parts = text.split(separator).flatMap((part) => cleanText(part) ?? []);
    // a comma in each part separates the family name from the given names
    if (parts.length > 1 && parts.every((part) => OMISSION.test(part) || /^[^,]+,[^,]+(?:,\s*[js]r\.?)?$/i.test(part)))
      return parts;
  }
  const names: string[] = [];
  for (const piece of splitAuthors(text)) {
    const before = names.at(-1);
    if (before !== undefined && SUFFIX.test(piece)) names[names.length - 1] = `${before} ${piece}`;
    else names.push(piece);
  }
  return names;
}

/** Splits a name. `family` is the family name if the source marks it. Returns null if there is no name. */
export function readName(text: string, family?: string | null): CitedName | null {
  const name = cleanText(text);
  if (name === null) return null;
  const marked = cleanText(family);
  if (marked !== null && name.endsWith(marked)) {
    const given = cleanText(name.slice(0, -marked.length));
    return given === null ? { literal: name } : personOf(given.split(' '), marked.split(' '), null);
  }
  const [last = '', given, ...more] = name.split(',').flatMap((part) => cleanText(part) ?? []);
  if (given !== undefined && more.length <= 1) {
    const [first, suffix] = SUFFIX.test(given) ? [more[0], given] : [given, more[0] ?? null];
    if (first !== undefined) return personOf(first.split(' '), last.split(' '), suffix ?? null);
  }
  return splitName(name);
}

/** Splits a name without commas. Without initials or particles, only the last word is the family name. */
function splitName(name: string): CitedName {
  const words = name.split(' ');
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? (words.pop() ?? null) : null;
  const [first = ''] = words;
  if (words.length === 1 || ORGANIZATION.test(name)) return { literal: name };
  if (FAMILY_FIRST.test(first)) return personOf(words.slice(1), [first], suffix);
  const at = familyStart(words);
  return at > 0
    ? personOf(words.slice(0, at), words.slice(at), suffix)
    : personOf(words.slice(-at), words.slice(0, -at), suffix);
}

/** Where the family name begins. A negative number: where the given names begin, which then come last ("Smith JA"). */
function familyStart(words: readonly string[]): number {
  const last = words.length - 1;
  const hasSmallLetters = words.some((word) => /\p{Ll}\p{Ll}/u.test(word));
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
