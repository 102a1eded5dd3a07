/** The kinds of identifiers that a work may have, in the order in which equal confidence is decided. */
export type IdentifierKind = 'doi' | 'arxiv' | 'pmcid' | 'pmid' | 'openalex';

export interface RecordIdentifier {
  readonly kind: IdentifierKind;
  /** in the one form of `identifier-values.ts` */
  readonly value: string;
}

export interface RecordAuthor {
  /** as the source writes it, given names and family name */
  readonly name: string;
  /** null where the source does not say which part it is */
  readonly family: string | null;
}

/** A copy that a source says is free to read; whether it is a PDF is not known before it was asked for. */
export interface PdfLocation {
  readonly url: string;
  readonly version: 'published' | 'accepted' | 'submitted' | null;
  readonly license: string | null;
  readonly host: 'publisher' | 'repository' | null;
}

/** What a source knows of a work, in one form for all sources; plain JSON, as it is kept in the cache of answers. */
export interface SourceRecord {
  readonly title: string | null;
  readonly year: number | null;
  readonly authors: readonly RecordAuthor[];
  readonly identifiers: readonly RecordIdentifier[];
  /** direct links, in the source's order */
  readonly pdfs: readonly PdfLocation[];
  /** pages about the work that may name a PDF */
  readonly landingPages: readonly string[];
  /** where a person can see this record; null when the source has no such page */
  readonly evidenceUrl: string | null;
}

/** A request as a source wants it. */
export interface SourceRequest {
  readonly url: string;
  readonly accept: string;
  /** keys go here, never into the URL where a source allows it */
  readonly headers: Readonly<Record<string, string>>;
  /** what it takes from the source's daily budget */
  readonly cost: number;
}

/** Null: the answer does not have the form it should have. */
export type ParseRecords = (body: string) => SourceRecord[] | null;
