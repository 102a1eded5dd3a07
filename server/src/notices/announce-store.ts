import { sql } from 'kysely';
import { currentNotice, isKnownTo, joinShowing } from '../library/shown-store.ts';
import type { Queries } from '../platform/database/database.ts';

/**
 * Records which notices are in which user's library, and an event for each new one about a publication that the user
 * has read, starred, tagged or noted. For a publication that is read later there is no event, because it shows its
 * notice then. Returns how many events were recorded.
 */
export async function recordSeen(db: Queries): Promise<number> {
  const { numAffectedRows } = await sql`
    with found as materialized (
      select distinct u.user_id, u.publication_id, n.doi, n.nature
      from (select distinct doi from notices) d cross join lateral ${currentNotice(sql`d.doi`)} n
      ${joinShowing(sql`d.doi`)}
      join user_publications u on u.publication_id = p.id and u.hidden_as is null
    ), added as (
      insert into seen_notices (user_id, doi, nature) select distinct user_id, doi, nature from found
      on conflict do nothing returning user_id, doi, nature
    )
    insert into events (kind, user_id, publication_ids, data)
    select 'publication.notice', f.user_id, array[f.publication_id], jsonb_build_object('nature', f.nature, 'doi', f.doi)
    from added join found f using (user_id, doi, nature)
    where ${isKnownTo(sql`f.user_id`, sql`f.publication_id`)}
    order by f.publication_id, f.user_id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
