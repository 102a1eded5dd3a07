import { isPreprintVenue } from '../publications/preprints.ts';
import { searchWords } from '../publications/search-words.ts';
import { stemOf } from './comparable-title.ts';
import { seriesOf } from './venue-series.ts';

export interface ComparableVenue {
  /** folded words, without those that say nothing */
  readonly words: readonly string[];
  /** stems of all words, as those of titles without their weight */
  readonly stems: readonly number[];
  /** first letters of all words, and of those that say something: what an acronym stands for */
  readonly initials: string;
  readonly kind: VenueKind;
  /** empty when it is not one of the few that are known */
  readonly series: string;
  /** a year that stands in it; 0 when none does */
  readonly year: number;
}

export type VenueKind = 'journal' | 'conference' | 'report' | 'preprint' | 'unknown';

const LONGEST = 300;
const MOST_WORDS = 16;
const SAYS_NOTHING = new Set(
  'a acm an and annual at by conf conference for from ieee in international int intl j journal of on proc proceedings symposium symp the to trans transactions workshop'.split(
    ' ',
  ),
);
const JOURNAL =
  /\b(?:j|jnl|journal|trans|transactions|magazine|mag|letters|lett|review|rev|reviews|record|rec|bulletin|bull|newsletter|quarterly|annals|archive|surveys)\b/;
const CONFERENCE =
  /\b(?:proc|proceedings|procs|conf|conference|conferences|workshop|workshops|wkshp|symposium|symp|congress|meeting)\b/;
const REPORT =
  /\b(?:technical|tech rep|report|rep|thesis|dissertation|phd|memo|university|universitat|universite|univ|institut|institute|dept|department|manuscript|submitted|unpublished)\b/;
const NOWHERE: ComparableVenue = { words: [], stems: [], initials: '', kind: 'unknown', series: '', year: 0 };

/** Most works share their venue with others: what was read is kept, so that they share it in memory, too. */
const known = new Map<string, ComparableVenue>();
const MOST_KNOWN = 20_000;

export function readVenue(text: string | null): ComparableVenue {
  if (text === null || text.trim() === '') return NOWHERE;
  const key = text.slice(0, LONGEST);
  const before = known.get(key);
  if (before) return before;
  const venue = takeApart(key);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, venue);
  return venue;
}

function takeApart(text: string): ComparableVenue {
  const all = searchWords(text);
  const folded = all.join(' ');
  const named = all.filter((word) => !/^\d/.test(word) && word.length > 1);
  const words = [...new Set(named.filter((word) => !SAYS_NOTHING.has(word)))].slice(0, MOST_WORDS);
  const letters = (from: readonly string[]) => from.map((word) => word.charAt(0)).join('');
  const series = seriesOf(folded);
  const own = named.filter((word) => !/^(?:the|of|on|and|for|in|a|an)$/.test(word));
  return {
    words,
    stems: all.map((word) => Math.floor(stemOf(word) / 16)),
    initials: `${letters(named)} ${letters(own)}`,
    kind: kindOf(text, folded, series),
    series,
    year: Number(/(?<!\d)(?:19[5-9]|20[0-4])\d(?!\d)/.exec(text)?.[0] ?? 0),
  };
}

const KNOWN_JOURNALS = new Set(['sigmod record', 'vldb journal', 'tods', 'pnas', 'jacs']);

function kindOf(text: string, folded: string, series: string): VenueKind {
  if (isPreprintVenue(text)) return 'preprint';
  if (KNOWN_JOURNALS.has(series)) return 'journal';
  if (CONFERENCE.test(folded)) return 'conference';
  if (JOURNAL.test(folded)) return 'journal';
  if (REPORT.test(folded)) return 'report';
  return series === '' ? 'unknown' : 'conference';
}
