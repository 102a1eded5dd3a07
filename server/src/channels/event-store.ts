import { sql } from 'kysely';
import type { EventKind } from '../events/contract.ts';
import { scholarLabel } from '../library/scholar-name-store.ts';
import { currentRetraction } from '../library/shown-store.ts';
import type { RunStatus } from '../platform/database/column-values.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Status } from '../sources/notice.ts';

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

/** What papers with these DOIs are now, as far as they are retracted or withdrawn. */
export async function readRetracted(db: Queries, dois: readonly string[]): Promise<ReadonlyMap<string, Status>> {
  if (dois.length === 0) return new Map();
  const { rows } = await sql<{ doi: string; nature: Status }>`
    select n.doi, n.nature from unnest(${dois}::text[]) as d (doi) cross join lateral ${currentRetraction(sql`d.doi`)} n`.execute(
    db,
  );
  return new Map(rows.map(({ doi, nature }) => [doi, nature]));
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

export interface AddedScholar {
  /** of the event */
  readonly number: number;
  readonly user_id: number;
  readonly scholar_id: number;
  readonly source: string;
  /** of its main profile */
  readonly sourceId: string;
}

/** The scholars that the events from a number on added. */
export async function listAddedScholars(tx: Tx, firstNumber: number): Promise<AddedScholar[]> {
  const { rows } = await sql<AddedScholar>`
    select e.number, e.user_id, e.scholar_id, p.source, p.source_id as "sourceId"
    from events e join scholars s on s.id = e.scholar_id join profiles p on p.id = s.profile_id
    where e.number >= ${firstNumber} and e.kind = 'scholar.added'`.execute(tx);
  return rows;
}

export interface EndedRun {
  /** of the event */
  readonly number: number;
  readonly run_id: number;
  readonly user_id: number;
  readonly trigger: 'manual' | 'scheduled';
  readonly status: RunStatus;
  /** the scholars that the run checked, and those of them that have new publications */
  readonly scholar_count: number;
  readonly scholars_with_new: number;
  readonly new_publication_count: number;
  /** How many profiles have a problem, by its state; `skipped`: were not requested. */
  readonly problem_counts: Readonly<Record<string, number>>;
}

/** The runs that ended by the events from a number on. */
export async function listEndedRuns(tx: Tx, firstNumber: number): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    select e.number, r.id as run_id, r.user_id, r.trigger_type as trigger, r.status, r.scholar_count, r.new_publication_count,
      (select count(distinct o.scholar_id) from run_scholars o where o.run_id = r.id and o.new_publication_count > 0) as scholars_with_new,
      coalesce((
        select jsonb_object_agg(n.problem, n.profiles order by n.problem) from (
          select coalesce(nullif(nullif(o.state, 'ok'), 'no_results'), 'skipped') as problem, count(*) as profiles from run_scholars o
          where o.run_id = r.id and o.outcome in ('failed', 'skipped') and coalesce(o.state_reason, '') not in ('no_longer_tracked', 'disabled')
          group by 1
        ) n), '{}') as problem_counts
    from events e join runs r on r.id = (e.data ->> 'run_id')::bigint
    where e.number >= ${firstNumber} and e.kind = 'run.finished'`.execute(tx);
  return rows;
}
