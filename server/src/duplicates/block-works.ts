import type { CandidateArrays } from './candidate-table.ts';
import { floats, type GrowingList } from './growing-list.ts';
import { PairKeys } from './pair-keys.ts';
import { sharedBits } from './title-signature.ts';

/** Two works whose titles share less are not compared: of the true pairs of the labelled sets three in a thousand do. */
const LEAST_SHARED = 0.6;
/** In a block of at most this size everybody meets everybody. */
const SMALL_BLOCK = 40;
/** In a larger one each meets so many neighbours, by the title's beginning and by the author. */
const NEIGHBOURS = 10;
/** A word of at most so many titles leads to candidates alone, without a second. */
const RARE = 20;
/** Of the words of a title that others have, too, so many of the rarest are taken in pairs. */
const RAREST = 5;
/** Words are counted by their hash, in so many places. */
const COUNTERS = 1 << 22;

export interface Blocked {
  /** two works each, see `PairKeys`; in order, each once */
  readonly pairs: Float64Array;
  /** how often two works met */
  readonly metCount: number;
}

/**
 * Finds the pairs of works that are worth a closer look, in time that grows with the number of works: only works of one block meet. They have
 * in common an identifier; or the beginning of the title, its end, or the first letters of its words; or a rare word, or two less rare ones; or
 * the first author and the year.
 */
export function blockWorks(works: CandidateArrays, { maxYearDelta }: { maxYearDelta: number }): Blocked {
  const pairs = floats();
  let metCount = 0;
  for (const { entries, isSure } of passes(works)) {
    forEachBlock(entries, (members) => {
      metCount += meet(works, members, (a, b) => {
        const [yearA, yearB] = [works.years[a] ?? 0, works.years[b] ?? 0];
        if (yearA !== 0 && yearB !== 0 && Math.abs(yearA - yearB) > maxYearDelta) return;
        if (isSure || sharedBits(works.signatures, a, b) >= LEAST_SHARED) pairs.push(PairKeys.of(a, b));
      });
    });
    pairs.sortUnique();
  }
  return { pairs: pairs.view(), metCount };
}

interface Pass {
  /** keys of blocks with a member each */
  readonly entries: GrowingList<Float64Array>;
  /** being in one block is reason enough */
  readonly isSure: boolean;
}

/** One kind of block after another, so that the entries of one alone are held. */
function* passes(works: CandidateArrays): Generator<Pass> {
  yield { entries: byIdentifier(works), isSure: true };
  yield { entries: byTitle(works), isSure: false };
  yield { entries: byAuthor(works), isSure: false };
  yield { entries: byWords(works), isSure: false };
}

function byIdentifier({ identifiers, identifierOwners }: CandidateArrays) {
  const entries = floats();
  identifiers.forEach((hash, at) => {
    entries.push(PairKeys.entry(hash, identifierOwners[at] ?? 0));
  });
  return entries;
}

function byTitle({ beginnings, ends, initials }: CandidateArrays) {
  const entries = floats();
  for (const [place, beginning] of beginnings.entries()) {
    if (beginning !== 0) entries.push(PairKeys.entry(beginning, place));
    const end = ends[place] ?? 0;
    if (end !== 0) entries.push(PairKeys.entry(mix(end, 3), place));
    const letters = initials[place] ?? 0;
    if (letters !== 0) entries.push(PairKeys.entry(mix(letters, 1), place));
  }
  return entries;
}

function byAuthor({ authors, years, initials }: CandidateArrays) {
  const entries = floats();
  for (const [place, author] of authors.entries()) {
    if (author === 0) continue;
    const year = years[place] ?? 0;
    // the next year, too: two that are a year apart meet in the later one
    for (const one of year === 0 ? [0] : [year, year + 1]) entries.push(PairKeys.entry(mix(author, one), place));
    const letters = initials[place] ?? 0;
    if (letters !== 0) entries.push(PairKeys.entry(mix(author, letters), place));
  }
  return entries;
}

function byWords({ count, words, wordEnds }: CandidateArrays) {
  const entries = floats();
  const counts = new Uint32Array(COUNTERS);
  const countOf = (word: number) => counts[word & (COUNTERS - 1)] ?? 0;
  for (const word of words) counts[word & (COUNTERS - 1)] = countOf(word) + 1;
  // what stands in more says nothing
  const most = Math.max(100, count / 20);
  let from = 0;
  for (const [place, end] of wordEnds.entries()) {
    const shared = [...words.subarray(from, end)].filter((word) => countOf(word) > 1 && countOf(word) <= most);
    from = end;
    const rarest = shared.sort((a, b) => countOf(a) - countOf(b) || a - b).slice(0, RAREST);
    for (const [at, word] of rarest.entries()) {
      if (countOf(word) <= RARE) entries.push(PairKeys.entry(mix(word, 2), place));
      for (const other of rarest.slice(at + 1)) {
        entries.push(PairKeys.entry(mix(Math.min(word, other), Math.max(word, other)), place));
      }
    }
  }
  return entries;
}

function mix(a: number, b: number): number {
  const mixed = Math.imul(a ^ (b >>> 15) ^ (b << 7), 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

function forEachBlock(entries: GrowingList<Float64Array>, visit: (members: number[]) => void): void {
  entries.sortUnique();
  const sorted = entries.view();
  let members: number[] = [];
  let current = -1;
  for (const entry of sorted) {
    const key = PairKeys.keyOf(entry);
    if (key !== current) {
      if (members.length > 1) visit(members);
      members = [];
      current = key;
    }
    members.push(PairKeys.memberOf(entry));
  }
  if (members.length > 1) visit(members);
}

/** Lets the members of a block meet; returns how many pairs did. */
function meet({ ids, prefixes, authors }: CandidateArrays, members: number[], visit: (a: number, b: number) => void) {
  if (members.length <= SMALL_BLOCK) return meetNeighbours(members, members.length, visit);
  const byId = (a: number, b: number) => (ids[a] ?? 0) - (ids[b] ?? 0);
  const byTitle = (a: number, b: number) => (prefixes[a] ?? 0) - (prefixes[b] ?? 0) || byId(a, b);
  const met = meetNeighbours(members.sort(byTitle), NEIGHBOURS, visit);
  return (
    met +
    meetNeighbours(
      members.sort((a, b) => (authors[a] ?? 0) - (authors[b] ?? 0) || byTitle(a, b)),
      NEIGHBOURS,
      visit,
    )
  );
}

function meetNeighbours(members: readonly number[], reach: number, visit: (a: number, b: number) => void): number {
  let met = 0;
  for (let at = 0; at < members.length; at++) {
    for (let next = at + 1; next < members.length && next <= at + reach; next++) {
      visit(members[at] ?? 0, members[next] ?? 0);
      met++;
    }
  }
  return met;
}
