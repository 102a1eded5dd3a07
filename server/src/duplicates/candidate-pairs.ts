import { firstAuthor, normalizeTitle } from '../names/fingerprint.ts';
import { isGeneric } from '../names/generic-titles.ts';
import { plainTitle } from '../names/plain-title.ts';
import { hashOf } from './text-similarity.ts';

/** The values that decide which publications are compared with each other. */
export interface CandidateRow {
  readonly id: number;
  readonly title: string;
  readonly authors: string | null;
  readonly year: number | null;
  /** as "doi:10.1145/1" */
  readonly identifiers: readonly string[];
}

/** The keys of a publication. Two publications with an equal key may be compared. Most are hashes; 0 where nothing is known. */
export interface Candidate {
  readonly id: number;
  /** 0 if unknown */
  readonly year: number;
  /** the family name of the first author */
  readonly author: number;
  /** the first and the last letters of the title; a title that many publications share has none */
  readonly beginning: number;
  readonly end: number;
  /** the first letter of each word of the title */
  readonly initials: number;
  readonly words: readonly number[];
  readonly identifiers: readonly number[];
  /** the letters of the title */
  readonly letters: string;
}

const MAX_TITLE_LENGTH = 300;
const MAX_LETTERS = 160;
const MAX_AUTHOR_LENGTH = 200;
const MAX_WORDS = 40;
const END_LETTERS = 16;
const MAX_INITIALS = 10;
/** Written without spaces: each two signs in a row count as a word. */
const SIGNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2,}/u;

export function candidateOf({ id, title, authors, year, identifiers }: CandidateRow): Candidate {
  const normalized = normalizeTitle(plainTitle(title.slice(0, MAX_TITLE_LENGTH))).replace(/^(?:the|an?) (?=\S)/, '');
  const all = normalized === '' ? [] : normalized.split(' ').slice(0, MAX_WORDS);
  const words = isGeneric(normalized) ? [] : all;
  const key = words.join('');
  const initials = words.map((word) => word.charAt(0)).join('');
  return {
    id,
    year: year ?? 0,
    author: hashOfFamily(authors),
    beginning: key === '' ? 0 : hashOf(key.slice(0, END_LETTERS)),
    end: key === '' ? 0 : hashOf(key.slice(-END_LETTERS)),
    initials: initials.length < 2 ? 0 : hashOf(initials.slice(0, MAX_INITIALS)),
    words: [...new Set(words.flatMap(partsOf))].map(hashOf),
    identifiers: identifiers.map(hashOf),
    letters: all.join('').slice(0, MAX_LETTERS),
  };
}

