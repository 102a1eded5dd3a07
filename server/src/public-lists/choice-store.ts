import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** A subquery: the publications that a list `l` shows first, each as users see it, in their order. */
export const PINNED = sql`array(
      select p.canonical_id from public_list_choices c join publications p on p.id = c.publication_id
      where c.list_id = l.id group by p.canonical_id having bool_and(c.place is not null) order by min(c.place))`;
/** A subquery: the publications that a list `l` leaves out, each as users see it. */
export const HIDDEN = sql`array(
      select distinct p.canonical_id from public_list_choices c join publications p on p.id = c.publication_id
      where c.list_id = l.id and c.place is null order by p.canonical_id)`;

/**
 * Replaces the pinned and hidden publications. Those that are not in the user's library are left out. A choice that was
 * made for a publication that was merged since stays with it, so that it is still there after the merge is undone.
 */
export async function saveChoices(
  tx: Tx,
  userId: number,
  listId: number,
  { pinnedIds, hiddenIds }: { readonly pinnedIds: readonly number[]; readonly hiddenIds: readonly number[] },
): Promise<void> {
  const wanted = sql`(
      select p.canonical_id as id, min(k.place) as place
      from (
        select id, place from unnest(${pinnedIds}::bigint[]) with ordinality as k (id, place)
        union all select id, null from unnest(${hiddenIds}::bigint[]) as k (id)
      ) k join publications p on p.id = k.id and exists (
        select from user_publications u where u.user_id = ${userId} and u.publication_id = k.id)
      group by p.canonical_id)`;
  await sql`
    delete from public_list_choices c using publications p
    where c.list_id = ${listId} and p.id = c.publication_id
      and not exists (select from ${wanted} w where w.id = p.canonical_id and (w.place is null) = (c.place is null))`.execute(
    tx,
  );
  await sql`
    update public_list_choices c set place = w.place from publications p, ${wanted} w
    where c.list_id = ${listId} and p.id = c.publication_id and w.id = p.canonical_id`.execute(tx);
  await sql`
    insert into public_list_choices (list_id, publication_id, place)
    select ${listId}, w.id, w.place from ${wanted} w
    where not exists (
      select from public_list_choices c join publications p on p.id = c.publication_id where c.list_id = ${listId} and p.canonical_id = w.id)`.execute(
    tx,
  );
}
