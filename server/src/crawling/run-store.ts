import { sql } from 'kysely';
import type { DisplayIdentifier, RunStatus } from '../platform/database/column-values.ts';
import type { Tx } from '../platform/database/database.ts';

const ACTIVE = ['running', 'resolving'] as const;

/**
 * Locks a run for the rest of the transaction. Returns undefined unless it is active. `for no key update` lets others
 * insert rows that refer to the run.
 */
export async function lockActiveRun(tx: Tx, runId: number): Promise<{ id: number; user_id: number } | undefined> {
  return tx
    .selectFrom('runs')
    .select(['id', 'user_id'])
    .where('id', '=', runId)
    .where('status', 'in', ACTIVE)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The run that new publications of a user count for: the active one, else the latest completed one. */
export async function findRunToCredit(tx: Tx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where user_id = ${userId} and status in ('running', 'resolving', 'success', 'partial_failure')
    order by status in ('running', 'resolving') desc, id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Adds to a run's count of new publications, whether it is active or not, and locks its row. */
export async function addToRun(
  tx: Tx,
  runId: number,
  newPublications: number,
): Promise<{ total: number; isActive: boolean }> {
  const row = await tx
    .updateTable('runs')
    .set({ new_publication_count: sql<number>`new_publication_count + ${newPublications}` })
    .where('id', '=', runId)
    .returning(['new_publication_count as total', sql<boolean>`end_dt is null`.as('isActive')])
    .executeTakeFirstOrThrow();
  return row;
}

/** The number of a run's scholars by outcome. */
function countOutcomes(runId: number) {
  return sql`
      select count(*) as total, count(*) filter (where outcome = 'pending') as pending, count(*) filter (where outcome = 'success') as succeeded,
        count(*) filter (where outcome = 'failed') as failed, count(*) filter (where outcome = 'partial') as partial,
        count(*) filter (where outcome = 'skipped' and is_excluded) as excluded
      from run_results where run_id = ${runId}`;
}

/**
 * Ends an active run if none of its scholars is pending; while it waits for enrichment, its status is `resolving`.
 * Returns the status if it changed.
 */
export async function endRunIfDone(tx: Tx, runId: number): Promise<RunStatus | undefined> {
  const { rows } = await sql<{ status: RunStatus }>`
    update runs set end_dt = case when n.waits then null else now() end,
      succeeded_count = n.succeeded, failed_count = n.failed, partial_count = n.partial,
      status = case when n.waits then 'resolving' when n.succeeded + n.excluded = n.total then 'success'
        when n.succeeded + n.partial > 0 then 'partial_failure' else 'failed' end
    from (select o.*, exists (select from run_enrichment where run_id = ${runId}) as waits from (${countOutcomes(runId)}) o) n
    where runs.id = ${runId} and n.pending = 0 and (runs.status = 'running' or runs.status = 'resolving' and not n.waits)
    returning runs.status`.execute(tx);
  return rows[0]?.status;
}

export async function saveCanceled(tx: Tx, runId: number): Promise<void> {
  await sql`
    update runs set status = 'canceled', end_dt = now(), succeeded_count = n.succeeded, failed_count = n.failed, partial_count = n.partial
    from (${countOutcomes(runId)}) n where id = ${runId}`.execute(tx);
}

/** Makes a run wait for the enrichment of publications. The caller has locked the enrichment rows. */
export async function awaitEnrichment(tx: Tx, runId: number, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    insert into run_enrichment (run_id, publication_id) select ${runId}, unnest(${publicationIds}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
}

/** The runs that wait for the enrichment of these publications, ordered by id, each with its publications. */
export async function listAwaiting(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<{ runId: number; publicationIds: number[] }[]> {
  const { rows } = await sql<{ runId: number; publicationIds: number[] }>`
    select run_id as "runId", json_agg(publication_id) as "publicationIds" from run_enrichment
    where publication_id = any(${publicationIds}) group by run_id order by run_id`.execute(tx);
  return rows;
}

/** Makes runs no longer wait for these publications. */
export async function releaseEnrichment(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`delete from run_enrichment where publication_id = any(${publicationIds})`.execute(tx);
}

/** Makes a canceled run wait for nothing. */
export async function releaseRun(tx: Tx, runId: number): Promise<void> {
  await sql`delete from run_enrichment where run_id = ${runId}`.execute(tx);
}

interface PublicationDiscovered {
  publication_id: number;
  title: string;
  pub_url: string | null;
  scholar_profile_id: number;
  scholar_label: string;
  first_seen_at: Date;
  /** of the whole run, this publication included */
  new_publication_count: number;
}

interface IdentifierUpdated {
  publication_id: number;
  display_identifier: DisplayIdentifier | null;
}

interface PdfUpdated {
  publication_id: number;
  pdf_status: 'untracked' | 'queued' | 'running' | 'resolved' | 'failed';
  pdf_url: string | null;
}

/** A live event of a run, as it is on the wire. `run_complete` is the last one. */
export type RunEvent =
  | { readonly kind: 'publication_discovered'; readonly data: PublicationDiscovered }
  | { readonly kind: 'scholar_progress'; readonly data: { visited: number; finished: number; total: number } }
  | { readonly kind: 'identifier_updated'; readonly data: IdentifierUpdated }
  | { readonly kind: 'pdf_updated'; readonly data: PdfUpdated }
  | { readonly kind: 'run_status'; readonly data: { status: RunStatus } }
  | { readonly kind: 'run_complete'; readonly data: { status: RunStatus } };

export type RunEventKind = RunEvent['kind'];

/** Its notifications carry the id of a run that has new events. */
export const RUN_EVENTS_CHANNEL = 'run_events';

/**
 * Appends events to a run; its followers are notified when this transaction commits. Takes the run's row lock, so that
 * numbers become visible in order and without gaps.
 */
export async function insertEvents(tx: Tx, runId: number, events: readonly RunEvent[]): Promise<void> {
  if (events.length === 0) return;
  const kinds = events.map(({ kind }) => kind);
  const data = events.map((event) => JSON.stringify(event.data));
  await sql`
    with run as (
      update runs set last_event_number = last_event_number + ${events.length} where id = ${runId}
      returning id, last_event_number - ${events.length} as before
    ), inserted as (
      insert into run_events (run_id, number, kind, data)
      select run.id, run.before + e.at, e.kind, e.data::json
      from run, unnest(${kinds}::text[], ${data}::text[]) with ordinality as e (kind, data, at)
    )
    select pg_notify(${RUN_EVENTS_CHANNEL}, id::text) from run`.execute(tx);
}

/** Titles and addresses of publications, in the order of the ids. */
export async function listTitles(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<{ id: number; title: string; pub_url: string | null }[]> {
  const { rows } = await sql<{ id: number; title: string; pub_url: string | null }>`
    select p.id, p.title, p.pub_url from unnest(${publicationIds}::bigint[]) with ordinality as k (id, at)
    join publications p on p.id = k.id order by k.at`.execute(tx);
  return rows;
}
