import { type RawBuilder, sql } from 'kysely';
import { saveNoticesOf } from '../notices/store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { lockPublications, TEXTS } from '../publications/display-store.ts';
import { storedAuthor } from '../publications/stored-authors.ts';
import { type StoredText, summarize } from '../publications/summarize.ts';
import type { RecordAuthor, RecordMetadata } from '../sources/record.ts';
import type { EnrichedPublication } from './progress.ts';

/** Locks publications, and then reads them like `readEnriched`. */
export async function lockEnriched(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<Map<number, EnrichedPublication>> {
  await lockPublications(tx, publicationIds);
  return readEnriched(tx, publicationIds);
}

/** Whether OpenAlex marks a publication as retracted, or has a notice that is no correction. */
export function isMarkedRetracted(publicationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    exists (select from publication_metadata d where d.publication_id = ${publicationId} and d.is_retracted)
    or exists (
      select from publication_identifiers i join notices n on n.doi = i.value and n.nature <> 'correction'
      where i.publication_id = ${publicationId} and i.kind = 'doi'))`;
}

/**
 * Reads publications by id, from their own records and identifiers. A canonical publication shows the best data of all
 * its merged publications. Enrichment uses only its own data, so that the findings stay correct if the merge is undone.
 */
export async function readEnriched(
  db: Queries,
  publicationIds: readonly number[],
): Promise<Map<number, EnrichedPublication>> {
  if (publicationIds.length === 0) return new Map();
  const { rows } = await sql<EnrichedPublication & { records: readonly StoredText[] | null }>`
    select p.id, p.title, p.year, p.author_text as "authorText", p.venue_text as "venueText", own.records, coalesce(named.identifiers, '[]') as identifiers,
      (
        select w.id from (
          select record_id as id, has_all_authors, 1 as rank from publication_metadata where publication_id = p.id and source = 'openalex'
          union all
          select key, not (author_list -> 'has_more')::boolean, 2 from records
          where publication_id = p.id and source = 'openalex' and author_list is not null
          order by rank limit 1
        ) w where not w.has_all_authors
      ) as "cutRecordId", (select c.stage = 'preprint' from publications c where c.id = p.canonical_id) as "isPreprint",
      ${isMarkedRetracted(sql`p.id`)} as "isMarkedRetracted"
    from publications p
    cross join lateral (
      select ${TEXTS} as records from records r
      where r.publication_id = p.id and r.owner_user_id is not distinct from p.owner_user_id
        and exists (select from publications m where m.canonical_id = p.id and m.canonical_id <> m.id)
    ) own
    cross join lateral (
      select json_agg(json_build_object('kind', kind, 'value', value, 'confidence', confidence)) as identifiers
      from publication_identifiers where publication_id = p.id
    ) named
    where p.id = any(${publicationIds}) order by p.id`.execute(db);
  return new Map(rows.map(({ records, ...row }) => [row.id, records ? { ...row, ...textOf(records) } : row]));
}

function textOf(
  records: readonly StoredText[],
): Pick<EnrichedPublication, 'title' | 'year' | 'authorText' | 'venueText'> {
  const { title, year, authors, venue } = summarize(records);
  return { title, year, authorText: authors, venueText: venue };
}

/**
 * Metadata from a source's record of a publication. It replaces what the source said before, except that a missing
 * field keeps the value of the same record.
 */
export interface FoundMetadata {
  readonly publicationId: number;
  readonly source: string;
  /** when the source said it; null: now */
  readonly fetchedAt: Date | null;
  readonly authors: readonly RecordAuthor[];
  /** null: delete what is stored, because the source's record describes another publication */
  readonly metadata: RecordMetadata | null;
}

/**
 * Saves records' metadata, one row for each publication and source. A response that is older than the stored one
 * changes nothing.
 */
export async function saveMetadata(tx: Tx, found: readonly FoundMetadata[]): Promise<void> {
  const latest = new Map(found.map((one) => [`${one.publicationId} ${one.source}`, one]));
  const [kept, deleted] = [[...latest.values()], [...latest.values()].filter(({ metadata }) => metadata === null)];
  if (deleted.length > 0)
    await sql`
      delete from publication_metadata m using unnest(${deleted.map(({ publicationId }) => publicationId)}::bigint[],
        ${deleted.map(({ source }) => source)}::text[]) as k (publication_id, source)
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
          authors: authors.map(storedAuthor),
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
          citation_count: metadata.citationCount,
          biblio: metadata.biblio ?? null,
          published_on: metadata.publishedOn ?? null,
          version_number: metadata.versionNumber ?? null,
        },
  );
  if (rows.length === 0) return;
  const { rows: saved } = await sql<{ id: number; source: string; isLatest: boolean }>`
    insert into publication_metadata as m (publication_id, source, record_id, fetched_at, abstract, authors, has_all_authors, referenced_works,
      is_retracted, relations, citation_count, biblio, published_on, version_number)
    select publication_id, source, record_id, coalesce(fetched_at, now()), abstract, authors, has_all_authors, referenced_works,
      is_retracted, relations, citation_count, biblio, published_on, version_number
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (publication_id bigint, source text, record_id text, fetched_at timestamptz,
      abstract text, authors jsonb, has_all_authors boolean, referenced_works text[], is_retracted boolean, relations jsonb,
      citation_count integer, biblio jsonb, published_on text, version_number integer)
    order by publication_id, source
    on conflict (publication_id, source) do update set record_id = excluded.record_id, fetched_at = excluded.fetched_at,
      authors = case when excluded.authors = '[]' and ${IS_SAME_RECORD} then m.authors else excluded.authors end,
      has_all_authors = case when excluded.authors = '[]' and ${IS_SAME_RECORD} then m.has_all_authors else excluded.has_all_authors end,
      ${sql.join(KEPT.map(orKnown))}
    where m.fetched_at <= excluded.fetched_at
    returning publication_id as id, source, not exists (
      select from publication_identifiers i join publication_metadata d using (publication_id)
      where i.kind = 'doi' and i.value = m.record_id and d.source = m.source and d.record_id = m.record_id and d.fetched_at > m.fetched_at
    ) as "isLatest"`.execute(tx);
  // an older response says nothing of notices, and users have publications of their own with the same DOI
  const noticed = saved.flatMap(({ id, source, isLatest }) => {
    const { recordId, notices } = latest.get(`${id} ${source}`)?.metadata ?? {};
    return isLatest && recordId && notices ? [{ doi: recordId, notices }] : [];
  });
  await saveNoticesOf(
    tx,
    noticed.map(({ doi }) => doi),
    noticed.flatMap(({ notices }) => notices),
  );
}

const IS_SAME_RECORD = sql`m.record_id is not distinct from excluded.record_id`;
const KEPT = [
  'abstract',
  'referenced_works',
  'is_retracted',
  'relations',
  'citation_count',
  'biblio',
  'published_on',
  'version_number',
] as const;

/** A value that is missing was seldom taken back; more often its field was left out. */
function orKnown(column: (typeof KEPT)[number]) {
  const name = sql.ref(column);
  return sql`${name} = coalesce(excluded.${name}, case when ${IS_SAME_RECORD} then m.${name} end)`;
}
