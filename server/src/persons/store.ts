import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { AuthorId, AuthorSource } from '../sources/author-list.ts';
import type { CountedAuthorId, ListedAuthor } from './author-id-counter.ts';
import type { OwnRejected, Rejected } from './contract.ts';
import type { Evidence } from './evidence.ts';

/** In longer lists, which large collaborations have, two authors of one name are likely. */
const MAX_AUTHORS = 100;

export interface DueProfile {
  readonly id: number;
  readonly name: string;
}

/**
 * Takes a tracked profile whose author ids are due to be counted: once a day, and more often on the first day of a
 * scholar, while enrichment looks up its publications: after five minutes, and then whenever the scholar's age has
 * grown by half. Undefined if there is none. If the count fails, the profile is due again later, so it blocks no other.
 */
export async function takeDueProfile(db: Queries): Promise<DueProfile | undefined> {
  const { rows } = await sql<DueProfile>`
    with due as (
      select f.id from profiles f
      -- a null is due at once
      where f.display_name is not null and (f.author_ids_counted_at > now() - interval '5 minutes') is not true
        and exists (select from scholars s where s.profile_id = f.id
          and (f.author_ids_counted_at > now() - least(interval '1 day', (now() - s.created_at) / 3)) is not true)
      order by f.author_ids_counted_at nulls first, f.id limit 1 for no key update skip locked
    )
    update profiles f set author_ids_counted_at = now() from due where f.id = due.id
    returning f.id, f.display_name as name`.execute(db);
  return rows[0];
}

export interface ListedPublication {
  readonly id: number;
  /** the lists of authors with ids; null if there are none, or the publication has no DOI */
  readonly lists: readonly (readonly ListedAuthor[])[] | null;
}

