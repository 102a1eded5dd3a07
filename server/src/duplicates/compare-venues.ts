import { searchWords } from '../library/search-words.ts';
import { issueIn } from '../names/columns.ts';
import { isPreprintVenue } from '../names/preprints.ts';

export interface PreparedVenue {
  /** folded words, without those that say nothing */
  readonly words: readonly string[];
  readonly allWords: ReadonlySet<string>;
  /** first letters of all words, and of those that say something: what an acronym stands for */
  readonly initials: string;
  readonly kind: VenueKind;
  /** the short name of a known series; empty if it is not known */
  readonly series: string;
  /** the year in the venue, or the one that its volume or number of the conference means; 0 without either */
  readonly year: number;
  /** volume and issue as in "31 (2)"; null without both */
  readonly issue: string | null;
}

type VenueKind = 'journal' | 'conference' | 'report' | 'preprint' | 'unknown';

const MAX_LENGTH = 300;
const MAX_WORDS = 16;
const SAYS_NOTHING = new Set(
  'a acm an and annual at by conf conference for from ieee in international int intl j journal of on proc proceedings symposium symp the to trans transactions workshop'.split(
    ' ',
  ),
);
const LINKING_WORDS = /^(?:the|of|on|and|for|in|a|an)$/;
const JOURNAL =
  /\b(?:j|jnl|journal|trans|transactions|magazine|mag|letters|lett|review|rev|reviews|record|rec|bulletin|bull|newsletter|quarterly|annals|archive|surveys)\b/;
const CONFERENCE =
  /\b(?:proc|proceedings|procs|conf|conference|conferences|workshop|workshops|wkshp|symposium|symp|congress|meeting)\b/;
const REPORT =
  /\b(?:technical|tech rep|report|rep|thesis|dissertation|phd|memo|university|universitat|universite|univ|institut|institute|dept|department|manuscript|submitted|unpublished)\b/;
const NOWHERE: PreparedVenue = {
  words: [],
  allWords: new Set(),
  initials: '',
  kind: 'unknown',
  series: '',
  year: 0,
  issue: null,
};

/**
 * Conferences and journals that their initials do not identify: the short name has other letters, or a journal has it
 * too. The year is the one before volume 1 of a journal, or before the first of a conference that takes place every
 * year.
 */
const SERIES: readonly (readonly [name: string, pattern: RegExp, yearZero: number])[] = [
  ['sigmod record', /\bsigmod (?:rec|record|newsletter)\b/, 1971],
  ['sigmod', /sigmod|management of data|\b(?:conf\w*|acm special interest group) on management(?: of)?$/, 0],
  [
    'vldb journal',
    /\b(?:vldb j|vldb journal|vldbj|journal of very large|j very large)\b|\bjournal on very large\b/,
    1991,
  ],
  ['vldb', /vldb|\bvlbd\b|\bvery large(?: data ?bases?| d|$)|\bconf\w* ?on very$/, 1974],
  ['tods', /\btods\b|\btrans(?:actions?)? (?:on )?database(?: sys|$)/, 1975],
  ['pods', /\bpods\b|\bprinciples of database sys/, 1981],
  ['kdd', /\b(?:sig)?kdd\b|\bknowledge discovery (?:and|in) data/, 1994],
  ['icde', /\bicde\b|\bconf\w* (?:on )?data eng|\bdata engineering\b.*\bconf/, 1984],
  ['edbt', /\bedbt\b|\bextending (?:database|data base) tech/, 0],
  ['cikm', /\bcikm\b|\binformation and knowledge management\b/, 1991],
  ['sigir', /\bsigir\b|\bresearch and development in information retrieval\b/, 1977],
  ['www', /\bwww\d*\b|\bworld wide web conf|\bconf\w* (?:on )?(?:the )?world wide web\b/, 0],
  ['neurips', /\b(?:neurips|nips)\b|\bneural information processing systems\b/, 1987],
  ['icml', /\bicml\b|\bconf\w* (?:on )?machine learning\b/, 1983],
  ['colt', /\bcolt\b|\bcomputational learning theory\b/, 1987],
  ['aaai', /\baaai\b/, 0],
  ['chi', /\bsigchi\b|\bchi conf|\bhuman factors in computing\b/, 0],
  ['stoc', /\bstoc\b|\btheory of computing\b/, 1968],
  ['focs', /\bfocs\b|\bfoundations of computer science\b/, 1959],
  ['soda', /\bdiscrete algorithms\b/, 1989],
  ['popl', /\bpopl\b|\bprinciples of programming languages\b/, 1973],
  ['sigcomm', /\bsigcomm\b|\bprotocols for computer comm/, 0],
  ['pnas', /\bpnas\b|\bproceedings of the national academy of sciences\b|\bproc natl acad sci\b/, 0],
  ['jacs', /\bj(?:ournal of the)? am(?:erican)? chem(?:ical)? soc/, 0],
];
const JOURNAL_SERIES = new Set(['sigmod record', 'vldb journal', 'tods', 'pnas', 'jacs']);

