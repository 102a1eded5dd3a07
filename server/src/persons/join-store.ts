import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** Saves what is needed to undo a join: the scholar that will be deleted, and its profiles. */
export async function saveJoin(
  tx: Tx,
  { scholarId, joinedId }: { readonly scholarId: number; readonly joinedId: number },
): Promise<void> {
  await sql`
    insert into joined_scholars (scholar_id, joined, profile_ids)
    select ${scholarId}, to_jsonb(s), array(select profile_id from scholar_profiles where scholar_id = s.id order by 1)
    from scholars s where s.id = ${joinedId}`.execute(tx);
}

/**
 * Moves profiles of a scholar, or all of them (null), to another one of the same user, with their queue items. Decisions and rejected publications are
 * copied, because they belong to the person.
 */
export async function moveProfiles(
  tx: Tx,
  { from, to }: { from: number; to: number },
  profileIds: readonly number[] | null,
): Promise<void> {
  const isMoved = profileIds === null ? sql`true` : sql`profile_id = any(${profileIds})`;
  await sql`update queue_items set scholar_id = ${to} where scholar_id = ${from} and ${isMoved}`.execute(tx);
  await sql`update scholar_profiles set scholar_id = ${to} where scholar_id = ${from} and ${isMoved}`.execute(tx);
  await sql`
    insert into author_id_decisions select ${to}, source, source_id, decision, decided_at from author_id_decisions where scholar_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into rejected_publications select ${to}, publication_id, rejected_at from rejected_publications where scholar_id = ${from}
    on conflict do nothing`.execute(tx);
}

export async function deleteJoined(tx: Tx, scholarId: number): Promise<void> {
  await sql`delete from scholars where id = ${scholarId}`.execute(tx);
}

/** Takes back the latest join into a scholar. Returns the restored scholar's id, which is the same as before; undefined if there is none. */
export async function restoreJoined(tx: Tx, scholarId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; profileIds: number[] }>`
    with latest as (
      delete from joined_scholars where id = (select max(id) from joined_scholars where scholar_id = ${scholarId}) returning joined, profile_ids
    ), restored as (
      insert into scholars (id, user_id, profile_id, is_enabled, image_override_url, created_at, imported_name)
      overriding system value
      select j.id, j.user_id, j.profile_id, j.is_enabled, j.image_override_url, j.created_at, j.imported_name
      from latest, jsonb_populate_record(null::scholars, latest.joined) j
      returning id
    )
    select restored.id, profile_ids as "profileIds" from restored, latest`.execute(tx);
  const [restored] = rows;
  if (!restored) return undefined;
  await moveProfiles(tx, { from: scholarId, to: restored.id }, restored.profileIds);
  return restored.id;
}

export async function findActiveRunOf(db: Queries, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where user_id = ${userId} and status in ('running', 'resolving')`.execute(db);
  return rows[0]?.id;
}
