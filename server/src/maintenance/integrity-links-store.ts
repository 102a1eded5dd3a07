import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Found } from './integrity-report.ts';
import { tally } from './integrity-tally-store.ts';

type Counted = 'links_with_wrong_scholar' | 'link_numbers_beyond_library' | 'library_counts';

/** What one reading of all links tells: the counts and last numbers of each library, and whose scholar brought each. */
export async function countLinks(tx: Tx): Promise<Record<Counted | 'links', Found>> {
  const { rows } = await sql<Record<`${Counted | 'links'}_n`, number> & Record<`${Counted}_users`, number[]>>`
    with seen as (
      select u.user_id, count(*) as links, count(*) filter (where not u.is_hidden) as shown,
        count(*) filter (where not u.is_hidden and not u.is_read) as unread, count(*) filter (where not u.is_hidden and u.is_favorite) as favorites,
        max(u.link_number) as last_link, max(u.read_number) as last_read, min(u.link_number) as first_link,
        count(*) filter (where u.first_scholar_id is not null and s.user_id is distinct from u.user_id) as strange
      from user_publications u left join scholars s on s.id = u.first_scholar_id group by u.user_id
    ), judged as (
      select user_id, n.links, coalesce(n.strange, 0) as strange,
        coalesce(n.last_link > b.last_link_number or n.last_read > b.last_read_number or n.first_link < 1, false) as is_beyond,
        (b.link_count, b.unread_count, b.favorite_count)
          is distinct from (coalesce(n.shown, 0)::int, coalesce(n.unread, 0)::int, coalesce(n.favorites, 0)::int) as is_miscounted
      from seen n full join libraries b using (user_id) order by user_id
    )
    select coalesce(sum(links), 0)::int8 as links_n, coalesce(sum(strange), 0)::int8 as links_with_wrong_scholar_n,
      count(*) filter (where is_beyond) as link_numbers_beyond_library_n, count(*) filter (where is_miscounted) as library_counts_n,
      coalesce((array_agg(user_id) filter (where strange > 0))[1:10], '{}') as links_with_wrong_scholar_users,
      coalesce((array_agg(user_id) filter (where is_beyond))[1:10], '{}') as link_numbers_beyond_library_users,
      coalesce((array_agg(user_id) filter (where is_miscounted))[1:10], '{}') as library_counts_users
    from judged`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a sum without a row');
  const strange = row.links_with_wrong_scholar_users;
  return {
    links: { count: row.links_n, sampleIds: [] },
    links_with_wrong_scholar: {
      count: row.links_with_wrong_scholar_n,
      sampleIds: strange.length > 0 ? await listStrange(tx, strange) : [],
      detail: detailOf(strange),
    },
    link_numbers_beyond_library: {
      count: row.link_numbers_beyond_library_n,
      sampleIds: row.link_numbers_beyond_library_users,
    },
    library_counts: { count: row.library_counts_n, sampleIds: row.library_counts_users },
  };
}

async function listStrange(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.publication_id as id from user_publications u left join scholars s on s.id = u.first_scholar_id
    where u.user_id = any(${userIds}) and u.first_scholar_id is not null and s.user_id is distinct from u.user_id
    order by id limit 10`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whose libraries the ids belong to. */
function detailOf(userIds: readonly number[]): string {
  return userIds.length === 0 ? '' : `Users: ${userIds.join(', ')}.`;
}

/**
 * Compares libraries with what their users' scholars account for, both ways: a library at a time, since small joins one after another are several
 * times faster than one join of ten million rows with as many. `part` of `parts` of the users.
 */
export async function compareLibraries(
  tx: Tx,
  { part, parts }: { part: number; parts: number },
): Promise<{ links_without_tracked_scholar: Found; listed_works_without_link: Found }> {
  const { rows } = await sql<{
    user_id: number;
    unaccounted: number;
    unlinked: number;
    unaccounted_ids: number[];
    unlinked_ids: number[];
  }>`
    select m.id as user_id, n.* from users m cross join lateral (
      select count(u.publication_id) as unaccounted, count(*) - count(u.publication_id) as unlinked,
        coalesce((array_agg(u.publication_id) filter (where u.publication_id is not null))[1:10], '{}') as unaccounted_ids,
        coalesce((array_agg(w.publication_id) filter (where u.publication_id is null))[1:10], '{}') as unlinked_ids
      from (select publication_id, is_favorite from user_publications where user_id = m.id and not is_hidden) u
      full join (
        select l.publication_id, l.listing_number <= s.looked_at_listing as is_due
        from scholars s join profile_publications l on l.profile_id = s.profile_id where s.user_id = m.id
        union all
        select o.publication_id, false
        from scholars s join scholar_publications o on o.user_id = s.user_id and o.profile_id = s.profile_id where s.user_id = m.id
      ) w on w.publication_id = u.publication_id
      where w.publication_id is null and not u.is_favorite or u.publication_id is null and w.is_due
    ) n where m.id % ${parts} = ${part} and (n.unaccounted > 0 or n.unlinked > 0) order by m.id`.execute(tx);
  const found = (count: 'unaccounted' | 'unlinked'): Found => {
    const concerned = rows.filter((row) => row[count] > 0);
    const ids = concerned.flatMap((row) => row[`${count}_ids`]);
    return {
      count: concerned.reduce((sum, row) => sum + row[count], 0),
      sampleIds: [...new Set(ids)].slice(0, 10),
      detail: detailOf(concerned.slice(0, 10).map(({ user_id }) => user_id)),
    };
  };
  return { links_without_tracked_scholar: found('unaccounted'), listed_works_without_link: found('unlinked') };
}

/** Users that lack what every user has from the first moment. */
export function findUsersWithoutLibrary(tx: Tx) {
  return tally(
    tx,
    ['users_without_library'],
    sql`
      select id, not exists (select from libraries l where l.user_id = users.id) or not exists (select from user_settings s where s.user_id = users.id)
        as users_without_library
      from users`,
  );
}
