import { sql, type Updateable } from 'kysely';
import type { PdfStatus } from '../platform/database/column-values.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Enrichment } from '../platform/database/tables.ts';
import { IMPORT } from '../publications/records.ts';
import { type EnrichmentRequest, type OpenEnrichment, PRIORITY } from './enrichment.ts';
import { NOTHING_YET } from './progress.ts';

const columns = sql`
  l.publication_id as "publicationId", l.source, l.priority, l.step_number as "stepNumber", l.failure_count as "failureCount", l.progress,
  l.user_id as "userId", l.ignores_answers_before as "ignoresCacheBefore"`;

export interface NewEnrichment {
  readonly publicationId: number;
  readonly source: string;
  readonly progress: unknown;
}

/**
 * Queues publications for enrichment and for the search for their PDF. A PDF that was found before stays resolved until
 * its link is gone. Returns the publications that were not queued before.
 */
export async function openEnrichment(
  tx: Tx,
  enrichments: readonly NewEnrichment[],
  { requestedBy, keyOwner, ignoresCache, isAwaited, isAutomatic = false, isForVersions = false }: EnrichmentRequest,
): Promise<number[]> {
  if (enrichments.length === 0) return [];
  const priority = isAwaited ? PRIORITY.awaited : PRIORITY.backlog;
  const { rows } = await sql<{ id: number }>`
    insert into enrichment as e (publication_id, source, progress, priority, user_id, ignores_answers_before, requested_by_user_id)
    select k.id, k.source, k.progress, ${priority}, ${keyOwner}::bigint, case when ${ignoresCache} then clock_timestamp() end, ${requestedBy}::bigint
    from unnest(${enrichments.map((one) => one.publicationId)}::bigint[], ${enrichments.map(({ source }) => source)}::text[],
      ${enrichments.map(({ progress }) => JSON.stringify(progress))}::jsonb[]) as k (id, source, progress)
    order by k.id
    on conflict (publication_id) do update set
      source = excluded.source, progress = excluded.progress, priority = excluded.priority, user_id = excluded.user_id,
      ignores_answers_before = excluded.ignores_answers_before, due_at = now(), opened_at = now(), step_number = e.step_number + 1, failure_count = 0,
      status = case when e.status = 'resolved' or ${isForVersions} then e.status else 'queued' end, queued_at = now(), updated_at = now(), next_attempt_at = null,
      requested_by_user_id = case when ${isAutomatic} then e.requested_by_user_id else excluded.requested_by_user_id end,
      auto_retry_count = case when ${isAutomatic} then e.auto_retry_count + (e.status = 'failed' and not ${isForVersions})::int else 0 end
    -- a look-up of versions that waits gives way to a search
    where e.source is null or not ${isForVersions} and e.progress ? 'isForVersions'
    returning publication_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Makes open steps due now, before those without a waiting user. A cooldown of the source still applies. */
export async function hurryEnrichment(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    with open as (
      select publication_id from enrichment
      where publication_id = any(${publicationIds}) and source is not null and (priority > ${PRIORITY.awaited} or due_at > clock_timestamp())
      order by publication_id for no key update
    )
    update enrichment l set priority = ${PRIORITY.awaited}, due_at = least(l.due_at, clock_timestamp()) from open where l.publication_id = open.publication_id`.execute(
    tx,
  );
}

/**
 * Locks open enrichments until the end of the transaction and raises their priority. It locks in the same order as
 * `settleSteps`. Returns the publications whose step is due within `withinSeconds`.
 */
