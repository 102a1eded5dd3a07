import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { CountedAuthorId, ListedAuthor } from './author-id-counter.ts';

/** In longer lists, which large collaborations have, two authors of one name are likely. */
const MAX_AUTHORS = 100;

export interface DueProfile {
  readonly id: number;
  readonly name: string;
}

/**
 * Takes a tracked profile whose author ids are due to be counted: once a day, and every five minutes on its first day, while enrichment looks up its
 * publications. Undefined if there is none. If the count fails, the profile is due again later, so it blocks no other.
 */
export async function takeDueProfile(db: Queries): Promise<DueProfile | undefined> {
  const { rows } = await sql<DueProfile>`
    with due as (
      select f.id from profiles f
      where f.display_name is not null and exists (select from scholars s where s.profile_id = f.id)
        and (f.author_ids_counted_at between now() - case
          when exists (select from scholars s where s.profile_id = f.id and s.created_at < now() - interval '1 day') then interval '1 day'
          else interval '5 minutes' end and now()) is not true
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

export interface AuthorIdRow {
  readonly source: 'openalex' | 'orcid';
  readonly id: string;
  readonly name: string;
  readonly listed_count: number;
  readonly publication_count: number;
  readonly decision: 'confirmed' | 'rejected' | null;
  /** whether publications of another tracked profile list it, too */
  readonly is_shared: boolean;
}

/** The author ids of a user's scholar with the user's decisions, those that most publications list first. */
export async function listAuthorIds(db: Queries, userId: number, scholarId: number): Promise<AuthorIdRow[]> {
  const { rows } = await sql<AuthorIdRow>`
    select a.source, a.source_id as id, a.name, a.listed_count, a.publication_count, d.decision, exists (
      select from author_ids o join scholars t on t.profile_id = o.profile_id
      where o.source = a.source and o.source_id = a.source_id and o.profile_id <> a.profile_id) as is_shared
    from scholars s join author_ids a on a.profile_id = s.profile_id
    left join author_id_decisions d on d.user_id = s.user_id and d.profile_id = a.profile_id and d.source = a.source and d.source_id = a.source_id
    where s.user_id = ${userId} and s.id = ${scholarId}
    order by a.listed_count desc, a.source, a.source_id`.execute(db);
  return rows;
}

/** Saves a user's decision about an author id of a scholar; null takes it back. Returns whether the scholar has this author id. */
export async function saveDecision(
  db: Queries,
  userId: number,
  { scholarId, source, id }: { readonly scholarId: number; readonly source: string; readonly id: string },
  decision: 'confirmed' | 'rejected' | null,
): Promise<boolean> {
  const { rows } = await sql<{ is_found: boolean }>`
    with wanted as materialized (
      select a.profile_id from scholars s join author_ids a on a.profile_id = s.profile_id
      where s.user_id = ${userId} and s.id = ${scholarId} and a.source = ${source} and a.source_id = ${id}
    ), decided as (
      insert into author_id_decisions as d (user_id, profile_id, source, source_id, decision)
      select ${userId}, profile_id, ${source}, ${id}, ${decision} from wanted where ${decision}::text is not null
      on conflict (user_id, profile_id, source, source_id) do update set decision = excluded.decision, decided_at = now()
        where d.decision <> excluded.decision
    ), taken_back as (
      delete from author_id_decisions d using wanted w
      where ${decision}::text is null and d.user_id = ${userId} and d.profile_id = w.profile_id and d.source = ${source} and d.source_id = ${id}
    )
    select exists (select from wanted) as is_found`.execute(db);
  return rows[0]?.is_found ?? false;
}
