import { type PreparedAuthors, prepareAuthors } from './compare-authors.ts';
import { type ComparedIdentifier, type PreparedIdentifiers, prepareIdentifiers } from './compare-identifiers.ts';
import { type PreparedTitle, prepareTitle } from './compare-titles.ts';
import { type PreparedVenue, prepareVenue, yearIn } from './compare-venues.ts';

/** What is compared of a publication, as it is stored. The caller leaves out identifiers that were contradicted. */
export interface PublicationFields {
  readonly title: string;
  /** as Google Scholar prints them: "A Bauer, JK Müller, …" */
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  readonly identifiers: readonly ComparedIdentifier[];
}

/** The fields of a publication, prepared once to be compared with many others. */
export interface PreparedPublication {
  readonly title: PreparedTitle;
  readonly authors: PreparedAuthors;
  readonly venue: PreparedVenue;
  /** of the record, else read from its venue or its title; 0 if unknown */
  readonly year: number;
  readonly identifiers: PreparedIdentifiers | null;
}

export function preparePublication({
  title,
  authors,
  venue,
  year,
  identifiers,
}: PublicationFields): PreparedPublication {
  const preparedVenue = prepareVenue(venue);
  return {
    title: prepareTitle(title),
    authors: prepareAuthors(authors),
    venue: preparedVenue,
    year: year ?? (preparedVenue.year || yearIn(title)),
    identifiers: prepareIdentifiers(identifiers),
  };
}
