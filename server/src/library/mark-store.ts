import { type RawBuilder, sql } from 'kysely';
import { recordRead } from '../events/event-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { rowsOf } from './condition-store.ts';
import { allOf, type List, UNREAD } from './predicate.ts';

/**
 * The entries to mark: those of a list, or of publications. `isChosen`: the user chose these, alone or in a selection.
 */
export type MarkedEntries =
  | { readonly publicationIds: readonly number[]; readonly isChosen: boolean }
  | { readonly list: List };

/**
 * Marks entries of a locked library as read. `readNumber` is the library's next read number. The marked entries are
 * stored as a batch for a day, so that open lists can keep them and mark-all-read can be undone. Returns how many
 * entries changed.
 */
export async function markEntriesRead(
  tx: Tx,
  userId: number,
  which: MarkedEntries,
  readNumber: number,
): Promise<number> {
  const isChosen = 'publicationIds' in which && which.isChosen;
  const wanted = 'publicationIds' in which ? sql`any(${which.publicationIds})` : unreadOf(userId, which.list);
  const { rows } = await sql<{ n: number }>`
    with marked as (
      delete from unread r where r.user_id = ${userId} and r.publication_id = ${wanted} returning publication_id
    ), chosen as (
      -- the reading order learns from what the user chose to read
      insert into single_reads (user_id, publication_id) select ${userId}, publication_id from marked where ${isChosen}
      on conflict (user_id, publication_id) do update set read_at = excluded.read_at
    ), batch as (
      insert into read_batches (user_id, read_number, publication_ids)
      select ${userId}, ${readNumber}, array_agg(publication_id) from marked having count(*) > 0
    ), old as (
      delete from read_batches where user_id = ${userId} and at < now() - interval '1 day'
    ), numbered as (
      update libraries set last_read_number = ${readNumber} where user_id = ${userId} and exists (select from marked)
    ), owned as (
      -- the mark becomes the user's, so the undo of a rule leaves it
      update rule_effects e set marked_read = false from publications p
      where ${isChosen} and e.user_id = ${userId} and e.publication_id = p.id and p.canonical_id = ${wanted} and e.marked_read
    ), recorded as (${recordRead(userId, sql`marked`)})
    select count(*) as n from marked`.execute(tx);
  return one(rows, 'the count of entries marked as read').n;
}

/** Any of the unread publications of a list. */
function unreadOf(userId: number, list: List): RawBuilder<unknown> {
  const unread = { ...list, condition: allOf(list.condition, UNREAD) };
  return sql`any(array(select u.publication_id from ${rowsOf(userId, unread, 'unread')}))`;
}

/** Marks entries of a locked library as unread; returns how many entries changed. */
export async function markEntriesUnread(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with marked as (
      insert into unread
      select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications
      where user_id = ${userId} and publication_id = any(${publicationIds}) and hidden_as is null
      on conflict do nothing returning publication_id
    ), forgotten as (
      delete from single_reads where user_id = ${userId} and publication_id = any(${publicationIds})
    ), released as (
      update rule_effects e set marked_read = false from marked c, publications p
      where p.canonical_id = c.publication_id and e.publication_id = p.id and e.user_id = ${userId}
    )
    select count(*) as n from marked`.execute(tx);
  return one(rows, 'the count of entries marked as unread').n;
}

/**
 * Marks the entries of a batch as unread again in a locked library, visible or hidden; returns how many. An entry of a
 * later batch stays read, because the user marked it as unread and as read since. A publication into which others were
 * merged since stays read, too, because one of them may have been read before.
 */
export async function undoReadBatch(
  tx: Tx,
  userId: number,
  { readNumber, issuedAtMs }: { readonly readNumber: number; readonly issuedAtMs: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with undone as materialized (
      select unnest(publication_ids) as publication_id from read_batches where user_id = ${userId} and read_number = ${readNumber}
      except
      select unnest(publication_ids) from read_batches where user_id = ${userId} and read_number > ${readNumber}
      except
      select target_id from merges where created_at >= to_timestamp(${issuedAtMs}::float8 / 1000) and undone_at is null
    ), shown as (
      insert into unread
      select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids from undone join user_publications u using (publication_id)
      where u.user_id = ${userId} and u.hidden_as is null
      on conflict do nothing returning 1
    ), hidden as (
      update user_publications u set hidden_as = 'unread' from undone n
      where u.user_id = ${userId} and u.publication_id = n.publication_id and u.hidden_as = 'read' returning 1
    )
    select (select count(*) from shown) + (select count(*) from hidden) as n`.execute(tx);
  return one(rows, 'the count of undone marks').n;
}

/**
 * Takes a rule's favorite marks from hidden entries of a locked library, and marks hidden entries of `unread`
 * publications as unread.
 */
export async function unmarkHidden(tx: Tx, userId: number, ruleId: number, unread: readonly number[]): Promise<void> {
  await sql`
    update user_publications u set hidden_as = case when n.publication_id is null then u.hidden_as else 'unread' end,
      hidden_favorite = case when ${ruleId}::bigint = any(u.hidden_favorite) then nullif(array_remove(u.hidden_favorite, ${ruleId}::bigint), '{}') else u.hidden_favorite end
    from rule_effects e left join unnest(${unread}::bigint[]) as n (publication_id) using (publication_id)
    where e.rule_id = ${ruleId} and u.user_id = ${userId} and u.publication_id = e.publication_id and u.hidden_as is not null
      and (n.publication_id is not null or ${ruleId}::bigint = any(u.hidden_favorite))`.execute(tx);
}

/**
 * Sets the favorite mark of an entry in a locked library, also of a hidden one, or inverts it if `isFavorite` is null.
 * Call `refreshEntries` afterwards, because a favorite is visible, and an entry without the mark may be hidden. Returns
 * whether the entry is a favorite now; undefined if there is no such entry.
 */
export async function setFavorite(
  tx: Tx,
  userId: number,
  publicationId: number,
  isFavorite: boolean | null,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ isWanted: boolean }>`
    with entry as materialized (
      select user_id, publication_id, first_seen_at, entry_number, scholar_ids, coalesce(${isFavorite}::boolean, not is_favorite) as is_wanted
      from library_entries where user_id = ${userId} and publication_id = ${publicationId}
    ), added as (
      insert into favorites (user_id, publication_id, first_seen_at, entry_number, scholar_ids)
      select user_id, publication_id, first_seen_at, entry_number, scholar_ids from entry where is_wanted
      -- a mark that rules set becomes the user's
      on conflict (user_id, publication_id) do update set rule_ids = null where favorites.rule_ids is not null
    ), removed as (
      delete from favorites f using entry e where not e.is_wanted and f.user_id = e.user_id and f.publication_id = e.publication_id
    )
    select is_wanted as "isWanted" from entry`.execute(tx);
  return rows[0]?.isWanted;
}

/**
 * The `rule_ids` of two combined rows, in an `on conflict` clause: the rules of both, or null if the user set one of
 * them.
 */
export function rulesOfBoth(table: 'favorites' | 'publication_tags'): RawBuilder<unknown> {
  const stored = sql.ref(`${table}.rule_ids`);
  return sql`case when ${stored} is not null and excluded.rule_ids is not null
    then array(select distinct id from unnest(${stored} || excluded.rule_ids) as k (id) order by id) end`;
}
