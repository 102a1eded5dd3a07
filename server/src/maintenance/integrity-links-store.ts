import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Found } from './integrity-report.ts';
import { tally } from './integrity-tally-store.ts';

type Counted = 'links_with_wrong_scholar' | 'link_numbers_beyond_library' | 'library_counts';

/**
 * What one reading of all links tells: the counts of each library, and whose scholar brought each link. The ten million are grouped, not joined: there
 * are few pairs of a user and a scholar; the first and last numbers are the ends of indexes.
 */
export async function countLinks(tx: Tx): Promise<Record<Counted | 'links', Found>> {
  const { rows } = await sql<Record<`${Counted | 'links'}_n`, number> & Record<`${Counted}_users`, number[]>>`
    with brought as (
      select user_id, first_scholar_id, count(*) as links, count(*) filter (where not is_hidden) as shown,
        count(*) filter (where not is_hidden and not is_read) as unread, count(*) filter (where not is_hidden and is_favorite) as favorites
      from user_publications group by user_id, first_scholar_id
    ), seen as (
      select n.user_id, sum(n.links)::int8 as links, sum(n.shown)::int as shown, sum(n.unread)::int as unread, sum(n.favorites)::int as favorites,
        coalesce(sum(n.links) filter (where n.first_scholar_id is not null and s.user_id is distinct from n.user_id), 0)::int8 as strange
      from brought n left join scholars s on s.id = n.first_scholar_id group by n.user_id
    ), judged as (
      select user_id, n.links, coalesce(n.strange, 0) as strange,
        coalesce(last_link > b.last_link_number or last_read > b.last_read_number or first_link < 1, false) as is_beyond,
        (b.link_count, b.unread_count, b.favorite_count)
          is distinct from (coalesce(n.shown, 0), coalesce(n.unread, 0), coalesce(n.favorites, 0)) as is_miscounted
      from seen n full join libraries b using (user_id)
      left join lateral (
        select max(link_number) as last_link, min(link_number) as first_link from user_publications u where u.user_id = b.user_id
      ) numbers on true
      left join lateral (
        select max(read_number) as last_read from user_publications u where u.user_id = b.user_id and is_read
      ) reads on true
      order by user_id
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
 * times faster than one join of ten million rows with as many. The profiles' works come from an index alone; only of one that finds no partner is
 * asked whether it is due, or is the user's own word. `part` of `parts` of the users.
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
        select l.publication_id from scholars s join profile_publications l on l.profile_id = s.profile_id where s.user_id = m.id
      ) w on w.publication_id = u.publication_id
      where w.publication_id is null and not u.is_favorite and not exists (
        select from scholar_publications o join scholars s on s.user_id = o.user_id and s.profile_id = o.profile_id
        where o.user_id = m.id and o.publication_id = u.publication_id
      ) or u.publication_id is null and exists (
        select from scholars s join profile_publications l on l.profile_id = s.profile_id
        where s.user_id = m.id and l.publication_id = w.publication_id and l.listing_number <= s.looked_at_listing
      )
    ) n where m.id % ${parts} = ${part} and (n.unaccounted > 0 or n.unlinked > 0) order by m.id`.execute(tx);
  const found = (count: 'unaccounted' | 'unlinked'): Found => {
    const concerned = rows.filter((row) => row[count] > 0);
    const ids = concerned.flatMap((row) => row[`${count}_ids`]);
    return {
      count: concerned.reduce((sum, row) => sum + row[count], 0),
      sampleIds: [...new Set(ids)].slice(0, 10).sort((a, b) => a - b),
      detail: detailOf(concerned.slice(0, 10).map(({ user_id }) => user_id)),
    };
  };
  return { links_without_tracked_scholar: found('unaccounted'), listed_works_without_link: found('unlinked') };
}

/** Users that lack what every user has from the first moment, and libraries of nobody. */
export function findUsersWithoutLibrary(tx: Tx) {
  return tally(
    tx,
    ['users_without_library', 'libraries_without_user'],
    sql`
      select id, not exists (select from libraries l where l.user_id = users.id) or not exists (select from user_settings s where s.user_id = users.id)
        as users_without_library, false as libraries_without_user
      from users
      union all
      select l.user_id, false, true from libraries l where not exists (select from users u where u.id = l.user_id)`,
  );
}
