/** A person in the results of a name search. Texts have one line and a limited length. */
export interface FoundPerson {
  readonly source: 'google_scholar' | 'openalex';
  /** the id of the Google Scholar profile; null if the source does not know it */
  readonly scholarId: string | null;
  readonly name: string;
  readonly affiliation: string | null;
  readonly emailDomain: string | null;
  readonly citedByCount: number | null;
  readonly interests: readonly string[];
  /** the sixteen digits with their hyphens */
  readonly orcid: string | null;
  /** the page of the person at the source, if the person has no Google Scholar profile */
  readonly pageUrl: string | null;
}

/** The results of a name search at one source. `unreadable` counts the results that could not be read. */
export interface FoundPeople {
  readonly people: readonly FoundPerson[];
  readonly unreadable: number;
}
