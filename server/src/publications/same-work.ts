import type { SourceRecord } from '../sources/record.ts';
import { type AuthorRelation, compareAuthors } from './authors.ts';
import { firstAuthor, isGeneric, normaliseTitle } from './fingerprint.ts';
import { isPreprintRecord, isPreprintVenue } from './preprints.ts';
import { compareTitles, type TitleRelation } from './titles.ts';

/** A work as Google Scholar shows it: authors abbreviated, lists and titles perhaps cut off. */
export interface OurWork {
  readonly title: string;
  readonly year: number | null;
  readonly authorText: string | null;
  readonly venue: string | null;
}

type YearRelation = 'same' | 'near' | 'other' | 'unknown';

/** What was found, and what agreed and what did not. */
export interface Comparison {
  readonly verdict: 'agrees' | 'differs' | 'unknown';
  readonly title: TitleRelation;
  readonly year: YearRelation;
  readonly author: AuthorRelation;
}

/** A title of fewer letters may come twice within two years. */
const LEAST_LETTERS_OF_A_NEAR_YEAR = 30;

/** Whether a work can be found by its title at all: without a year or an author nothing agrees, and a title that many works share says nothing. */
export function isRecognisable({ title, year, authorText }: Omit<OurWork, 'venue'>): boolean {
  const normalised = normaliseTitle(title);
  return year !== null && firstAuthor(authorText) !== null && /\p{L}/u.test(normalised) && !isGeneric(normalised);
}

/**
 * Whether a record that a search by title gave is our work: title, year and an author agree, and none of them is missing. What is short of
 * equal, a title without its subtitle or a preprint of the year before or after, is accepted only when all else agrees in full. One year apart
 * alone is no agreement: that is how a paper at a conference and its longer form in a journal look.
 */
export function acceptsByTitle(work: OurWork, record: SourceRecord): Comparison {
  const found = compare(work, record);
  return { ...found, verdict: verdictByTitle(found, work, record) };
}

function verdictByTitle(
  { title, year, author }: Relations,
  work: OurWork,
  record: SourceRecord,
): Comparison['verdict'] {
  if (title === 'other' || title === 'related' || year === 'other' || author === 'none') return 'differs';
  if (title === 'unknown' || title === 'akin' || year === 'unknown') return 'unknown';
  if (author === 'unknown' || author === 'few') return 'unknown';
  if (title === 'same' && year === 'same') return 'agrees';
  if (author !== 'all') return 'unknown';
  if (year === 'same') return 'agrees';
  const isLong = normaliseTitle(work.title).length >= LEAST_LETTERS_OF_A_NEAR_YEAR;
  const isPreprint = isPreprintRecord(record) || isPreprintVenue(work.venue);
  return title === 'same' && isLong && isPreprint ? 'agrees' : 'unknown';
}

/**
 * Whether a record that was found by an identifier in our work's text is another work's after all: that of the whole issue, or of a paper that
 * ours is about. It differs only when the titles do. Then `sure` says whether that settles it: where an author is shared and the titles have
 * nothing in common, it may be our work under a translated title.
 */
export function contradicts(work: OurWork, record: SourceRecord): Comparison & { readonly sure: boolean } {
  const found = compare(work, record);
  const { title, author } = found;
  if (title === 'akin' || title === 'unknown') return { ...found, verdict: 'unknown', sure: false };
  if (title !== 'other' && title !== 'related') return { ...found, verdict: 'agrees', sure: false };
  return { ...found, verdict: 'differs', sure: title === 'related' || author === 'none' || author === 'unknown' };
}

type Relations = Omit<Comparison, 'verdict'>;

function compare(work: OurWork, record: SourceRecord): Relations {
  return {
    title: compareTitles(work.title, record.title),
    year: compareYears(work.year, record.year),
    author: compareAuthors(work.authorText, record.authors),
  };
}

function compareYears(ours: number | null, theirs: number | null): YearRelation {
  if (ours === null || theirs === null) return 'unknown';
  const apart = Math.abs(ours - theirs);
  return apart === 0 ? 'same' : apart === 1 ? 'near' : 'other';
}
