import { firstAuthor, isGeneric, normaliseTitle } from '../publications/fingerprint.ts';
import { plainTitle } from '../publications/plain-title.ts';
import { floats, integers, shortIntegers } from './growing-list.ts';
import { hashOf } from './hashes.ts';
import { writeSignature } from './title-signature.ts';

/** A work as far as its candidates depend on it. */
export interface CandidateRow {
  readonly id: number;
  readonly title: string;
  readonly authors: string | null;
  readonly year: number | null;
  /** as "doi:10.1145/1" */
  readonly identifiers: readonly string[];
}

const LONGEST_TITLE = 300;
const LONGEST_AUTHOR = 200;
const MOST_WORDS = 40;
/** Letters at the beginning, and at the end. */
const BEGINNING = 16;
const MOST_INITIALS = 10;
/** Letters, digits and a sign for anything else, ten of them in a number. */
const PREFIX_LETTERS = 10;
/** Written without spaces: two signs that stand together are a word. */
const SIGNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2,}/u;

/**
 * Works in arrays of numbers, since a million are held at once: some 140 bytes each. A work is known by its place; hashes are 32 bits wide, 0 for
 * what is missing. A title that many works share has no words, beginning, end or initials.
 */
export class CandidateTable {
  readonly #ids = floats();
  readonly #years = shortIntegers();
  readonly #authors = integers();
  readonly #beginnings = integers();
  readonly #ends = integers();
  readonly #initials = integers();
  readonly #prefixes = floats();
  readonly #signatures = integers();
  readonly #words = integers();
  readonly #wordEnds = integers();
  readonly #identifiers = integers();
  readonly #identifierOwners = integers();

  get count(): number {
    return this.#ids.length;
  }

  add({ id, title, authors, year, identifiers }: CandidateRow): void {
    const place = this.#ids.length;
    this.#ids.push(id);
    this.#years.push(year ?? 0);
    const normalised = normaliseTitle(plainTitle(title.slice(0, LONGEST_TITLE))).replace(/^(?:the|an?) (?=\S)/, '');
    const all = normalised === '' ? [] : normalised.split(' ').slice(0, MOST_WORDS);
    const words = isGeneric(normalised) ? [] : all;
    const key = words.join('');
    this.#authors.push(hashOfFamily(authors));
    this.#beginnings.push(key === '' ? 0 : hashOf(key.slice(0, BEGINNING)));
    this.#ends.push(key === '' ? 0 : hashOf(key.slice(-BEGINNING)));
    const initials = words.map((word) => word.charAt(0)).join('');
    this.#initials.push(initials.length < 2 ? 0 : hashOf(initials.slice(0, MOST_INITIALS)));
    this.#prefixes.push(prefixOf(key));
    writeSignature(all.join(''), this.#signatures);
    for (const word of new Set(words.flatMap(partsOf))) this.#words.push(hashOf(word));
    this.#wordEnds.push(this.#words.length);
    for (const identifier of identifiers) {
      this.#identifiers.push(hashOf(identifier));
      this.#identifierOwners.push(place);
    }
  }

  /** The arrays as they are now. */
  view() {
    return {
      count: this.#ids.length,
      ids: this.#ids.view(),
      /** 0 when unknown */
      years: this.#years.view(),
      /** the family name of the first author */
      authors: this.#authors.view(),
      /** the first letters of the title */
      beginnings: this.#beginnings.view(),
      /** its last letters */
      ends: this.#ends.view(),
      /** the first letter of each of its words */
      initials: this.#initials.view(),
      /** ordered as the titles are */
      prefixes: this.#prefixes.view(),
      signatures: this.#signatures.view(),
      /** of all titles, one after another; those of a title end at `wordEnds` of its place */
      words: this.#words.view(),
      wordEnds: this.#wordEnds.view(),
      /** of all works, and beside them whose they are */
      identifiers: this.#identifiers.view(),
      identifierOwners: this.#identifierOwners.view(),
    };
  }
}

export type CandidateArrays = ReturnType<CandidateTable['view']>;

function partsOf(word: string): string[] {
  if (!SIGNS.test(word)) return [word];
  const signs = [...word];
  return signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`);
}

/** The last word that is no initials: wrong now and then, and the same for both spellings of a name nearly always. */
function hashOfFamily(authors: string | null): number {
  const words = firstAuthor(authors?.slice(0, LONGEST_AUTHOR) ?? null)?.split(' ') ?? [];
  const family = words.findLast((word) => word.length > 2) ?? words.at(-1);
  return family === undefined ? 0 : hashOf(family);
}

/** The beginning of a title as a number: 37 kinds of sign, so that ten of them stay exact. */
function prefixOf(key: string): number {
  let prefix = 0;
  for (let at = 0; at < PREFIX_LETTERS; at++) {
    const code = key.charCodeAt(at);
    const isLetter = code >= 97 && code <= 122;
    const isDigit = code >= 48 && code <= 57;
    prefix = prefix * 37 + (isLetter ? code - 86 : isDigit ? code - 47 : code > 0 ? 36 : 0);
  }
  return prefix;
}
