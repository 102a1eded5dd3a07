import type { RecordAuthor, RecordBiblio } from '../sources/record.ts';

/**
 * An author in the JSON of `publication_metadata.authors` and `records.author_list`. Absent or null: the source does
 * not say.
 */
export interface StoredAuthor {
  readonly name: string;
  readonly family?: string | null;
  readonly suffix?: string;
  readonly is_organization?: true;
  readonly orcid?: string | null;
  readonly openalex_id?: string | null;
}

/** Where a publication is published according to an imported file: `records.biblio`. `type` is one of `KINDS`. */
export interface StatedBiblio extends RecordBiblio {
  /** 13 digits */
  readonly isbn: string | null;
  /** of the book or the proceedings, if the publication has authors of its own */
  readonly editors: readonly StoredAuthor[];
}

export function storedAuthor({ name, family, suffix, isOrganization, orcid, openalexId }: RecordAuthor): StoredAuthor {
  return {
    ...{ name, family, orcid: orcid ?? null, openalex_id: openalexId ?? null },
    ...(suffix === undefined ? {} : { suffix }),
    ...(isOrganization ? { is_organization: true } : {}),
  };
}

/** The author that was stored, without ids. */
export function readStoredAuthor({ name, family = null, suffix, is_organization: is }: StoredAuthor): RecordAuthor {
  return { name, family, ...(suffix === undefined ? {} : { suffix }), ...(is ? { isOrganization: true } : {}) };
}
