import { sql } from 'kysely';
import type { EventKind } from '../events/contract.ts';
import { scholarLabel } from '../library/scholar-name-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: number;
  readonly number: number;
  readonly uid: string;
  readonly kind: EventKind;
  readonly occurredAt: Date;
  /** the publications for which it was written */
  readonly publicationIds: readonly number[];
  readonly scholarId: number | null;
  readonly scholarName: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const COLUMNS = sql`
  e.id, e.number, e.uid, e.kind, e.occurred_at as "occurredAt", e.publication_ids as "publicationIds", e.scholar_id as "scholarId", e.data,
  (select ${scholarLabel()} from scholars s join profiles p on p.id = s.profile_id
    where s.id = e.scholar_id) as "scholarName"`;

/** The events of a user after a number, up to another one or all, at most `limit`, in their order. */
export async function listEventsAfter(
  db: Queries,
  userId: number,
  { after, upTo = null, kinds = null }: { after: number; upTo?: number | null; kinds?: readonly string[] | null },
  limit: number,
): Promise<StoredEvent[]> {
  const eventsOf = (owner: ReturnType<typeof sql>) => sql`(
    select * from events where ${owner} and number > ${after} and (${upTo}::bigint is null or number <= ${upTo}::bigint)
      and (${kinds}::text[] is null or kind = any(${kinds}::text[]))
    order by number limit ${limit})`;
  const { rows } = await sql<StoredEvent>`
    select ${COLUMNS} from (${eventsOf(sql`user_id = ${userId}`)} union all ${eventsOf(sql`user_id is null`)}) e
    order by e.number limit ${limit}`.execute(db);
  return rows;
}

/** Events of a user by their ids, in their order. */
export async function listEventsById(db: Queries, userId: number, ids: readonly number[]): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select ${COLUMNS} from events e where e.id = any(${ids}) and (e.user_id = ${userId} or e.user_id is null) order by e.number`.execute(
    db,
  );
  return rows;
}

/**
 * Wakes the channels that announce at once what the events from a number on say: they are due after so many seconds, in
 * which more may come. Webhooks are due now, because a program needs no bundle. It waits for channels that are
 * composing a message and may not see these events.
 */
export async function wakeChannels(tx: Tx, firstNumber: number, bundleSeconds: number): Promise<void> {
  await sql`
    update channels c set next_at = coalesce(c.next_at,
      clock_timestamp() + case when c.kind = 'webhook' then interval '0' else make_interval(secs => ${bundleSeconds}) end)
    where c.schedule ->> 'frequency' = 'at_once' and exists (
      select from events e where e.number >= ${firstNumber} and (e.user_id = c.user_id or e.user_id is null) and c.filter -> 'event_kinds' ? e.kind)`.execute(
    tx,
  );
}
