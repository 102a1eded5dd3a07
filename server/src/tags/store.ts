import { sql } from 'kysely';
import { TAG_COLORS, type Tag, type TagColor } from '../library/contract.ts';
import { rulesOfBoth } from '../library/mark-store.ts';
import type { KeptKind } from '../library/owned-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { type CountedTag, MAX_TAGS } from './contract.ts';
import { MAX_NAME_LENGTH, type TagName } from './tag-name.ts';

export const TAGS: KeptKind<CountedTag> = {
  ...{ noun: 'tag', table: 'stored_tags', maxCount: MAX_TAGS, maxNameLength: MAX_NAME_LENGTH },
  list: listTags,
};

/** The user's tags in the order of their names, or only the one with this id. */
export async function listTags(db: Queries, userId: number, id: number | null = null): Promise<CountedTag[]> {
  const { rows } = await sql<CountedTag>`
    select t.id, t.name, t.color, coalesce(n.publication_count, 0) as publication_count, coalesce(n.unread_count, 0) as unread_count
    from tags t left join (
      select k.tag_id, count(*) as publication_count, count(r.publication_id) as unread_count
      from publication_tags k join user_publications u using (user_id, publication_id) left join unread r using (user_id, publication_id)
      where k.user_id = ${userId} and u.hidden_as is null and (${id}::bigint is null or k.tag_id = ${id})
      group by k.tag_id
    ) n on n.tag_id = t.id
    where t.user_id = ${userId} and (${id}::bigint is null or t.id = ${id})
    order by t.name_key`.execute(db);
  return rows;
}

/** The user's tags with these keys, in the order of their names. */
export async function findTags(db: Queries, userId: number, keys: readonly string[]): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select id, name, color from tags where user_id = ${userId} and name_key = any(${keys}::text[]) order by name_key`.execute(
    db,
  );
  return rows;
}

/** A tag to create. Without a color it gets the next one of the palette. */
export type NewTag = TagName & { readonly color: TagColor | null };

/** Creates those of the tags that the user does not have. The caller has locked the library and checked the limit. */
export async function insertTags(tx: Tx, userId: number, tags: readonly NewTag[]): Promise<void> {
  await sql`
    insert into stored_tags (user_id, name, name_key, color)
    select ${userId}, n.name, n.key, coalesce(n.color, (${[...TAG_COLORS]}::text[])[1 + ((select count(*) from tags where user_id = ${userId}) + n.at) % ${TAG_COLORS.length}])
    from jsonb_to_recordset(${JSON.stringify(tags.map((tag, at) => ({ ...tag, at })))}::jsonb) as n (name text, key text, color text, at integer)
    order by n.at
    on conflict (user_id, name_key) where deleted_at is null do nothing`.execute(tx);
}

/** What changed at one publication: ids of tags. */
export interface TagChange {
  readonly publication_id: number;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/**
 * Adds tags to visible entries of a locked library and removes others. Returns what changed, in the order of the
 * publications.
 */
export async function changeTags(
  tx: Tx,
  userId: number,
  {
    publicationIds,
    add,
    remove,
  }: { publicationIds: readonly number[]; add: readonly number[]; remove: readonly number[] },
): Promise<TagChange[]> {
  const { rows } = await sql<TagChange>`
    with entries as materialized (
      select publication_id from user_publications
      where user_id = ${userId} and publication_id = any(${publicationIds}) and hidden_as is null
    ), added as (
      insert into publication_tags (user_id, publication_id, tag_id)
      select ${userId}, e.publication_id, t.id from entries e cross join tags t where t.user_id = ${userId} and t.id = any(${add})
      -- a tag that rules set becomes the user's, which does not count as a change
      on conflict (tag_id, publication_id) do update set rule_ids = null where publication_tags.rule_ids is not null
      returning publication_id, tag_id, xmax = 0 as is_changed
    ), removed as (
      delete from publication_tags k using entries e
      where k.user_id = ${userId} and k.publication_id = e.publication_id and k.tag_id = any(${remove}) returning k.publication_id, k.tag_id
    )
    select publication_id, coalesce(array_agg(tag_id order by tag_id) filter (where is_new), '{}') as added,
      coalesce(array_agg(tag_id order by tag_id) filter (where not is_new), '{}') as removed
    from (select publication_id, tag_id, true as is_new from added where is_changed union all select publication_id, tag_id, false from removed) c
    group by publication_id order by publication_id`.execute(tx);
  return rows;
}

/** The tags of a visible entry in the order of their names; undefined if there is no such entry. */
export async function readTagsOf(db: Queries, userId: number, publicationId: number): Promise<Tag[] | undefined> {
  const { rows } = await sql<{ tags: Tag[] }>`
    select (
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name_key), '[]')
      from publication_tags k join tags t on t.id = k.tag_id where k.user_id = u.user_id and k.publication_id = u.publication_id
    ) as tags
    from user_publications u where u.user_id = ${userId} and u.publication_id = ${publicationId} and u.hidden_as is null`.execute(
    db,
  );
  return rows[0]?.tags;
}

/** Changes a tag. Without a color it keeps its own. */
export async function updateTag(tx: Tx, id: number, { name, key, color }: NewTag): Promise<void> {
  await sql`
    update stored_tags set name = ${name}, name_key = ${key}, color = coalesce(${color}, color) where id = ${id}`.execute(
    tx,
  );
}

/**
 * Adds another tag to a tag's publications. It is from rules only where the user added neither. Rules that add the
 * first tag then add the other one, and its public lists show the other one.
 */
export async function copyPublications(
  tx: Tx,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into publication_tags (user_id, publication_id, tag_id, rule_ids)
    select user_id, publication_id, ${to}, rule_ids from publication_tags where tag_id = ${from}
    on conflict (tag_id, publication_id) do update set rule_ids = ${rulesOfBoth('publication_tags')}`.execute(tx);
  await sql`
    update stored_rules set tag_ids = array_append(array_remove(array_remove(tag_ids, ${from}::bigint), ${to}::bigint), ${to}::bigint)
    where user_id = ${userId} and ${from} = any(tag_ids)`.execute(tx);
  await sql`update public_lists set tag_id = ${to} where tag_id = ${from}`.execute(tx);
}

/**
 * Changes the search texts of the user's saved views and rules, also of deleted ones, which may be restored. The caller
 * has locked the library.
 */
export async function rewriteSearches(tx: Tx, userId: number, rewrite: (text: string) => string): Promise<void> {
  const { rows } = await sql<{ search: string }>`
    select parameters ->> 'search' as search from stored_views where user_id = ${userId} and parameters ? 'search'
    union select search from stored_rules where user_id = ${userId}`.execute(tx);
  for (const { search } of rows) {
    const rewritten = rewrite(search);
    if (rewritten === search) continue;
    await sql`
      update stored_views set parameters = jsonb_set(parameters, '{search}', to_jsonb(${rewritten}::text))
      where user_id = ${userId} and parameters ->> 'search' = ${search}`.execute(tx);
    await sql`update stored_rules set search = ${rewritten} where user_id = ${userId} and search = ${search}`.execute(
      tx,
    );
  }
}