/** Most publications share their venue with others, so the last few thousand are kept. */
const known = new Map<string, PreparedVenue>();
const MAX_KNOWN = 20_000;

export function prepareVenue(text: string | null): PreparedVenue {
  if (text === null || text.trim() === '') return NOWHERE;
  const key = text.slice(0, MAX_LENGTH);
  const before = known.get(key);
  if (before) return before;
  const venue = readVenue(key);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, venue);
  return venue;
}

function readVenue(text: string): PreparedVenue {
  const all = searchWords(text);
  const folded = all.join(' ');
  const named = all.filter((word) => !/^\d/.test(word) && word.length > 1);
  const own = named.filter((word) => !LINKING_WORDS.test(word));
  const [series = '', , yearZero = 0] = SERIES.find(([, pattern]) => pattern.test(folded)) ?? [];
  const kind = kindOf(text, folded, series);
  const lettersOf = (words: readonly string[]) => words.map((word) => word.charAt(0)).join('');
  return {
    words: [...new Set(named.filter((word) => !SAYS_NOTHING.has(word)))].slice(0, MAX_WORDS),
    allWords: new Set(all),
    initials: `${lettersOf(named)} ${lettersOf(own)}`,
    kind,
    series,
    issue: issueIn(text),
    year: yearIn(text) || yearOfNumber(folded, kind, yearZero),
  };
}

function kindOf(text: string, folded: string, series: string): VenueKind {
  if (isPreprintVenue(text)) return 'preprint';
  if (JOURNAL_SERIES.has(series)) return 'journal';
  if (CONFERENCE.test(folded)) return 'conference';
  if (JOURNAL.test(folded)) return 'journal';
  if (REPORT.test(folded)) return 'report';
  return series === '' ? 'unknown' : 'conference';
}

/** The year in a text: "1996", "VLDB '96". 0 without one. */
export function yearIn(text: string): number {
  const [year] = /(?<!\d)(?:19[5-9]|20[0-4])\d(?!\d)/.exec(text) ?? [];
  if (year !== undefined) return Number(year);
  const [, short] = /['’‘]\s?([6-9]\d|[0-4]\d)(?!\d)/.exec(text) ?? [];
  return short === undefined ? 0 : Number(short) + (Number(short) >= 50 ? 1900 : 2000);
}

/** "29th VLDB" was in 2003, volume 22 of the TODS in 1997. */
function yearOfNumber(folded: string, kind: VenueKind, yearZero: number): number {
  if (yearZero === 0) return 0;
  const pattern = kind === 'journal' ? /\bvol(?:ume)? ?(\d{1,2})\b/ : /\b(\d{1,2}) ?(?:st|nd|rd|th)\b/;
  const number = Number(pattern.exec(folded)?.[1] ?? 0);
  return number === 0 ? 0 : yearZero + number;
}

export interface VenueComparison {
  /** 1 the same kind, -1 different kinds, 0 one is not known */
  readonly kinds: number;
  readonly isKnown: boolean;
  /** as far as the names say */
  readonly isSame: boolean;
  /** share of words of the shorter name that the longer one has, abbreviated or as an acronym */
  readonly words: number;
  /** 1 the same known series, -1 different ones, 0 one is not known */
  readonly series: number;
}

const MIN_ACRONYM = 3;

export function compareVenues(a: PreparedVenue, b: PreparedVenue): VenueComparison {
  if (a.words.length === 0 || b.words.length === 0) {
    return { isKnown: false, isSame: false, kinds: 0, words: 0, series: 0 };
  }
  const kinds = a.kind === 'unknown' || b.kind === 'unknown' ? 0 : a.kind === b.kind ? 1 : -1;
  const series = a.series === '' || b.series === '' ? 0 : a.series === b.series ? 1 : -1;
  const words = a === b || standsFor(a, b) || standsFor(b, a) ? 1 : shareOfWords(a.words, b.words);
  const isSame = series > 0 || (series === 0 && kinds >= 0 && words === 1);
  return { isKnown: true, isSame, kinds, words, series };
}

function shareOfWords(a: readonly string[], b: readonly string[]): number {
  return Math.min(countIn(a, b), countIn(b, a)) / Math.min(a.length, b.length);
}

const countIn = (words: readonly string[], others: readonly string[]) =>
  words.filter((word) => others.some((other) => isAbbreviated(word, other))).length;

/** "database" and "databases", "syst" and "systems", and joined words: "acmsigmod". */
function isAbbreviated(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && (long.startsWith(short) || (short.length >= 4 && long.endsWith(short)));
}

/** "tods" stands for "transactions on database systems". */
function standsFor(short: PreparedVenue, long: PreparedVenue): boolean {
  return short.words.some((word) => word.length >= MIN_ACRONYM && long.initials.includes(word));
}