export async function holdEnrichment(
  tx: Tx,
  publicationIds: readonly number[],
  withinSeconds: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with held as materialized (
      select publication_id, due_at from enrichment where publication_id = any(${publicationIds}) and source is not null order by publication_id for no key update
    ), raised as (
      update enrichment l set priority = ${PRIORITY.awaited} from held where l.publication_id = held.publication_id and l.priority > ${PRIORITY.awaited}
    )
    select publication_id as id from held where due_at <= clock_timestamp() + make_interval(secs => ${withinSeconds}::float8)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The steps that are due at a source: awaited ones first, then the longest due. */
export async function listDueSteps(db: Queries, source: string, limit: number): Promise<OpenEnrichment[]> {
  const { rows } = await sql<OpenEnrichment>`
    select ${columns} from unnest(${Object.values(PRIORITY)}::smallint[]) as k (priority)
    cross join lateral (
      select * from enrichment where source = ${source} and priority = k.priority and due_at <= clock_timestamp()
      order by due_at, publication_id limit ${limit}
    ) l
    order by l.priority, l.due_at, l.publication_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * The sources with open steps, and in how many milliseconds their first step is due. Reads one index entry for each
 * source and priority.
 */
export async function listOpenSources(db: Queries): Promise<{ source: string; dueInMs: number }[]> {
  const { rows } = await sql<{ source: string; dueInMs: number }>`
    with recursive sources as (
      (select source from enrichment where source is not null order by source limit 1)
      union all
      select (select e.source from enrichment e where e.source > s.source order by e.source limit 1) from sources s where s.source is not null
    )
    select s.source, extract(epoch from min(first.due_at) - clock_timestamp())::float8 * 1000 as "dueInMs"
    from sources s cross join unnest(${Object.values(PRIORITY)}::smallint[]) as k (priority)
    cross join lateral (
      select due_at from enrichment e where e.source = s.source and e.priority = k.priority order by due_at limit 1
    ) first
    where s.source is not null group by s.source`.execute(db);
  return rows;
}

/** A locked enrichment, before its step is settled. */
export interface LockedStep {
  /** the database's clock */
  readonly now: Date;
  readonly status: PdfStatus;
  readonly attemptCount: number;
  readonly autoRetryCount: number;
}

/**
 * Locks the enrichments whose step number is unchanged, until the end of the transaction, and returns them by
 * publication. If you also need the rows of the publications, lock those first.
 */
export async function lockSteps(
  tx: Tx,
  steps: readonly { publicationId: number; stepNumber: number }[],
): Promise<Map<number, LockedStep>> {
  const { rows } = await sql<LockedStep & { id: number }>`
    select l.publication_id as id, clock_timestamp() as now, l.status, l.attempt_count as "attemptCount", l.auto_retry_count as "autoRetryCount"
    from enrichment l
    join unnest(${steps.map((one) => one.publicationId)}::bigint[], ${steps.map((one) => one.stepNumber)}::int[]) as k (id, step_number)
      on k.id = l.publication_id and k.step_number = l.step_number
    where l.source is not null order by l.publication_id for update of l`.execute(tx);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Locks the open enrichments of publications that will be deleted, by id, until the end of the transaction. */
export async function lockEnrichmentOf(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`select from enrichment where publication_id = any(${publicationIds}) order by publication_id for update`.execute(
    tx,
  );
}

/** What a step changes in a locked row, by the names of the columns. What it does not name stays. */
export interface StepChange extends Omit<Updateable<Enrichment>, 'progress' | 'candidates'> {
  readonly progress: object;
  readonly candidates?: readonly object[];
}

/** Moves locked enrichments to their next steps. A row without a source has none. */
export async function saveStepChanges(tx: Tx, changes: ReadonlyMap<number, StepChange>): Promise<void> {
  if (changes.size === 0) return;
  const rows = [...changes].map(([id, change]) => ({ id, change }));
  // fills what a change does not name from the row
  await sql`
    update enrichment l set (source, progress, failure_count, step_number, due_at, status, pdf_url, version, license, last_source, candidates,
        attempt_count, auto_retry_count, failure_reason, failure_detail, last_attempt_at, next_attempt_at, resolved_at, updated_at)
      = (select source, progress, failure_count, l.step_number + 1, due_at, status, pdf_url, version, license, last_source, candidates,
        attempt_count, auto_retry_count, failure_reason, failure_detail, last_attempt_at, next_attempt_at, resolved_at, updated_at
        from jsonb_populate_record(l, k.change))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (id bigint, change jsonb) where l.publication_id = k.id`.execute(
    tx,
  );
}

/**
 * Queues the publications that an import has just created, with the first source that it planned (`search_source` in
 * the table `import_items`). A PDF link in the imported file is checked like those from sources.
 */
export async function openImportedEnrichment(tx: Tx, keyOwner: number): Promise<void> {
  await sql`
      insert into enrichment (publication_id, source, progress, priority, user_id)
      select m.publication_id, i.search_source,
        case when i.pdf_url is null then nothing.yet else nothing.yet || jsonb_build_object('candidates', jsonb_build_array(jsonb_build_object(
          'url', i.pdf_url, 'version', null, 'license', null, 'host', null, 'source', ${IMPORT}::text))) end,
        ${PRIORITY.backlog}, ${keyOwner}::bigint
      from (select ${JSON.stringify(NOTHING_YET)}::jsonb as yet offset 0) nothing,
        import_matches m join import_items i on i.position = m.position
      where m.is_founder and i.search_source is not null order by m.publication_id`.execute(tx);
}
