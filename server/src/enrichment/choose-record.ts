import { type AuthorRelation, compareAuthors } from '../names/authors.ts';
import { firstAuthor, normalizeTitle } from '../names/fingerprint.ts';
import { isGeneric } from '../names/generic-titles.ts';
import { isPreprintRecord, isPreprintVenue, withoutVersion } from '../names/preprints.ts';
import { compareTitles, type TitleRelation } from '../names/titles.ts';
import type { SourceRecord } from '../sources/record.ts';

export interface ChosenRecord {
  readonly record: SourceRecord;
  /** why the record was accepted */
  readonly comparison: Comparison;
}

/**
 * Chooses the record of a publication from the results of a search by title. Of the accepted records the best is, in
 * this order: one of the same year; one with the same title; the article; one with a DOI. If our venue is a preprint
 * server, only preprints are accepted: a later paper may have the same title and authors, so only a source's statement
 * links a preprint with its article. Returns null if no record is accepted. Also returns null if the best records have
 * different DOIs, since then two publications share the title.
 */
export function chooseRecord(publication: OurPublication, records: readonly SourceRecord[]): ChosenRecord | null {
  const accepted = records
    .map((record) => ({ record, comparison: acceptsByTitle(publication, record) }))
    .filter(({ comparison }) => comparison.verdict === 'agrees')
    .filter(({ record }) => !isPreprintVenue(publication.venue) || isPreprintRecord(record))
    .map((choice) => ({ choice, rank: rankOf(choice) }))
    .sort((a, b) => b.rank - a.rank);
  const [best] = accepted;
  if (!best) return null;
  const equals = accepted.filter(({ rank }) => rank === best.rank);
  const dois = equals.flatMap(({ choice }) => doisOf(choice.record).slice(0, 1));
  return new Set(dois).size > 1 ? null : best.choice;
}

function rankOf({ record, comparison }: ChosenRecord): number {
  return (
    Number(comparison.year === 'same') * 8 +
    Number(comparison.title === 'same') * 4 +
    Number(!isPreprintRecord(record)) * 2 +
    Number(doisOf(record).length > 0)
  );
}

/** All versions of a preprint count as one publication. */
const doisOf = ({ identifiers }: SourceRecord) =>
  identifiers.filter(({ kind }) => kind === 'doi').map(({ value }) => withoutVersion(value));

/**
 * A publication as Google Scholar shows it: with abbreviated authors, and with lists and titles that may be cut off.
 */
export interface OurPublication {
  readonly title: string;
  readonly year: number | null;
  readonly authorText: string | null;
  readonly venue: string | null;
}

type YearRelation = 'same' | 'near' | 'other' | 'unknown';

/** The verdict on a record, and how its fields relate to the publication's. */
export interface Comparison {
  readonly verdict: 'agrees' | 'differs' | 'unknown';
  readonly title: TitleRelation;
  readonly year: YearRelation;
  readonly author: AuthorRelation;
}

/** A shorter title may be used twice within two years. */
const MIN_TITLE_LENGTH_FOR_NEAR_YEAR = 30;

/** Whether a publication can be found by its title. It needs a year, an author, and a title that is not generic. */
export function isRecognizable({ title, year, authorText }: Omit<OurPublication, 'venue'>): boolean {
  const normalized = normalizeTitle(title);
  return year !== null && firstAuthor(authorText) !== null && /\p{L}/u.test(normalized) && !isGeneric(normalized);
}

/**
 * Whether a record from a search by title is our publication. Title, year and an author must be present and agree. A
 * missing subtitle, or the neighboring year of a preprint, is accepted only if everything else is equal. Without a
 * preprint, a neighboring year is not accepted, because a conference paper and its longer journal article differ in the
 * same way.
 */
export function acceptsByTitle(publication: OurPublication, record: SourceRecord): Comparison {
  const found = compare(publication, record);
  return { ...found, verdict: verdictByTitle(found, publication, record) };
}

function verdictByTitle(
  { title, year, author }: Relations,
  publication: OurPublication,
  record: SourceRecord,
): Comparison['verdict'] {
  if (title === 'other' || title === 'related' || year === 'other' || author === 'none') return 'differs';
  if (title === 'unknown' || title === 'akin' || year === 'unknown') return 'unknown';
  if (author === 'unknown' || author === 'few') return 'unknown';
  if (title === 'same' && year === 'same') return 'agrees';
  if (author !== 'all') return 'unknown';
  if (year === 'same') return 'agrees';
  const isLong = normalizeTitle(publication.title).length >= MIN_TITLE_LENGTH_FOR_NEAR_YEAR;
  const isPreprint = isPreprintRecord(record) || isPreprintVenue(publication.venue);
  return title === 'same' && isLong && isPreprint ? 'agrees' : 'unknown';
}

/**
 * Whether a record that an identifier in our text led to describes another publication, such as the whole issue or a
 * paper that ours comments on. The verdict is `differs` only if the titles differ. If an author is shared and the
 * titles have nothing in common, `sure` is false, because the record may have a translated title.
 */
export function contradicts(
  publication: OurPublication,
  record: SourceRecord,
): Comparison & { readonly sure: boolean } {
  const found = compare(publication, record);
  const { title, author } = found;
  if (title === 'akin' || title === 'unknown') return { ...found, verdict: 'unknown', sure: false };
  if (title !== 'other' && title !== 'related') return { ...found, verdict: 'agrees', sure: false };
  return { ...found, verdict: 'differs', sure: title === 'related' || author === 'none' || author === 'unknown' };
}

/**
 * Whether a record that an identifier led to proves that the identifier is the publication's: another paper may have
 * the title, so the authors must agree as well, or the year if a list names no authors, as ORCID's do.
 */
export function confirms({ verdict, author, year }: Comparison): boolean {
  if (verdict !== 'agrees' || year === 'other') return false;
  return author === 'all' || author === 'some' || (author === 'unknown' && year === 'same');
}

type Relations = Omit<Comparison, 'verdict'>;

/** IEEE puts this before the title of the paper itself; elsewhere such a title is that of the notice. */
const NOTICE_AT_IEEE = /^\s*notice of retraction(?:[\s:.–—-]|<br\s*\/?>)+/i;

function compare(publication: OurPublication, record: SourceRecord): Relations {
  const isOfIeee = record.identifiers.some(({ kind, value }) => kind === 'doi' && value.startsWith('10.1109/'));
  const titleOf = (title: string) => (isOfIeee ? title.replace(NOTICE_AT_IEEE, '') : title);
  return {
    title: compareTitles(titleOf(publication.title), record.title && titleOf(record.title)),
    year: compareYears(publication.year, record.year),
    author: compareAuthors(publication.authorText, record.authors),
  };
}

function compareYears(ours: number | null, theirs: number | null): YearRelation {
  if (ours === null || theirs === null) return 'unknown';
  const apart = Math.abs(ours - theirs);
  return apart === 0 ? 'same' : apart === 1 ? 'near' : 'other';
}
