import { sql } from 'kysely';

/** The best source first: publishers and PubMed. */
export const ABSTRACT_SOURCES = ['crossref', 'europepmc', 'arxiv', 'openalex'];
/** Enough for two or three lines. */
const MAX_LENGTH = 300;

/** A subquery: the beginning of the abstract that the canonical publication `p` shows. It is that of the best source, as in its details. */
export const SHOWN_ABSTRACT = sql`(
    select left(d.abstract, ${sql.lit(MAX_LENGTH)}) from shown_members m join publication_metadata d using (publication_id)
    where m.canonical_id = p.id and d.abstract is not null
    order by array_position(${sql.val(ABSTRACT_SOURCES)}::text[], d.source::text), m.publication_id = p.id desc, m.publication_id limit 1)`;
