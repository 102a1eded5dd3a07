import { normalizeTitle } from './fingerprint.ts';
import { isPreprintVenue } from './preprints.ts';

type Kind = 'preprint' | 'journal' | 'conference' | null;

const JOURNAL =
  /^(?:j|journals?|trans(?:actions)?|lett(?:ers)?|mag(?:azine)?|record|bull(?:etin)?|ann(?:als)?|revs?|reviews?|quarterly|zeitschrift|revista|revue|archives?)$/;
const CONFERENCE = /^(?:proc|proceedings|conf(?:erence)?|symp(?:osium)?|workshops?|congress|meeting)$/;
/** Words that sources leave out of a name, and those around its numbers. */
const FILLER =
  /^(?:an?|and|at|by|de[lrs]?|di|e|en|et|for|from|für|fur|in|l[ae]|of|on|the|to|und|vol(?:ume)?|no|issue|pp?|pages?|th|st|nd|rd)$/;
/** Series of books with the proceedings of many conferences, which the other source may name instead. */
const SERIES = /\b(?:lecture notes (?:in|on)|ebooks?|communications in computer and information science)\b/;

/** The normalized name of a venue, without the numbers of the year, volume and pages. */
export function nameOfVenue(venue: string): string {
  return normalizeTitle(venue.replace(/\p{N}+/gu, ' '));
}

/**
 * Whether two venues can be one: "VLDB J." and "The VLDB Journal 12 (3), 4-9", but not "VLDB" and "The VLDB Journal",
 * in which a paper and its longer version appear. Each word of the shorter name must be a word of the longer one, or
 * abbreviate it. `unknown` if one of them is missing.
 */
export function compareVenues(a: string | null, b: string | null): 'same' | 'other' | 'unknown' {
  const [one, other] = [readVenue(a), readVenue(b)];
  if (one.words.length === 0 || other.words.length === 0) return 'unknown';
  if (one.kind === 'preprint' || other.kind === 'preprint') return one.kind === other.kind ? 'same' : 'other';
  if ((one.kind === 'journal') !== (other.kind === 'journal')) return 'other';
  if (one.isSeries || other.isSeries) return 'unknown';
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  const isFound = (word: string) => long.words.some((longer) => longer.startsWith(word) || word.startsWith(longer));
  return short.words.every(isFound) ? 'same' : 'other';
}

function readVenue(venue: string | null): { words: readonly string[]; kind: Kind; isSeries: boolean } {
  // numbers with their endings: "31st"
  const name = normalizeTitle((venue ?? '').replace(/\p{N}[\p{N}\p{L}]*/gu, ' '));
  const words = name.split(' ').filter((word) => word !== '' && !FILLER.test(word));
  return { words, kind: isPreprintVenue(venue) ? 'preprint' : kindOf(words), isSeries: SERIES.test(name) };
}

/** The first word that says a kind decides: "Journal of Tides: conference series". */
function kindOf(words: readonly string[]): Kind {
  const said = words.find((word) => JOURNAL.test(word) || CONFERENCE.test(word));
  return said === undefined ? null : JOURNAL.test(said) ? 'journal' : 'conference';
}
