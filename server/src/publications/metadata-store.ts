import { sql } from 'kysely';
import { ABSTRACT_SOURCES } from '../library/shown-store.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Detail } from './contract.ts';

/** The sources of a shown list of authors, the best first: those with author ids. */
export const AUTHOR_LIST_SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv'];

type ShownMetadata = Pick<Detail, 'abstract' | 'abstract_source' | 'authors' | 'authors_source' | 'has_all_authors'>;

/** The best abstract and list of authors of a publication or of those merged into it. Its own come first. */
export async function readMetadata(db: Queries, publicationId: number): Promise<ShownMetadata> {
  const { rows } = await sql<{
    source: string;
    abstract: string | null;
    authors: Omit<Detail['authors'][number], 'position'>[];
    has_all_authors: boolean;
  }>`
    select d.source, d.abstract, d.authors, d.has_all_authors
    from shown_members m join publication_metadata d using (publication_id) where m.canonical_id = ${publicationId}
    order by publication_id = m.canonical_id desc, publication_id`.execute(db);
  const ofAbstract = bySource(rows, ABSTRACT_SOURCES).find(({ abstract }) => abstract !== null);
  const lists = bySource(rows, AUTHOR_LIST_SOURCES).filter(({ authors }) => authors.length > 0);
  const ofAuthors = lists.find(({ has_all_authors }) => has_all_authors) ?? lists[0];
  return {
    abstract: ofAbstract?.abstract ?? null,
    abstract_source: ofAbstract?.source ?? null,
    authors:
      ofAuthors?.authors.map(({ name, orcid, openalex_id }, at) => ({ position: at + 1, name, orcid, openalex_id })) ??
      [],
    authors_source: ofAuthors?.source ?? null,
    has_all_authors: ofAuthors?.has_all_authors ?? true,
  };
}

function bySource<Row extends { readonly source: string }>(rows: readonly Row[], order: readonly string[]): Row[] {
  return order.flatMap((source) => rows.filter((row) => row.source === source));
}
