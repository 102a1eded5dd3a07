import { sql } from 'kysely';

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
