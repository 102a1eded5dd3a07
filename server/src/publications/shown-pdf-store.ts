import { type RawBuilder, sql } from 'kysely';

/** How near a publication is to a PDF that opens, by the status of its search; 0 where none was looked for. */
export const PDF_RANK = sql`case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end`;

/**
 * The search for a PDF that a canonical publication shows: the best of its members', since what was found stays with the publication that it was found for.
 * What was found through one user's file is never shown for a public publication. A subquery to be joined laterally.
 */
export function shownPdf(canonicalId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select * from (
      select * from enrichment where publication_id = ${canonicalId}
      union all
      select k.* from publications m join publications c on c.id = m.canonical_id join enrichment k on k.publication_id = m.id
      where m.canonical_id = ${canonicalId} and m.canonical_id <> m.id and m.owner_user_id is not distinct from c.owner_user_id
    ) j order by ${PDF_RANK} desc, publication_id = ${canonicalId} desc, publication_id limit 1)`;
}
