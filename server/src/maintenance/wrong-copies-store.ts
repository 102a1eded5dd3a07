import { sql } from 'kysely';
import type { Change } from '../audit/repair-job.ts';
import { refreshWords, WRONG_WORDS } from '../library/word-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';

/*
 * The copies and counts that triggers maintain in libraries. Each constant selects the wrong ones of all users, with
 * `before` and `after`.
 */

/** Marks without a visible entry, or whose copied values differ from it. */
export const WRONG_MARKS = sql`(
  -- the orders make PostgreSQL merge the primary keys; a hash of all marks takes more memory and twice as long
  select r.user_id, r.publication_id, to_jsonb(r) - '{user_id,publication_id}'::text[] as before,
    case when u.hidden_as is null and u.entry_number is not null then
      jsonb_build_object('mark', r.mark, 'first_seen_at', u.first_seen_at, 'entry_number', u.entry_number, 'scholar_ids', u.scholar_ids) end as after
  from (
    select user_id, publication_id, first_seen_at, entry_number, scholar_ids, 'unread' as mark from unread
    union all
    select user_id, publication_id, first_seen_at, entry_number, scholar_ids, 'favorite' from favorites order by user_id, publication_id
  ) r
  left join (select * from user_publications order by user_id, publication_id) u using (user_id, publication_id)
  where u.hidden_as is not null or (u.first_seen_at, u.entry_number, u.scholar_ids) is distinct from (r.first_seen_at, r.entry_number, r.scholar_ids))`;

/** Tags of publications that are not in the user's library. */
export const LOST_TAGS = sql`(
  select k.user_id, k.publication_id, jsonb_build_object('tag_id', k.tag_id) as before, null::jsonb as after
  from (select user_id, publication_id, tag_id from publication_tags order by user_id, publication_id) k
  left join (select user_id, publication_id, true as is_entry from user_publications order by user_id, publication_id) u using (user_id, publication_id)
  where u.is_entry is null)`;

const LAST_NUMBERS = sql`'{last_entry_number,last_read_number}'::text[]`;

/** Libraries with wrong counts, or with entries or read marks above their last number. */
export const WRONG_LIBRARIES = sql`(
  select user_id, before, after, before - ${LAST_NUMBERS} <> after - ${LAST_NUMBERS} as is_count,
    (before -> 'last_entry_number', before -> 'last_read_number') <> (after -> 'last_entry_number', after -> 'last_read_number') as is_last_number
  from (
    select l.user_id, to_jsonb(l) - '{user_id,has_words,uid}'::text[] as before, jsonb_build_object(
      'entry_count', coalesce(shown, 0), 'unread_count', coalesce(unread, 0), 'favorite_count', coalesce(favorites, 0),
      -- from the ends of indexes
      'last_entry_number', greatest(l.last_entry_number, (select max(entry_number) from user_publications u where u.user_id = l.user_id)),
      'last_read_number', greatest(l.last_read_number, (select max(read_number) from read_batches u where u.user_id = l.user_id))) as after
    from libraries l
    left join (select user_id, count(*) as shown from user_publications where hidden_as is null group by 1) n using (user_id)
    left join (select user_id, count(*) as unread from unread group by 1) r using (user_id)
    left join (select user_id, count(*) as favorites from favorites group by 1) f using (user_id)
  ) k where before <> after)`;

// counts the entries of each combination of scholars first, because there are far fewer of these
const countOf = (entries: ReturnType<typeof sql>) => sql`(
  select e.user_id, k.id, sum(n)::integer as n from (
    select user_id, scholar_ids, count(*) as n from ${entries} group by 1, 2
  ) e cross join unnest(scholar_ids) as k (id) group by 1, 2)`;

/** Scholars whose counts differ from the library. */
export const WRONG_SCHOLARS = sql`(
  select s.user_id, s.id, to_jsonb(c) as before, jsonb_build_object('scholar_id', s.id, 'publication_count', coalesce(e.n, 0), 'unread_count', coalesce(r.n, 0)) as after
  from scholars s left join scholar_counts c on c.scholar_id = s.id
  left join ${countOf(sql`user_publications where hidden_as is null`)} e on e.user_id = s.user_id and e.id = s.id
  left join ${countOf(sql`unread`)} r on r.user_id = s.user_id and r.id = s.id
  where (c.publication_count, c.unread_count) is distinct from (coalesce(e.n, 0), coalesce(r.n, 0)))`;

/** Lists the corrections of a user's marks, tags and words. */
export async function listWrongMarks(db: Queries, userId: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select 'repair.correct-mark' as action, user_id as "userId", publication_id as "publicationId", before, after from ${WRONG_MARKS} w where user_id = ${userId}
    union all
    select 'repair.delete-tag', user_id, publication_id, before, after from ${LOST_TAGS} w where user_id = ${userId}
    union all
    select 'repair.correct-words', user_id, publication_id, '{"is_stale": true}', '{"is_stale": false}' from ${WRONG_WORDS} w where user_id = ${userId}`.execute(
    db,
  );
  return rows;
}

/** Makes the marks, tags and words of these publications in a locked library follow its entries. */
export async function correctMarks(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<void> {
  const isWanted = sql`r.user_id = ${userId} and r.publication_id = any(${publicationIds})`;
  const entry = sql`user_publications u where u.user_id = r.user_id and u.publication_id = r.publication_id`;
  for (const table of [sql.table('unread'), sql.table('favorites')]) {
    await sql`delete from ${table} r where ${isWanted} and not exists (select from ${entry} and u.hidden_as is null)`.execute(
      tx,
    );
    await sql`
      update ${table} r set first_seen_at = u.first_seen_at, entry_number = u.entry_number, scholar_ids = u.scholar_ids from ${entry} and ${isWanted}`.execute(
      tx,
    );
  }
  await sql`delete from publication_tags r where ${isWanted} and not exists (select from ${entry})`.execute(tx);
  await refreshWords(tx, userId, publicationIds);
}

/** Lists the corrections of the counts and last numbers of a user's library. */
export async function listWrongCounts(db: Queries, userId: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select 'repair.correct-counts' as action, user_id as "userId", before, after from ${WRONG_LIBRARIES} w where user_id = ${userId}
    union all
    select 'repair.correct-counts', user_id, before, after from ${WRONG_SCHOLARS} w where user_id = ${userId}`.execute(
    db,
  );
  return rows;
}

/** Corrects the counts and last numbers of a locked library. */
export async function correctCounts(tx: Tx, userId: number): Promise<void> {
  await sql`
    update libraries l set (entry_count, unread_count, favorite_count, last_entry_number, last_read_number) = (
      select k.entry_count, k.unread_count, k.favorite_count, k.last_entry_number, k.last_read_number from jsonb_populate_record(l, w.after) k)
    from ${WRONG_LIBRARIES} w where w.user_id = ${userId} and l.user_id = w.user_id`.execute(tx);
  await sql`
    insert into scholar_counts select k.* from ${WRONG_SCHOLARS} w cross join jsonb_populate_record(null::scholar_counts, w.after) k where w.user_id = ${userId}
    on conflict (scholar_id) do update set publication_count = excluded.publication_count, unread_count = excluded.unread_count`.execute(
    tx,
  );
}
