import { sql } from 'kysely';
import { RETRACTED_REFERENCES } from '../library/reference-store.ts';
import { currentNotice, isKnownTo, joinShowing } from '../library/shown-store.ts';
import type { Queries } from '../platform/database/database.ts';

/**
 * Records which notices are in which user's library, or in the references of favorites. Records an event for each new
 * one about a publication that the user has read, starred, tagged or noted, and for each favorite that cites a paper
 * that was retracted. For a publication that is read or starred later there is no event if the notice was known before,
 * because the publication shows it. Returns how many events were recorded.
 */
export async function recordSeen(db: Queries): Promise<number> {
  const { numAffectedRows } = await sql`
    with found as materialized (
      select u.user_id, u.publication_id, n.doi, n.nature, 'publication.notice' as kind
      from (select distinct doi from notices) d cross join lateral ${currentNotice(sql`d.doi`)} n
      ${joinShowing(sql`d.doi`)}
      join user_publications u on u.publication_id = p.id and u.hidden_as is null
      union
      select f.user_id, f.publication_id, n.doi, n.nature, 'publication.cites_retracted'
      from favorites f, ${RETRACTED_REFERENCES} where m.canonical_id = f.publication_id
    ), added as (
      insert into seen_notices (user_id, doi, nature) select distinct user_id, doi, nature from found
      on conflict do nothing returning user_id, doi, nature
    )
    insert into events (kind, user_id, publication_ids, data)
    select f.kind, f.user_id, array[f.publication_id], jsonb_build_object('nature', f.nature, 'doi', f.doi)
    from added join found f using (user_id, doi, nature)
    where f.kind = 'publication.cites_retracted' or ${isKnownTo(sql`f.user_id`, sql`f.publication_id`)}
    order by f.publication_id, f.user_id, f.doi`.execute(db);
  return Number(numAffectedRows ?? 0);
}