/** The next publications that a profile lists now, in the order of their ids. */
export async function readAuthorLists(
  db: Queries,
  profileId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ListedPublication[]> {
  const { rows } = await sql<ListedPublication>`
    select l.id, (
      select json_agg(d.authors order by d.source, d.publication_id)
      from publications p join shown_members m on m.canonical_id = p.id join publication_metadata d on d.publication_id = m.publication_id
      where p.id = l.id and p.doi is not null and jsonb_array_length(d.authors) <= ${MAX_AUTHORS}
        and jsonb_path_exists(d.authors, '$[*] ? (@.orcid != null || @.openalex_id != null)')
    ) as lists
    from (
      select distinct publication_id as id from listings
      where profile_id = ${profileId} and publication_id > ${after} and removed_at is null and owner_user_id is null
      order by 1 limit ${sql.lit(limit)}
    ) l order by l.id`.execute(db);
  return rows;
}

/** Replaces the counted author ids of a profile. */
export async function saveAuthorIds(db: Queries, profileId: number, found: readonly CountedAuthorId[]): Promise<void> {
  await sql`
    with found as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as k (source text, id text, name text, "listedCount" integer, "publicationCount" integer)
    ), gone as (
      delete from author_ids a where profile_id = ${profileId} and not exists (select from found n where n.source = a.source and n.id = a.source_id)
    )
    insert into author_ids as a (profile_id, source, source_id, name, listed_count, publication_count)
    select ${profileId}, source, id, name, "listedCount", "publicationCount" from found
    on conflict (profile_id, source, source_id) do update
      set name = excluded.name, listed_count = excluded.listed_count, publication_count = excluded.publication_count
      where (a.name, a.listed_count, a.publication_count) is distinct from (excluded.name, excluded.listed_count, excluded.publication_count)`.execute(
    db,
  );
}

export interface ProfileRow extends Evidence {
  readonly source: AuthorSource;
  readonly profile_id: number | null;
  readonly name: string | null;
  readonly decision: 'confirmed' | 'rejected' | null;
  readonly is_used: boolean;
  readonly is_main: boolean;
  readonly work_count: number | null;
  readonly crawled_at: Date | null;
  readonly next_crawl_at: Date | null;
  readonly error: string | null;
  readonly gone_at: Date | null;
  readonly other_scholar_id: number | null;
}

/**
 * The profiles of a user's scholar: those that it uses (the main one first), those with evidence, and those with a
 * decision.
 */
export async function listProfiles(db: Queries, userId: number, scholarId: number): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    with scholar as materialized (
      select id, user_id, profile_id from scholars where user_id = ${userId} and id = ${scholarId}
    ), used as materialized (
      select f.* from scholar_profiles c join profiles f on f.id = c.profile_id where c.scholar_id = (select id from scholar)
    ), ids as (
      select source, source_id from used
      union select source, source_id from author_ids where profile_id = (select profile_id from scholar)
      union select l.source, l.source_id from profile_links l join used on used.id = l.profile_id
      union select source, source_id from scholar_decisions where scholar_id = (select id from scholar)
    )
    select i.source, i.source_id as id, f.id as profile_id, coalesce(f.display_name, a.name) as name, d.decision,
      u.id is not null as is_used, f.id is not distinct from s.profile_id as is_main,
      coalesce(a.listed_count, 0) as listed_count, coalesce(a.publication_count, 0) as publication_count,
      exists (
        select from author_ids o join profiles g on g.id = o.profile_id join scholars t on t.profile_id = g.id
        where o.source = i.source and o.source_id = i.source_id and g.source = 'google_scholar' and g.id not in (select id from used)) as is_shared,
      (select coalesce(json_agg(json_build_object('source', n.source, 'id', n.source_id) order by n.source, n.source_id), '[]')
        from profile_links l join used n on n.id = l.profile_id where l.source = i.source and l.source_id = i.source_id) as named_by,
      case when f.crawled_at is not null then (
        select count(*) from listings l where l.profile_id = f.id and l.owner_user_id is null and l.removed_at is null) end as work_count,
      f.crawled_at, f.gone_at, q.due_at as next_crawl_at, q.last_error as error,
      case when u.id is null then (
        select c.scholar_id from scholar_profiles c where c.user_id = s.user_id and c.profile_id = f.id) end as other_scholar_id
    from ids i cross join scholar s
    left join profiles f on f.source = i.source and f.source_id = i.source_id
    left join used u on u.id = f.id
    left join author_ids a on a.profile_id = s.profile_id and a.source = i.source and a.source_id = i.source_id
    left join scholar_decisions d on d.scholar_id = s.id and d.source = i.source and d.source_id = i.source_id
    left join lateral (
      -- the open item, else the last dropped one
      select q.last_error, case when q.status <> 'dropped' then greatest(q.next_attempt_at, o.cooldown_until) end as due_at
      from queue_items q left join source_states o on o.source = q.source and o.credential = 'shared' and o.cooldown_until > now()
      where q.scholar_id = s.id and q.profile_id = f.id order by q.status = 'dropped', q.id desc limit 1
    ) q on true
    order by is_main desc, is_used desc, listed_count desc, i.source, i.source_id`.execute(db);
  return rows;
}

/** Saves a user's decision about an id of a scholar, in place of earlier ones; null deletes it. */
export async function saveDecision(
  tx: Tx,
  scholarId: number,
  { source, id }: AuthorId,
  decision: 'confirmed' | 'rejected' | null,
): Promise<void> {
  await sql`
    delete from author_id_decisions d using scholar_profiles c
    where c.scholar_id = ${scholarId} and d.user_id = c.user_id and d.profile_id = c.profile_id and d.source = ${source} and d.source_id = ${id}`.execute(
    tx,
  );
  if (decision === null) return;
  await sql`
    insert into author_id_decisions (user_id, profile_id, source, source_id, decision)
    select user_id, profile_id, ${source}, ${id}, ${decision} from scholars where id = ${scholarId}
    -- a crawl may have saved one meanwhile
    on conflict (user_id, profile_id, source, source_id) do update set decision = excluded.decision`.execute(tx);
}

/** The scholars whose main profile this is. */
export async function listScholarsOf(db: Queries, profileId: number): Promise<{ id: number; userId: number }[]> {
  return db
    .selectFrom('scholars')
    .select(['id', 'user_id as userId'])
    .where('profile_id', '=', profileId)
    .orderBy('id')
    .execute();
}

/** The most rejections that a list shows. */
const MAX_REJECTED = 200;

/** Publications that at least two users rejected, the most rejected first, with a profile for which they did. */
export async function listRejected(db: Queries): Promise<Rejected[]> {
  const { rows } = await sql<Rejected>`
    select k.publication_id, p.title, f.source, f.source_id, f.display_name as name, k.user_count
    from (
      select p.canonical_id as publication_id, min(r.profile_id) as profile_id, count(distinct r.user_id)::int as user_count
      from rejected_publications r join publications p on p.id = r.publication_id group by 1 having count(distinct r.user_id) > 1
    ) k join publications p on p.id = k.publication_id join profiles f on f.id = k.profile_id
    order by k.user_count desc, k.publication_id limit ${sql.lit(MAX_REJECTED)}`.execute(db);
  return rows;
}

/** The publications that the user said are not by a scholar, the newest publications first. */
export async function listOwnRejected(db: Queries, userId: number, scholarId: number): Promise<OwnRejected[]> {
  const { rows } = await sql<OwnRejected>`
    select id as publication_id, title, author_text from publications
    where id in (select publication_id from scholar_rejections where user_id = ${userId} and scholar_id = ${scholarId})
    order by id desc limit ${sql.lit(MAX_REJECTED)}`.execute(db);
  return rows;
}

/** The most co-authors that are shown. */
const MAX_CO_AUTHORS = 20;

export interface CoAuthorRow {
  readonly id: string;
  readonly name: string;
  readonly publication_count: number;
  /** the user's scholar with this id */
  readonly scholar_profile_id: number | null;
}

/**
 * The authors with whom a user's scholar wrote at least two publications, by their ids at OpenAlex, the most frequent
 * first.
 */
export async function listCoAuthors(db: Queries, userId: number, scholarId: number): Promise<CoAuthorRow[]> {
  const { rows } = await sql<CoAuthorRow>`
    with written as materialized (
      select distinct publication_id from scholar_listings where scholar_id = ${scholarId} and is_processed and removed_at is null
    ), authors as (
      select a ->> 'openalex_id' as id, a ->> 'name' as name, w.publication_id
      from written w join shown_members m on m.canonical_id = w.publication_id
      join publication_metadata d on d.publication_id = m.publication_id and d.source = 'openalex'
      cross join lateral jsonb_array_elements(d.authors) a
      where jsonb_array_length(d.authors) <= ${MAX_AUTHORS} and a ->> 'openalex_id' is not null
    ), counted as (
      select id, (array_agg(name order by length(name) desc, name))[1] as name, count(distinct publication_id) as publication_count
      from authors group by id having count(distinct publication_id) > 1
    )
    select c.id, c.name, c.publication_count, t.scholar_id as scholar_profile_id
    from counted c
    left join profiles f on f.source = 'openalex' and f.source_id = c.id
    left join scholar_profiles t on t.profile_id = f.id and t.user_id = ${userId}
    where t.scholar_id is distinct from ${scholarId}
      and not exists (select from author_ids o join scholars s on s.profile_id = o.profile_id
        where s.id = ${scholarId} and o.source = 'openalex' and o.source_id = c.id)
    order by c.publication_count desc, c.name, c.id limit ${sql.lit(MAX_CO_AUTHORS)}`.execute(db);
  return rows;
}
