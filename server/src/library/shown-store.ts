import { type RawBuilder, sql } from 'kysely';

/** The rank of a PDF status in the order of lists; 0 if Lectern never searched for a PDF. */
export const PDF_RANK = sql`case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end`;

/**
 * A subquery for a lateral join: the PDF search that the canonical publication `p` shows, which is the best of its
 * members' (view shown_members). A search stays with the publication that it was made for. Private members of a public
 * publication do not count.
 */
export const SHOWN_PDF = sql`(
    select j.* from publications m join enrichment j on j.publication_id = m.id
    where m.canonical_id = p.id and m.owner_user_id is not distinct from p.owner_user_id
    order by ${PDF_RANK} desc, m.id = p.id desc, m.id limit 1)`;

/** The best source first: publishers and PubMed. */
export const ABSTRACT_SOURCES = ['crossref', 'europepmc', 'arxiv', 'openalex'];
/** Enough for two or three lines. */
const MAX_LENGTH = 300;

/**
 * A subquery: the beginning of the abstract that the canonical publication `p` shows. It is that of the best source, as
 * in its details.
 */
export const SHOWN_ABSTRACT = sql`(
    select left(d.abstract, ${sql.lit(MAX_LENGTH)}) from shown_members m join publication_metadata d using (publication_id)
    where m.canonical_id = p.id and d.abstract is not null
    order by array_position(${sql.val(ABSTRACT_SOURCES)}::text[], d.source::text), m.publication_id = p.id desc, m.publication_id limit 1)`;

/**
 * The sources of DOIs that belong to the publication for sure, because a record has both the DOI and the title. A DOI
 * in a text or an import, or one that a person typed, may be that of another publication.
 */
const SOURCES_OF_DOIS = ['crossref', 'openalex', 'europepmc', 'arxiv', 'dblp', 'unpaywall'];

/** Whether a row `i` of publication_identifiers says for sure that the publication has this DOI. */
export function isReliableDoi(doi: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`i.kind = 'doi' and i.value = ${doi} and not i.is_contradicted and i.source = any(${sql.val(SOURCES_OF_DOIS)}::text[])`;
}

/**
 * The condition of a join: the notice `n` says what the canonical publication `p` is. Only notices about the DOI that
 * the publication shows count: a withdrawn preprint says nothing of its article.
 */
export const IS_SHOWN_NOTICE = sql`n.doi = p.doi and n.is_current and exists (
    select from shown_members m join publication_identifiers i on i.publication_id = m.publication_id
    where m.canonical_id = p.id and ${isReliableDoi(sql`p.doi`)})`;
