import type { RecordBiblio, RecordIdentifier, RecordMetadata, SourceRecord } from '../sources/record.ts';
import { authorLine } from '../sources/record-authors.ts';
import type { Fields } from './payload-reader.ts';

/** The part of a source's record that an import reads. */
interface ImportedRecord
  extends Pick<SourceRecord, 'title' | 'year' | 'authors' | 'identifiers' | 'evidenceUrl' | 'landingPages'> {
  readonly metadata?: Pick<RecordMetadata, 'biblio' | 'hasAllAuthors'>;
}

/** A record of a source as an item of an import, which the library has without any scholar. */
export function itemOf(record: ImportedRecord, requested: readonly RecordIdentifier[]): Fields {
  const { title, year, authors, metadata } = record;
  // a source may know a publication by an alias
  const identifiers = record.identifiers.length > 0 ? record.identifiers : requested;
  const arxiv = identifiers.find(({ kind }) => kind === 'arxiv')?.value;
  return {
    title,
    year,
    author_text: authorLine({ authors, hasMore: metadata?.hasAllAuthors === false }),
    venue_text: venueLine(metadata?.biblio) ?? (arxiv === undefined ? null : `arXiv preprint arXiv:${arxiv}`),
    pub_url: record.evidenceUrl ?? record.landingPages[0] ?? null,
    doi: identifiers.find(({ kind }) => kind === 'doi')?.value ?? null,
    identifiers,
    is_added: true,
  };
}

/** Writes a venue as Google Scholar does, and as `readVenue` reads it: "Journal of Loops 12 (3), 1-20". */
function venueLine(biblio: RecordBiblio | undefined): string | null {
  const { type, container, publisher, volume, issue, pages } = biblio ?? {};
  // the container of a book is its series
  if (!container || (type === 'book' && publisher)) return publisher ?? null;
  const place = [container, volume, issue && `(${issue})`].filter(Boolean).join(' ');
  return pages ? `${place}, ${pages}` : place;
}
