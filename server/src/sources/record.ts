import type { Notice } from './notice.ts';

/** The kinds of identifiers. If two have the same confidence, the earlier kind wins. */
export type IdentifierKind = 'doi' | 'arxiv' | 'pmcid' | 'pmid' | 'openalex';

export interface RecordIdentifier {
  readonly kind: IdentifierKind;
  /** in the normal form of `identifier-values.ts` */
  readonly value: string;
}

/** An author of a record. The place in the record's list is the author's position. */
export interface RecordAuthor {
  /** as the source writes it: given names, family name and suffix, or the name of an organization */
  readonly name: string;
  /** null if the source does not mark the family name */
  readonly family: string | null;
  /** "Jr.", "III"; absent if the source does not mark one */
  readonly suffix?: string;
  /** the source says that the author is an organization; absent if it does not say so */
  readonly isOrganization?: true;
  /** `0000-0002-1825-0097`; absent if the source has none */
  readonly orcid?: string;
  /** `A5023888391`; absent at sources other than OpenAlex */
  readonly openalexId?: string;
}

/** A copy that a source reports as free to read. Only a request shows whether it is a PDF. */
export interface PdfLocation {
  readonly url: string;
  readonly version: 'published' | 'accepted' | 'submitted' | null;
  readonly license: string | null;
  readonly host: 'publisher' | 'repository' | null;
}

/** How this publication is related to another one: Crossref's `relation`, and the article that a preprint server names. */
export interface RecordRelation {
  /** Crossref's word, for example `is-preprint-of`, `has-review`, `is-version-of` */
  readonly type: string;
  /** `doi`, `issn`, `uri` and so on */
  readonly idType: string;
  /** a DOI in the form of `identifier-values.ts`, any other id as the source writes it */
  readonly id: string;
  /** which of the two publications asserts the relation */
  readonly assertedBy: 'subject' | 'object' | null;
}

/** Where a publication is published. Texts have at most 500 characters. */
export interface RecordBiblio {
  /** the kind of publication in the source's words: `proceedings-article` at Crossref, `dissertation` at OpenAlex */
  readonly type: string | null;
  /** the journal, the proceedings, or the book of a chapter */
  readonly container: string | null;
  readonly publisher: string | null;
  readonly volume: string | null;
  readonly issue: string | null;
  /** `1-20`, or an article number */
  readonly pages: string | null;
  readonly issn: string | null;
}

/**
 * The fields of a record that do not help to match publications. Null means that the source does not report the field.
 * Limits: 20,000 characters of abstract, 10,000 authors, 5,000 references, and 200 relations and notices each.
 */
export interface RecordMetadata {
  /**
   * the record's own id at its source: an OpenAlex work, a DOI at Crossref, an arXiv id at arXiv and DataCite,
   * `MED/41744547` at Europe PMC
   */
  readonly recordId: string | null;
  /** paragraphs are separated by a line break */
  readonly abstract: string | null;
  /** false if the source or Lectern cut the list of authors short */
  readonly hasAllAuthors: boolean;
  /** OpenAlex work ids at OpenAlex, DOIs at Crossref */
  readonly referencedWorks: readonly string[] | null;
  readonly isRetracted: boolean | null;
  readonly relations: readonly RecordRelation[] | null;
  readonly citationCount: number | null;
  /** absent at other sources than Crossref and OpenAlex, and in cached responses of older versions */
  readonly biblio?: RecordBiblio;
  /** about the publication; absent at other sources than Crossref, and in cached responses of older versions */
  readonly notices?: readonly Notice[];
  /** `2020-06-05`, `2020-06` or `2020`; absent if it is not known, and in cached responses of older versions */
  readonly publishedOn?: string;
  /** how often a preprint was posted; absent at other sources than arXiv, DataCite and bioRxiv */
  readonly versionNumber?: number;
}

/**
 * A source's record of a publication, in one form for all sources. Plain JSON, because the cache of responses stores
 * it.
 */
export interface SourceRecord {
  readonly title: string | null;
  readonly year: number | null;
  readonly authors: readonly RecordAuthor[];
  readonly identifiers: readonly RecordIdentifier[];
  /** direct links, in the source's order */
  readonly pdfs: readonly PdfLocation[];
  /** pages about the publication that may link to a PDF */
  readonly landingPages: readonly string[];
  /** a page that shows this record; null if the source has no such page */
  readonly evidenceUrl: string | null;
  /** absent at Unpaywall, which reports only copies */
  readonly metadata?: RecordMetadata;
}

/** A request in the form that a source expects. */
export interface SourceRequest {
  readonly url: string;
  readonly accept: string;
  /** keys go here and not into the URL, if the source allows it */
  readonly headers: Readonly<Record<string, string>>;
  /** what the request takes from the daily budget */
  readonly cost: number;
  /** the fields of a form; the request is then a POST */
  readonly form?: Readonly<Record<string, string>>;
}

/** Returns null if the response does not have the expected format. */
export type ParseRecords = (body: string) => SourceRecord[] | null;
