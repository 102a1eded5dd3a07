/** A publication in a message. Texts are as the sources wrote them: whoever renders them escapes them. */
export interface NewsPublication {
  readonly id: number;
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  /** the beginning of the abstract, at most 300 characters; null: not known */
  readonly abstract: string | null;
  /** the open PDF that was checked */
  readonly pdfUrl: string | null;
  /** its page in Lectern */
  readonly url: string;
  /** why the user gets it, such as "You follow Ada Lovelace." */
  readonly reasons: readonly string[];
}

/**
 * The new publications of a scholar, the newest first. A publication of several scholars is in the first group only.
 */
export interface NewsGroup {
  readonly scholarName: string;
  /** the scholar's list in Lectern */
  readonly url: string;
  readonly publications: readonly NewsPublication[];
}

/** What a message for people announces. A publication is in it once. */
export interface News {
  readonly groups: readonly NewsGroup[];
  /** publications of which a PDF was found now */
  readonly pdfs: readonly NewsPublication[];
  /** a sentence about each other event, such as "Requests to Google Scholar resumed at 14:05." */
  readonly notices: readonly string[];
}
