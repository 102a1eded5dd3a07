import { type RawBuilder, sql } from 'kysely';

/** The rank of a PDF status in the order of lists; 0 if Lectern never searched for a PDF. */
export const PDF_RANK = sql`case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end`;

/**
 * A subquery for a lateral join: the PDF search that a canonical publication shows, which is the best of its members'. A search stays with
 * the publication that it was made for. The view leaves out private members of a public publication.
 */
export function shownPdf(canonicalId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select j.* from shown_members m join enrichment j using (publication_id) where m.canonical_id = ${canonicalId}
    order by ${PDF_RANK} desc, publication_id = m.canonical_id desc, publication_id limit 1)`;
}
