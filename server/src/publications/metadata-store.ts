import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { RecordAuthor, RecordMetadata } from '../sources/record.ts';

/** What a source's record says of a publication, to be kept in place of what the source said before. */
export interface FoundMetadata {
  readonly publicationId: number;
  readonly source: string;
  /** when the source said it; null: now */
  readonly fetchedAt: Date | null;
  readonly authors: readonly RecordAuthor[];
  /** null: what is kept of this source is of another publication */
  readonly metadata: RecordMetadata | null;
}

/** Keeps records' metadata, one row a publication and source. An answer that is older than the kept one changes nothing. */
export async function saveMetadata(tx: Tx, found: readonly FoundMetadata[]): Promise<void> {
  const latest = new Map(found.map((one) => [`${one.publicationId} ${one.source}`, one]));
  const [kept, gone] = [[...latest.values()], [...latest.values()].filter(({ metadata }) => metadata === null)];
  if (gone.length > 0)
    await sql`
      delete from publication_metadata m using unnest(${gone.map(({ publicationId }) => publicationId)}::bigint[],
        ${gone.map(({ source }) => source)}::text[]) as k (publication_id, source)
      where m.publication_id = k.publication_id and m.source = k.source`.execute(tx);
  const rows = kept.flatMap(({ publicationId, source, fetchedAt, authors, metadata }) =>
    metadata === null
      ? []
      : {
          publication_id: publicationId,
          source,
          record_id: metadata.recordId,
          fetched_at: fetchedAt,
          abstract: metadata.abstract,
          authors: authors.map(({ name, orcid = null, openalexId = null }) => ({
            name,
            orcid,
            openalex_id: openalexId,
          })),
          has_all_authors: metadata.hasAllAuthors,
          referenced_works: metadata.referencedWorks,
          is_retracted: metadata.isRetracted,
          relations:
            metadata.relations?.map(({ type, idType, id, assertedBy }) => ({
              type,
              id_type: idType,
              id,
              asserted_by: assertedBy,
            })) ?? null,
          updates: metadata.updates,
          citation_count: metadata.citationCount,
        },
  );
  if (rows.length === 0) return;
  await sql`
    insert into publication_metadata as m (publication_id, source, record_id, fetched_at, abstract, authors, has_all_authors, referenced_works,
      is_retracted, relations, updates, citation_count)
    select publication_id, source, record_id, coalesce(fetched_at, now()), abstract, authors, has_all_authors, referenced_works,
      is_retracted, relations, updates, citation_count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (publication_id bigint, source text, record_id text, fetched_at timestamptz,
      abstract text, authors jsonb, has_all_authors boolean, referenced_works text[], is_retracted boolean, relations jsonb, updates jsonb,
      citation_count integer)
    order by publication_id, source
    on conflict (publication_id, source) do update set record_id = excluded.record_id, fetched_at = excluded.fetched_at,
      abstract = excluded.abstract, authors = excluded.authors, has_all_authors = excluded.has_all_authors,
      referenced_works = excluded.referenced_works, is_retracted = excluded.is_retracted, relations = excluded.relations,
      updates = excluded.updates, citation_count = excluded.citation_count
    where m.fetched_at <= excluded.fetched_at or m.fetched_at > now()`.execute(tx);
}

/** Abstracts are best where the publisher or PubMed wrote them, authors where they have ids. */
const ABSTRACT_SOURCES = ['crossref', 'europepmc', 'arxiv', 'openalex'];
const AUTHOR_SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv'];

/** As `GET /publications/{id}` shows it. */
export interface ShownMetadata {
  readonly abstract: string | null;
  readonly abstract_source: string | null;
  readonly authors: ShownAuthor[];
  readonly authors_source: string | null;
  /** false: the list of authors goes on */
  readonly has_all_authors: boolean;
}

interface ShownAuthor {
  /** from 1 */
  readonly position: number;
  readonly name: string;
  readonly orcid: string | null;
  readonly openalex_id: string | null;
}

/** The best abstract and list of authors that a publication or one that was merged into it has; its own before theirs. */
export async function readMetadata(db: Queries, publicationId: number): Promise<ShownMetadata> {
  const { rows } = await sql<{
    source: string;
    abstract: string | null;
    authors: Omit<ShownAuthor, 'position'>[];
    has_all_authors: boolean;
  }>`
    select d.source, d.abstract, d.authors, d.has_all_authors
    from publications m join publications c on c.id = m.canonical_id join publication_metadata d on d.publication_id = m.id
    where m.canonical_id = ${publicationId} and m.owner_user_id is not distinct from c.owner_user_id
    order by m.id = c.id desc, m.id`.execute(db);
  const ofAbstract = bySource(rows, ABSTRACT_SOURCES).find(({ abstract }) => abstract !== null);
  const lists = bySource(rows, AUTHOR_SOURCES).filter(({ authors }) => authors.length > 0);
  const ofAuthors = lists.find(({ has_all_authors }) => has_all_authors) ?? lists[0];
  return {
    abstract: ofAbstract?.abstract ?? null,
    abstract_source: ofAbstract?.source ?? null,
    authors: ofAuthors?.authors.map((author, at) => ({ position: at + 1, ...author })) ?? [],
    authors_source: ofAuthors?.source ?? null,
    has_all_authors: ofAuthors?.has_all_authors ?? true,
  };
}

function bySource<Row extends { readonly source: string }>(rows: readonly Row[], order: readonly string[]): Row[] {
  return order.flatMap((source) => rows.filter((row) => row.source === source));
}
