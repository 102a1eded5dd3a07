/** One work as a Google Scholar profile lists it; texts are folded to one line and bounded in length. */
export interface ProfileRow {
  /** `USER:CODE`, the stable id of the row. */
  readonly key: string;
  readonly title: string;
  /** As shown: a long list ends in `...` and is not complete. */
  readonly authors: string | null;
  /** Without the trailing year. */
  readonly venue: string | null;
  readonly year: number | null;
  /** null when the count could not be read */
  readonly citations: number | null;
  /**
   * Digits of `cites=`, on cited rows only. A row merged by its owner may list several, comma-separated: only the first is kept, because a
   * co-author's unmerged row carries one of them alone, and a list would equal no other row's id.
   */
  readonly clusterId: string | null;
  /** `/citations?view_op=view_citation&hl=en&user=USER&citation_for_view=USER:CODE` */
  readonly detailPath: string;
}

/** One page of a Google Scholar profile: who it is, and the works on this page in the page's order. */
export interface ProfilePage {
  readonly name: string;
  readonly affiliation: string | null;
  /** Absolute; null for the placeholder of a profile without a picture. */
  readonly imageUrl: string | null;
  readonly rows: readonly ProfileRow[];
  /** One for each thing that was lost or mended, naming the row's number on this page (1 is the first). */
  readonly warnings: readonly string[];
  readonly hasMore: boolean;
}
