import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

export const ENTRY_REPAIRS = ['added', 'shown', 'hidden', 'joined', 'reassigned', 'deleted'] as const;

/** The wrong entries of a canonical publication, or of one that no longer exists, in a user's library. */
export interface WrongEntry {
  readonly id: number;
  readonly repair: (typeof ENTRY_REPAIRS)[number];
  /** the publications of the entries concerned */
  readonly entryIds: readonly number[];
}

const isFirstWrong = sql`
  case when u.first_scholar_id is null then u.scholar_ids <> '{}' else u.first_scholar_id <> all(u.scholar_ids) end`;

/**
 * Users and publications whose entries may be wrong, from the libraries of `users` (SQL with the column `id`): every
 * wrong entry, and few others. Compares the scholars that entries name, or 0 for none, with those who account for them.
 * With `offset 0` PostgreSQL reads both sides once for each user and uses a small hash join. One join of all libraries
 * takes twice as long. So does a comparison of arrays.
 */
function suspectsOf(users: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select m.id as user_id, k.id from ${users} m cross join lateral (
      select id from (
        select u.publication_id as id, unnest(case when u.scholar_ids = '{}' then '{0}' else u.scholar_ids end) as scholar_id,
          u.hidden_as is not null or ${isFirstWrong} as is_odd
        from user_publications u where u.user_id = m.id
          and (u.hidden_as is null or u.hidden_favorite is not null or u.scholar_ids <> '{}' or u.first_scholar_id is not null) offset 0
      ) e full join (
        select a.publication_id as id, coalesce(a.scholar_id, 0) as scholar_id, true as is_account from accounts a where a.user_id = m.id group by 1, 2 offset 0
      ) a using (id, scholar_id)
      where is_account is null or is_odd is null or is_odd
    ) k
    union
    select u.user_id, p.id from publications p join user_publications u on u.publication_id = p.id and u.user_id <> p.owner_user_id
    where p.owner_user_id is not null and u.user_id in (select id from ${users} m)`;
}

/**
 * Which of some entries are wrong, and how a repair corrects them. `refresh_entries` adds, shows, hides and reassigns
 * entries. It cannot correct a visible entry of a merged publication, from which the canonical entry takes over, nor an
 * entry of a publication that is gone or belongs to another user, which is deleted.
 */
function wrongAmong(suspects: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    with suspects as materialized (${suspects})
    select s.user_id, s.id as entry_id, coalesce(p.canonical_id, s.id) as id, r.repair, coalesce(u.scholar_ids, '{}') <> '{}' as names_scholars
    from suspects s
    -- with offset 0 PostgreSQL looks up each by an index; it expects many suspects, and would read whole tables for a few
    left join lateral (
      select p.id, p.canonical_id, p.owner_user_id, c.merged_into is not null as is_in_circle
      from publications p left join publications c on c.id = p.canonical_id where p.id = s.id offset 0
    ) p on true
    left join lateral (
      select u.*, exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id offset 0) as is_favorite
      from user_publications u where u.user_id = s.user_id and u.publication_id = s.id offset 0
    ) u on true
    cross join lateral (
      select count(*) > 0 as is_accounted,
        coalesce(array_agg(distinct a.scholar_id order by a.scholar_id) filter (where a.scholar_id is not null), '{}') as scholar_ids
      from accounts a where a.user_id = s.user_id and a.publication_id = s.id
    ) a
    cross join lateral (select case
      when p.id is null or p.owner_user_id <> s.user_id then case when u.user_id is not null then 'deleted' end
      -- publications that are merged in a circle have no canonical one
      when p.canonical_id <> p.id then case when u.user_id is not null and u.hidden_as is null and not p.is_in_circle then 'joined' end
      when u.user_id is null then case when a.is_accounted then 'added' end
      when u.hidden_as is not null and (a.is_accounted or u.hidden_favorite is not null) then 'shown'
      when u.hidden_as is null and not a.is_accounted and not u.is_favorite then 'hidden'
      when u.scholar_ids <> a.scholar_ids or ${isFirstWrong} then 'reassigned'
    end as repair) r
    where r.repair is not null)`;
}

/** The wrong entries of all libraries, as rows of the integrity report with the name of their check. */
export const WRONG_ENTRIES = sql`
  select c.name as check, w.entry_id as id, 'user ' || w.user_id as name
  from ${wrongAmong(suspectsOf(sql.table('users')))} w cross join lateral (values
    ('listed_works_without_link', w.repair in ('added', 'shown')),
    ('links_with_wrong_scholar', w.repair = 'reassigned' or w.repair = 'hidden' and w.names_scholars),
    ('links_without_tracked_scholar', w.repair = 'hidden'),
    ('links_to_merged_publications', w.repair = 'joined'),
    ('links_to_private_publications', w.repair = 'deleted')
  ) c (name, is_found) where c.is_found`;

/** Lists a user's wrong entries: all, or those of some canonical publications. Reads the whole library. */
export function listWrongEntries(
  db: Queries,
  userId: number,
  publicationIds: readonly number[] | null,
): Promise<WrongEntry[]> {
  const suspects = suspectsOf(sql`(select ${userId}::bigint as id)`);
  return list(db, suspects, publicationIds === null ? sql`true` : sql`id = any(${publicationIds}::bigint[])`);
}

/**
 * Lists the wrong entries among some of a user's. Reads only these. `ids` are canonical publications, or publications
 * that no longer exist.
 */
export function recheckEntries(db: Queries, userId: number, ids: readonly number[]): Promise<WrongEntry[]> {
  const suspects = sql`
    select ${userId}::bigint as user_id, id from publications where canonical_id = any(${ids}) union select ${userId}, unnest(${ids}::bigint[])`;
  return list(db, suspects, sql`true`);
}

async function list(db: Queries, suspects: RawBuilder<unknown>, isWanted: RawBuilder<unknown>): Promise<WrongEntry[]> {
  const { rows } = await sql<WrongEntry>`
    select id, case when bool_or(repair = 'joined') then 'joined' else min(repair) end as repair, array_agg(entry_id order by entry_id) as "entryIds"
    from ${wrongAmong(suspects)} w where ${isWanted} group by id order by id`.execute(db);
  return rows;
}

/** The entries of these publications as the audit log shows them. */
export async function readEntries(db: Queries, userId: number, publicationIds: readonly number[]) {
  const { rows } = await sql<{ id: number; entry: Record<string, unknown> }>`
    select publication_id as id, to_jsonb(e) - 'user_id' as entry from library_entries e
    where user_id = ${userId} and publication_id = any(${publicationIds}) order by entry_number, publication_id`.execute(
    db,
  );
  return rows;
}

/** Counts a user's entries: all, or those of some publications. */
export async function countEntries(
  db: Queries,
  userId: number,
  publicationIds: readonly number[] | null,
): Promise<number> {
  const isWanted = publicationIds === null ? sql`true` : sql`publication_id = any(${publicationIds})`;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from user_publications where user_id = ${userId} and ${isWanted}`.execute(db);
  return one(rows, 'the count of entries').n;
}
