import { type ComparableAuthors, readAuthors } from './comparable-authors.ts';
import { type ComparableIdentifiers, readIdentifiers } from './comparable-identifiers.ts';
import { type ComparableTitle, readComparableTitle } from './comparable-title.ts';
import { type ComparableVenue, readVenue } from './comparable-venue.ts';

/** A work as it is stored. Identifiers that were contradicted (confidence under 0.5) are left out by whoever asks. */
export interface WorkRecord {
  readonly title: string;
  /** as Google Scholar prints them: "A Bauer, JK Müller, …" */
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  readonly identifiers: readonly { readonly kind: string; readonly value: string }[];
}

/** A work prepared to be compared with many: a few hundred bytes, so that a million can be held at once. */
export interface ComparableWork extends ComparableAuthors {
  readonly title: ComparableTitle;
  readonly venue: ComparableVenue;
  /** of the record, else the one that stands in its venue; 0 when unknown */
  readonly year: number;
  readonly identifiers: ComparableIdentifiers;
}

export function comparableOf({ title, authors, venue, year, identifiers }: WorkRecord): ComparableWork {
  const readable = readVenue(venue);
  return {
    title: readComparableTitle(title),
    ...readAuthors(authors),
    venue: readable,
    year: year ?? readable.year,
    identifiers: readIdentifiers(identifiers),
  };
}
