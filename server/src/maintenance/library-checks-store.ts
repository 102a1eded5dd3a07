import { sql } from 'kysely';
import { STALE_ENTRIES } from '../publications/order-store.ts';
import { type Check, failure, REPAIR_LINKS, RESTORE, warning } from './check.ts';

// a library (of the user m) at a time: with the offsets both sides are read once and joined by a hash, several times faster than one join of all
const shownOf = sql`(
  select u.publication_id as id, u.scholar_ids, f.user_id is not null as is_favorite
  from user_publications u left join favorites f using (user_id, publication_id) where u.user_id = m.id and u.hidden_as is null offset 0)`;
const accountedOf = sql`(
  select w.publication_id as id, w.scholar_id, w.removed_at is null and (w.number is null or w.number <= s.looked_at_listing) as is_due
  from scholar_listings w join scholars s on s.id = w.scholar_id where w.user_id = m.id
  union all
  -- a favorite of a file, without a scholar
  select p.canonical_id, null, false from records r join publications p on p.id = r.publication_id
  where r.owner_user_id = m.id and not exists (select from listings l where l.record_id = r.id)
  offset 0)`;

/** Checks of users' libraries, the slowest first. */
export const LIBRARY_CHECKS: readonly Check[] = [
  warning(
    'links_without_tracked_scholar',
    sql`
      select k.id, 'user ' || m.id as name from users m cross join lateral (
        select u.id from ${shownOf} u left join ${accountedOf} w using (id) where w.id is null and not u.is_favorite
      ) k`,
    `Library entries that are shown, though no tracked scholar accounts for them and they are not favorites (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'listed_works_without_link',
    sql`
      select k.id, 'user ' || m.id as name from users m cross join lateral (
        select distinct w.id from ${accountedOf} w left join ${shownOf} u using (id) where u.id is null and w.is_due
      ) k`,
    `Publications that a tracked scholar's profile listed before its last crawl, but that are not in the user's library (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'links_with_wrong_scholar',
    sql`
      select k.id, 'user ' || m.id as name from users m cross join lateral (
        select u.id from ${shownOf} u left join (
          select id, array_agg(scholar_id) filter (where scholar_id is not null) as known, array_agg(scholar_id) filter (where is_due) as due
          from ${accountedOf} w group by id
        ) w using (id)
        where not u.scholar_ids <@ coalesce(w.known, '{}') or not coalesce(w.due, '{}') <@ u.scholar_ids
      ) k
      union all
      select publication_id, 'user ' || user_id from user_publications u
      where hidden_as is not null and scholar_ids <> '{}'
        or first_scholar_id is not null and not exists (select from scholars s where s.id = u.first_scholar_id and s.user_id = u.user_id)`,
    `Library entries that name a scholar who is gone or does not account for them, or that lack one who does (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'marks_without_entry',
    sql`
      select r.publication_id as id, 'user ' || r.user_id as name
      from (select * from unread union all select * from favorites) r left join user_publications u using (user_id, publication_id)
      where u.hidden_as is not null or (u.first_seen_at, u.link_number, u.scholar_ids) is distinct from (r.first_seen_at, r.link_number, r.scholar_ids)`,
    `Marks of publications that are not in the user's library or stand at another place in it (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'library_counts',
    sql`
      select user_id as id from libraries l
      left join (select user_id, count(*) as shown from user_publications where hidden_as is null group by 1) n using (user_id)
      left join (select user_id, count(*) as unread from unread group by 1) r using (user_id)
      left join (select user_id, count(*) as favorites from favorites group by 1) f using (user_id)
      where (link_count, unread_count, favorite_count) is distinct from (coalesce(shown, 0), coalesce(unread, 0), coalesce(favorites, 0))`,
    `Counts of a library that disagree with its entries (ids of the users). ${REPAIR_LINKS}`,
  ),
  failure(
    'scholar_counts',
    sql`
      select s.id from scholars s left join scholar_counts c on c.scholar_id = s.id left join (
        select k.id, count(*) as shown, count(r.user_id) as unread
        from user_publications u left join unread r using (user_id, publication_id) cross join unnest(u.scholar_ids) as k (id)
        where u.hidden_as is null group by k.id
      ) n on n.id = s.id
      where (c.publication_count, c.unread_count) is distinct from (coalesce(n.shown, 0)::integer, coalesce(n.unread, 0)::integer)`,
    `Counts of a scholar that disagree with the library (ids of the scholars). ${REPAIR_LINKS}`,
  ),
  warning(
    'stale_sort_values',
    sql`select publication_id as id from ${STALE_ENTRIES} e`,
    `Library entries that lists sort by other values than their publication shows (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'link_numbers_beyond_library',
    // the first and last numbers are the ends of indexes
    sql`
      select user_id as id from libraries l
      where (select max(link_number) from user_publications u where u.user_id = l.user_id) > last_link_number
        or (select min(link_number) from user_publications u where u.user_id = l.user_id) < 1
        or (select max(read_number) from read_batches u where u.user_id = l.user_id) > last_read_number`,
    `Library entries or read marks with a number above their library's last (ids of the users): pages of a list may miss publications. The link repair corrects it.`,
  ),
  failure(
    'links_to_merged_publications',
    sql`
      select p.id, 'user ' || u.user_id as name from publications p join user_publications u on u.publication_id = p.id where p.canonical_id <> p.id`,
    `Library entries of publications that were merged into another (ids of the merged publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'links_to_private_publications',
    sql`
      select p.id, 'user ' || u.user_id as name from publications p join user_publications u on u.publication_id = p.id and u.user_id <> p.owner_user_id
      where p.owner_user_id is not null`,
    `Library entries of another user's private publication (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'users_without_library',
    sql`
      select id from users u where not exists (select from libraries where user_id = u.id) or not exists (select from user_settings where user_id = u.id)`,
    `Users without a library or without settings (ids of the users). ${RESTORE}`,
  ),
  failure(
    'scholars_beyond_profile',
    sql`
      select s.id from scholars s join profiles f on f.id = s.profile_id
      where s.looked_at_listing > f.last_listing_number or s.looked_at_listing < 0`,
    `Scholars that were read further than their profile goes: their libraries would miss what comes next. ${RESTORE}`,
  ),
];
