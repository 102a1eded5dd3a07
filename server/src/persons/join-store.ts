import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** A scholar that becomes part of another one of the same user. */
export interface Join {
  /** the scholar that stays */
  readonly scholarId: number;
  readonly joinedId: number;
}

/**
 * Saves what is needed to undo a join, and lets saved views, feeds, public lists and channels of the second scholar
 * list the first one.
 */
export async function saveJoin(tx: Tx, { scholarId, joinedId }: Join): Promise<void> {
  await sql`
    with moved as (
      update stored_views v set parameters = jsonb_set(v.parameters, '{scholar_profile_id}', to_jsonb(${scholarId}::bigint))
      from scholars s where s.id = ${joinedId} and v.user_id = s.user_id and v.parameters -> 'scholar_profile_id' = to_jsonb(s.id) returning v.id
    ), fed as (
      update feeds set scholar_id = ${scholarId} where scholar_id = ${joinedId} returning id
    ), published as (
      update public_lists set scholar_id = ${scholarId} where scholar_id = ${joinedId} returning id
    ), told as (
      -- the second one stays in the filter, where it selects nothing until the undo
      update channels set filter = jsonb_insert(filter, '{scholar_ids,-1}', to_jsonb(${scholarId}::bigint), true)
      where user_id = (select user_id from scholars where id = ${joinedId}) and filter -> 'scholar_ids' @> to_jsonb(${joinedId}::bigint)
        and not filter -> 'scholar_ids' @> to_jsonb(${scholarId}::bigint) returning id
    )
    insert into joined_scholars (user_id, scholar_id, joined, profile_ids)
    select s.user_id, ${scholarId}, to_jsonb(s) || jsonb_build_object('view_ids', array(select id from moved), 'feed_ids', array(select id from fed), 'list_ids', array(select id from published), 'channel_ids', array(select id from told)),
      array(select profile_id from scholar_profiles where scholar_id = s.id order by 1)
    from scholars s where s.id = ${joinedId}`.execute(tx);
}

/** Moves profiles of a scholar, or all of them (null), to another one of the same user, with their queue items. */
export async function moveProfiles(
  tx: Tx,
  { from, to }: { from: number; to: number },
  profileIds: readonly number[] | null,
): Promise<void> {
  const isMoved = profileIds === null ? sql`true` : sql`profile_id = any(${profileIds})`;
  await sql`update queue_items set scholar_id = ${to} where scholar_id = ${from} and ${isMoved}`.execute(tx);
  await sql`update scholar_profiles set scholar_id = ${to} where scholar_id = ${from} and ${isMoved}`.execute(tx);
}

export async function deleteJoined(tx: Tx, scholarId: number): Promise<void> {
  await sql`delete from scholars where id = ${scholarId}`.execute(tx);
}

/**
 * The latest join into a scholar: the main profile of the scholar that was joined, and the user's scholar that has it
 * now; undefined if there is none.
 */
export async function findLatestJoin(
  db: Queries,
  scholarId: number,
): Promise<{ id: number; profileId: number; ownerId: number | null } | undefined> {
  const { rows } = await sql<{ id: number; profileId: number; ownerId: number | null }>`
    select j.id, (j.joined ->> 'profile_id')::bigint as "profileId", c.scholar_id as "ownerId" from joined_scholars j
    left join scholar_profiles c on c.profile_id = (j.joined ->> 'profile_id')::bigint and c.user_id = (j.joined ->> 'user_id')::bigint
    where j.scholar_id = ${scholarId} order by j.id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Takes back a join, also in the views, feeds, public lists and channels that list the first scholar since then. Returns
 * the restored scholar, which has the same id as before, with its profiles and whether their first crawls have finished. Returns
 * null if another request tracks the main profile meanwhile; then the caller must roll back.
 */
export async function restoreJoined(
  tx: Tx,
  joinId: number,
  scholarId: number,
): Promise<{ id: number; profiles: { scholarId: number; profileId: number; isRead: boolean }[] } | null> {
  const { rows } = await sql<{ id: number; profileIds: number[] }>`
    with latest as (
      delete from joined_scholars where id = ${joinId} returning joined, profile_ids
    ), restored as (
      insert into scholars (id, user_id, profile_id, is_enabled, image_override_url, created_at, imported_name, unread_past)
      overriding system value
      select j.id, j.user_id, j.profile_id, j.is_enabled, j.image_override_url, j.created_at, j.imported_name, coalesce(j.unread_past, 'all')
      from latest, jsonb_populate_record(null::scholars, latest.joined) j
      on conflict (user_id, profile_id) do nothing returning id
    ), moved as (
      -- joins of before saved views existed have no list of them
      update stored_views v set parameters = jsonb_set(v.parameters, '{scholar_profile_id}', l.joined -> 'id') from latest l
      where v.user_id = (l.joined ->> 'user_id')::bigint and coalesce(l.joined -> 'view_ids', '[]') @> to_jsonb(v.id)
        and v.parameters -> 'scholar_profile_id' = to_jsonb(${scholarId}::bigint)
    ), fed as (
      update feeds f set scholar_id = restored.id from restored, latest l
      where f.scholar_id = ${scholarId} and coalesce(l.joined -> 'feed_ids', '[]') @> to_jsonb(f.id)
    ), published as (
      update public_lists k set scholar_id = restored.id from restored, latest l
      where k.scholar_id = ${scholarId} and coalesce(l.joined -> 'list_ids', '[]') @> to_jsonb(k.id)
    ), told as (
      -- a channel that names only the first one by now was changed since then
      update channels c set filter = jsonb_set(c.filter, '{scholar_ids}', (
        select jsonb_agg(k.id) from jsonb_array_elements(c.filter -> 'scholar_ids') k (id) where k.id <> to_jsonb(${scholarId}::bigint)))
      from latest l where c.user_id = (l.joined ->> 'user_id')::bigint and coalesce(l.joined -> 'channel_ids', '[]') @> to_jsonb(c.id)
        and c.filter -> 'scholar_ids' @> jsonb_build_array(${scholarId}::bigint, l.joined -> 'id')
    )
    select restored.id, profile_ids as "profileIds" from restored, latest`.execute(tx);
  const [restored] = rows;
  if (!restored) return null;
  await moveProfiles(tx, { from: scholarId, to: restored.id }, restored.profileIds);
  const { rows: profiles } = await sql<{ scholarId: number; profileId: number; isRead: boolean }>`
    select scholar_id as "scholarId", profile_id as "profileId", baseline_completed as "isRead"
    from scholar_profiles where scholar_id = ${restored.id} order by profile_id`.execute(tx);
  return { id: restored.id, profiles };
}

export async function findActiveRunOf(db: Queries, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where user_id = ${userId} and status in ('running', 'resolving')`.execute(db);
  return rows[0]?.id;
}