function partsOf(word: string): string[] {
  if (!SIGNS.test(word)) return [word];
  const signs = [...word];
  return signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`);
}

/** The last word that is not initials: sometimes wrong, but nearly always the same for both spellings of a name. */
function hashOfFamily(authors: string | null): number {
  const words = firstAuthor(authors?.slice(0, MAX_AUTHOR_LENGTH) ?? null)?.split(' ') ?? [];
  const family = words.findLast((word) => word.length > 2) ?? words.at(-1);
  return family === undefined ? 0 : hashOf(family);
}

const SIGNATURE_LENGTH = 16;

/**
 * The trigrams of all titles, each as a set of 512 bits. Two titles that differ in a misspelled word, a subtitle or spaces share most of their
 * bits; two others share a third.
 */
function makeSignatures(candidates: readonly Candidate[]): Int32Array {
  const signatures = new Int32Array(candidates.length * SIGNATURE_LENGTH);
  for (const [place, { letters }] of candidates.entries()) {
    const text = `${letters}$`;
    for (let at = 0; at < text.length; at++) {
      const trigram = (text.charCodeAt(at - 2) || 0) * 961 + (text.charCodeAt(at - 1) || 0) * 31 + text.charCodeAt(at);
      const bit = Math.imul(trigram, 0x9e3779b1) >>> 23;
      const word = place * SIGNATURE_LENGTH + (bit >>> 5);
      signatures[word] = (signatures[word] ?? 0) | (1 << (bit & 31));
    }
  }
  return signatures;
}

/** The share of the bits of the smaller of two sets that the larger one has, 0 to 1. */
function sharedBits(signatures: Int32Array, a: number, b: number): number {
  let [inBoth, inA, inB] = [0, 0, 0];
  for (let at = 0; at < SIGNATURE_LENGTH; at++) {
    const ofA = signatures[a * SIGNATURE_LENGTH + at] ?? 0;
    const ofB = signatures[b * SIGNATURE_LENGTH + at] ?? 0;
    inBoth += countBits(ofA & ofB);
    inA += countBits(ofA);
    inB += countBits(ofB);
  }
  return inBoth / (Math.min(inA, inB) || 1);
}

function countBits(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Of 1,000 true pairs of the labeled sets, three have titles that share fewer bits. */
const MIN_SHARED = 0.6;
/** In a block of at most this size, each publication is compared with all others. */
const SMALL_BLOCK = 40;
/** In a larger block each is compared with so many neighbors, by the beginning of the title and by the author. */
const NEIGHBORS = 10;
/** A word in at most so many titles is a key of its own; a more frequent one needs a second word. */
const RARE = 20;
/** So many of the rarest words of a title are taken in pairs. */
const RAREST = 5;
/** Words are counted by their hash, in so many places. */
const COUNTERS = 1 << 22;

/** Two places in the list of candidates as one number, because lists of numbers sort fast. A place has 23 bits; a key keeps 30 bits of its hash. */
export const MAX_CANDIDATES = 2 ** 23;
export const pairOf = (a: number, b: number) => Math.min(a, b) * MAX_CANDIDATES + Math.max(a, b);
export const lowOf = (pair: number) => Math.floor(pair / MAX_CANDIDATES);
export const highOf = (pair: number) => pair % MAX_CANDIDATES;

export interface CandidatePairs {
  /** see `pairOf`; sorted, each pair once */
  readonly pairs: Float64Array;
  /** how often two publications had an equal key */
  readonly metCount: number;
}

/**
 * Finds the pairs that are worth a comparison in time that grows with the number of publications. The two have an equal key: an identifier; the
 * beginning of the title, its end, or the initials of its words; the first author together with the year or the initials; a rare word or two
 * less rare ones.
 */
export function findCandidatePairs(
  candidates: readonly Candidate[],
  { maxYearDelta }: { readonly maxYearDelta: number },
): CandidatePairs {
  const signatures = makeSignatures(candidates);
  const pairs: number[] = [];
  let metCount = 0;
  const meet = (a: number, b: number, isSure: boolean) => {
    const one = candidates[a];
    const other = candidates[b];
    if (!one || !other) return;
    metCount++;
    if (one.year !== 0 && other.year !== 0 && Math.abs(one.year - other.year) > maxYearDelta) return;
    if (isSure || sharedBits(signatures, a, b) >= MIN_SHARED) pairs.push(pairOf(a, b));
  };
  forEachBlock(candidates, identifierKeys, (block) => compareWithin(candidates, block, (a, b) => meet(a, b, true)));
  // one kind of key after another, so that the keys of only one kind are held
  for (const keysOf of [titleKeys, authorKeys, wordKeysAmong(candidates)]) {
    forEachBlock(candidates, keysOf, (block) => compareWithin(candidates, block, (a, b) => meet(a, b, false)));
  }
  return { pairs: sortedUnique(pairs), metCount };
}

type KeysOf = (candidate: Candidate) => readonly number[];

const identifierKeys: KeysOf = ({ identifiers }) => identifiers;

const titleKeys: KeysOf = ({ beginning, end, initials }) => [
  beginning,
  end === 0 ? 0 : mix(end, 3),
  initials === 0 ? 0 : mix(initials, 1),
];

const authorKeys: KeysOf = ({ author, year, initials }) => {
  if (author === 0) return [];
  // two publications that are a year apart meet in the later year
  const years = year === 0 ? [0] : [year, year + 1];
  return [...years.map((one) => mix(author, one)), initials === 0 ? 0 : mix(author, initials)];
};

function wordKeysAmong(candidates: readonly Candidate[]): KeysOf {
  const counts = new Uint32Array(COUNTERS);
  const countOf = (word: number) => counts[word & (COUNTERS - 1)] ?? 0;
  for (const { words } of candidates) for (const word of words) counts[word & (COUNTERS - 1)] = countOf(word) + 1;
  // a word in more titles says nothing
  const maxCount = Math.max(100, candidates.length / 20);
  return ({ words }) => {
    const shared = words.filter((word) => countOf(word) > 1 && countOf(word) <= maxCount);
    const rarest = shared.sort((a, b) => countOf(a) - countOf(b) || a - b).slice(0, RAREST);
    const keys: number[] = [];
    for (const [at, word] of rarest.entries()) {
      if (countOf(word) <= RARE) keys.push(mix(word, 2));
      for (const other of rarest.slice(at + 1)) keys.push(mix(Math.min(word, other), Math.max(word, other)));
    }
    return keys;
  };
}

function mix(a: number, b: number): number {
  const mixed = Math.imul(a ^ (b >>> 15) ^ (b << 7), 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

/** Visits the places of all candidates that share a key, one key at a time. The key 0 means that there is no key. */
function forEachBlock(candidates: readonly Candidate[], keysOf: KeysOf, visit: (places: number[]) => void): void {
  const entries: number[] = [];
  for (const [place, candidate] of candidates.entries()) {
    for (const key of keysOf(candidate)) if (key !== 0) entries.push((key >>> 2) * MAX_CANDIDATES + place);
  }
  let block: number[] = [];
  let current = -1;
  for (const entry of sortedUnique(entries)) {
    const key = lowOf(entry);
    if (key !== current) {
      if (block.length > 1) visit(block);
      block = [];
      current = key;
    }
    block.push(highOf(entry));
  }
  if (block.length > 1) visit(block);
}

/** Compares the members of a small block each with each, those of a large one with their neighbors. */
function compareWithin(
  candidates: readonly Candidate[],
  block: number[],
  compare: (a: number, b: number) => void,
): void {
  if (block.length <= SMALL_BLOCK) {
    compareNeighbors(block, block.length, compare);
    return;
  }
  const lettersAt = (place: number) => candidates[place]?.letters ?? '';
  const authorAt = (place: number) => candidates[place]?.author ?? 0;
  const idAt = (place: number) => candidates[place]?.id ?? 0;
  const byTitle = (a: number, b: number) => compareText(lettersAt(a), lettersAt(b)) || idAt(a) - idAt(b);
  compareNeighbors(block.sort(byTitle), NEIGHBORS, compare);
  block.sort((a, b) => authorAt(a) - authorAt(b) || byTitle(a, b));
  compareNeighbors(block, NEIGHBORS, compare);
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function compareNeighbors(places: readonly number[], reach: number, compare: (a: number, b: number) => void): void {
  for (let at = 0; at < places.length; at++) {
    for (let next = at + 1; next < places.length && next <= at + reach; next++) {
      compare(places[at] ?? 0, places[next] ?? 0);
    }
  }
}

function sortedUnique(numbers: readonly number[]): Float64Array {
  const sorted = new Float64Array(numbers).sort();
  let kept = 0;
  for (const number of sorted) if (kept === 0 || number !== sorted[kept - 1]) sorted[kept++] = number;
  return sorted.subarray(0, kept);
}
