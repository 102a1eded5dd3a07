/** The kinds of identifiers that a work may have, in the order in which equal confidence is decided. */
export type IdentifierKind = 'doi' | 'arxiv' | 'pmcid' | 'pmid' | 'openalex';

export interface RecordIdentifier {
  readonly kind: IdentifierKind;
  /** in the one form of `identifier-values.ts` */
  readonly value: string;
}

/** An author of a record. The place in the record's list is the author's position. */
export interface RecordAuthor {
  /** as the source writes it, given names and family name */
  readonly name: string;
  /** null where the source does not say which part it is */
  readonly family: string | null;
  /** `0000-0002-1825-0097`; absent where the source has none */
  readonly orcid?: string;
  /** `A5023888391`; absent at sources other than OpenAlex */
  readonly openalexId?: string;
}

/** A copy that a source says is free to read; whether it is a PDF is not known before it was asked for. */
export interface PdfLocation {
  readonly url: string;
  readonly version: 'published' | 'accepted' | 'submitted' | null;
  readonly license: string | null;
  readonly host: 'publisher' | 'repository' | null;
}

/** How this publication is related to another one: Crossref's `relation`. */
export interface RecordRelation {
  /** Crossref's word, for example `is-preprint-of`, `has-review`, `is-version-of` */
  readonly type: string;
  /** `doi`, `issn`, `uri` and so on */
  readonly idType: string;
  /** a DOI in the form of `identifier-values.ts`, any other id as it was said */
  readonly id: string;
  /** which of the two publications says so */
  readonly assertedBy: 'subject' | 'object' | null;
}

/** A retraction, correction or other notice: Crossref's `update-to` (this record is the notice) and `updated-by` (this record got one). */
export interface RecordUpdate {
  readonly direction: 'update-to' | 'updated-by';
  /** Crossref's word, for example `retraction`, `correction`, `expression_of_concern` */
  readonly type: string;
  /** of the other publication; a notice may name the publication itself */
  readonly doi: string;
  /** `2020-06-05`; null when it is unknown */
  readonly date: string | null;
  /** who said so, for example `publisher` or `retraction-watch` */
  readonly source: string | null;
}

/**
 * What a record says beyond what a publication is found by. Null means that the source does not say it. The texts are plain text. Bounds: an abstract
 * has 20,000 characters, lists of authors 3,000 entries, lists of referenced works 5,000, relations and updates 200 each.
 */
export interface RecordMetadata {
  /** the record's own id at its source: an OpenAlex work, a DOI at Crossref, an arXiv id, `MED/41744547` at Europe PMC */
  readonly recordId: string | null;
  /** paragraphs are separated by a line break */
  readonly abstract: string | null;
  /** false: the source or we cut the list of authors short */
  readonly hasAllAuthors: boolean;
  /** OpenAlex work ids at OpenAlex, DOIs at Crossref */
  readonly referencedWorks: readonly string[] | null;
  readonly isRetracted: boolean | null;
  readonly relations: readonly RecordRelation[] | null;
  readonly updates: readonly RecordUpdate[] | null;
  readonly citationCount: number | null;
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
  /** absent at Unpaywall, which is about copies */
  readonly metadata?: RecordMetadata;
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
