import { sql } from 'kysely';
import type { EventKind } from '../events/contract.ts';
import { rowsOf } from '../library/condition-store.ts';
import { allOf, type List } from '../library/predicate.ts';
import type { Queries, Tx } from '../platform/database/database.ts';

/** A visible entry of a library. */
export interface Entry {
  readonly publicationId: number;
  readonly scholarIds: readonly number[];
  readonly isUnread: boolean;
  /** a run found it, after the first crawl of its profile */
  readonly isOfRun: boolean;
}

/** The visible entries of these publications in a user's library. */
export async function listEntries(db: Queries, userId: number, publicationIds: readonly number[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select u.publication_id as "publicationId", u.scholar_ids as "scholarIds",
      exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id) as "isUnread",
      u.first_seen_run_id is not null as "isOfRun"
    from user_publications u where u.user_id = ${userId} and u.publication_id = any(${publicationIds}) and u.hidden_as is null`.execute(
    db,
  );
  return rows;
}

/** Which of these publications are in a list. */
export async function listSelected(
  db: Queries,
  userId: number,
  list: List,
  publicationIds: readonly number[],
): Promise<Set<number>> {
  const selection = { ...list, condition: allOf(list.condition, { kind: 'publications', ids: publicationIds }) };
  const { rows } = await sql<{ id: number }>`
    select u.publication_id as id from ${rowsOf(userId, selection, 'user_publications')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Which of these canonical publications a channel has announced: each of them or one that was merged into it. */
export async function listAnnounced(
  db: Queries,
  channelId: number,
  kind: EventKind,
  canonicalIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.canonical_id as id from publications m join told_publications t on t.publication_id = m.id
    where m.canonical_id = any(${canonicalIds}) and t.channel_id = ${channelId} and t.event_kind = ${kind}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Records that a channel announces publications: those that the events were written for, and the canonical ones. */
export async function saveAnnounced(
  tx: Tx,
  channelId: number,
  announced: readonly { kind: EventKind; publicationId: number }[],
): Promise<void> {
  await sql`
    insert into told_publications (channel_id, event_kind, publication_id)
    select ${channelId}, t.kind, t.id from unnest(${announced.map(({ kind }) => kind)}::text[], ${announced.map(({ publicationId }) => publicationId)}::bigint[]) as t (kind, id)
    join publications p on p.id = t.id
    on conflict do nothing`.execute(tx);
}

/** A message to send: what it announces. */
export interface NewDelivery {
  /** the same in each attempt; null: a new one */
  readonly messageId: string | null;
  readonly eventIds: readonly number[];
  readonly publicationIds: readonly number[];
}

/** Adds messages to the end of a channel's queue. */
export async function insertDeliveries(tx: Tx, channelId: number, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ messageId, eventIds, publicationIds }) => ({
    message_id: messageId,
    event_ids: `{${eventIds.join()}}`,
    publication_ids: `{${publicationIds.join()}}`,
  }));
  await sql`
    insert into deliveries (channel_id, message_id, event_ids, publication_ids)
    select ${channelId}, coalesce(d.message_id, gen_random_uuid()), d.event_ids::bigint[], d.publication_ids::bigint[]
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (message_id uuid, event_ids text, publication_ids text)) with ordinality
      as d (message_id, event_ids, publication_ids, place) order by place`.execute(tx);
}

/** Moves a channel's cursor. */
export async function saveComposed(
  tx: Tx,
  channelId: number,
  { announcedNumber, nextAt, lastDay }: { announcedNumber: number; nextAt: Date | null; lastDay: string | null },
): Promise<void> {
  await sql`
    update channels set told_number = ${announcedNumber}, next_at = ${nextAt}, last_day = ${lastDay} where id = ${channelId}`.execute(
    tx,
  );
}
