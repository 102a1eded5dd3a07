/** Somebody whom a source names in answer to a name; texts are folded to one line and bounded in length. */
export interface FoundPerson {
  readonly source: 'google_scholar' | 'openalex';
  /** the id of the Google Scholar profile; null where the source does not know it */
  readonly scholarId: string | null;
  readonly name: string;
  readonly affiliation: string | null;
  readonly emailDomain: string | null;
  readonly citedByCount: number | null;
  readonly interests: readonly string[];
  /** the sixteen digits with their hyphens */
  readonly orcid: string | null;
  /** the source's own page of somebody without a Google Scholar profile */
  readonly pageUrl: string | null;
}

/** What a source answered to a name; `unreadable` counts those that it named in a way that could not be read. */
export interface FoundPeople {
  readonly people: readonly FoundPerson[];
  readonly unreadable: number;
}
