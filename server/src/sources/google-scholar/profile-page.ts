/** One row of a Google Scholar profile. Texts have one line and a limited length. */
export interface ProfileRow {
  /** `USER:CODE`, the stable id of the row. */
  readonly key: string;
  readonly title: string;
  /** As the page shows it: a long list ends in `...` and is incomplete. */
  readonly authors: string | null;
  /** Without the trailing year. */
  readonly venue: string | null;
  readonly year: number | null;
  /** null if the count could not be read */
  readonly citations: number | null;
  /**
   * The digits of `cites=`, on cited rows only. A row that its owner merged may list several ids. Only the first is
   * kept, because a co-author's row has a single id, which a list would never equal.
   */
  readonly clusterId: string | null;
  /** `/citations?view_op=view_citation&hl=en&user=USER&citation_for_view=USER:CODE` */
  readonly detailPath: string;
}

/** One page of a Google Scholar profile: the person, and the rows in the page's order. */
export interface ProfilePage {
  readonly name: string;
  readonly affiliation: string | null;
  /** An absolute address; null if the profile has only the placeholder. */
  readonly imageUrl: string | null;
  readonly rows: readonly ProfileRow[];
  /** One for each value that was lost or repaired, with the row's number on this page (from 1). */
  readonly warnings: readonly string[];
  readonly hasMore: boolean;
  /**
   * The source text from which the rows and nothing else were read. null if a value was lost or repaired, or if the
   * text's end is uncertain.
   */
  readonly rowsText: string | null;
}

/** A page whose rows are known, so they were not read. */
export type KnownPage = Omit<ProfilePage, 'rows' | 'warnings'> & { readonly rowCount: number };
