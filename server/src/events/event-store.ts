import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { EventKind } from './contract.ts';

/** An event to record. */
export interface NewEvent {
  readonly kind: EventKind;
  /** null: for all users */
  readonly userId: number | null;
  readonly publicationIds?: readonly number[];
  readonly scholarId?: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** How many publications an event names at most, so that a page of events stays small. */
const MAX_PUBLICATIONS = sql.lit(1000);

/** Records events in the transaction that makes the news. */
export async function recordEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ publicationIds = [], scholarId = null, data = {}, ...event }) => ({
    ...event,
    publicationIds: `{${publicationIds.join()}}`,
    scholarId,
    data,
  }));
  await sql`
    insert into events (kind, user_id, publication_ids, scholar_id, data)
    select e.kind, e."userId", e."publicationIds"::bigint[], e."scholarId", e.data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (kind text, "userId" bigint, "publicationIds" text, "scholarId" bigint, data jsonb)`.execute(tx);
}

/**
 * A statement that records the entries in the rows of `saved` that are new. What the first crawl of a profile finds is
 * not news.
 */
export function recordNew(
  userId: number,
  { id, profileId }: { id: number; profileId: number },
  saved: ReturnType<typeof sql>,
) {
  return sql`
    insert into events (kind, user_id, publication_ids, scholar_id)
    select 'publication.new', ${userId}, array[s.publication_id], ${id}
    from ${saved} s join scholar_profiles c on c.scholar_id = ${id} and c.profile_id = ${profileId}
    where s.is_new and c.baseline_completed and c.tells_news order by s.entry_number`;
}

/** A statement that records that a user read the publications in the rows of `marked`. */
export function recordRead(userId: number, marked: ReturnType<typeof sql>) {
  return sql`
    insert into events (kind, user_id, publication_ids)
    select 'publication.read', ${userId}, array_agg(publication_id)
    from (select publication_id, (row_number() over (order by publication_id) - 1) / ${MAX_PUBLICATIONS} as part from ${marked}) m group by part order by part`;
}

/** A statement that records that requests to the sources in the rows of `ended` continue. */
export function recordResumed(ended: ReturnType<typeof sql>) {
  return sql`insert into events (kind, data) select 'source.resumed', jsonb_build_object('source', source) from ${ended} e`;
}

/** Records for each user who has one of these publications that its PDF was found. */
export async function recordPdfs(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    insert into events (kind, user_id, publication_ids)
    select 'publication.pdf_found', u.user_id, array[p.id]
    from publications p join user_publications u on u.publication_id = p.canonical_id
    where p.id = any(${publicationIds}) and u.hidden_as is null order by p.id, u.user_id`.execute(tx);
}

/** Records the end of a run, with the result that is saved. */
export async function recordRunEnd(tx: Tx, runId: number): Promise<void> {
  await sql`
    insert into events (kind, user_id, data)
    select 'run.finished', user_id, jsonb_build_object('run_id', id, 'status', status, 'new_publication_count', new_publication_count)
    from runs where id = ${runId}`.execute(tx);
}

/** Locks the last number until the end of the transaction. */
export async function lockNumbers(tx: Tx): Promise<void> {
  await sql`select from event_numbers for update`.execute(tx);
}

export async function hasUnnumbered(db: Queries): Promise<boolean> {
  const { rows } = await sql`select from events where number is null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Gives the next numbers to at most `limit` events that have none. Returns how many these were, and the first of the
 * numbers.
 */
export async function giveNumbers(tx: Tx, limit: number): Promise<{ count: number; first: number }> {
  const { rows } = await sql<{ count: number; first: number }>`
    with fresh as (
      select id, row_number() over (order by id) as place from events where number is null order by id limit ${limit}
    ), counter as (
      update event_numbers set last_number = last_number + (select count(*) from fresh)
      returning last_number - (select count(*) from fresh) as before
    ), numbered as (
      update events e set number = c.before + f.place from fresh f, counter c where e.id = f.id
    )
    select (select count(*) from fresh) as count, before + 1 as first from counter`.execute(tx);
  return one(rows, 'the numbers of new events');
}

export async function readLastNumber(db: Queries): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_number as last from event_numbers`.execute(db);
  return one(rows, 'the last number of an event').last;
}

/** Deletes at most `limit` events that are older than so many days; returns how many. */
export async function deleteOldEvents(db: Queries, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events where id in (
      select id from events where occurred_at < now() - make_interval(days => ${days}) and number is not null order by occurred_at limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
