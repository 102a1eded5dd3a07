import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Candidate, Refusal } from './progress.ts';

/** Marks searches as running: either no PDF is found yet, or the one that was found is gone (`lostIds`). */
export async function saveRunningPdfs(
  tx: Tx,
  publicationIds: readonly number[],
  lostIds: readonly number[],
): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    update enrichment set status = 'running', pdf_url = null, version = null, license = null, resolved_at = null,
      next_attempt_at = null, updated_at = now()
    where publication_id = any(${publicationIds}) and (status = 'queued' or status = 'resolved' and publication_id = any(${lostIds}))`.execute(
    tx,
  );
}

/** Marks searches as waiting, each for some seconds. */
export async function saveWaitingPdfs(
  tx: Tx,
  waiting: readonly { publicationId: number; afterSeconds: number }[],
): Promise<void> {
  if (waiting.length === 0) return;
  await sql`
    update enrichment j set status = case when j.status = 'running' then 'queued' else j.status end, updated_at = now(),
      next_attempt_at = case when j.status = 'resolved' then j.next_attempt_at else clock_timestamp() + make_interval(secs => k.seconds) end
    from unnest(${waiting.map((one) => one.publicationId)}::bigint[], ${waiting.map((one) => one.afterSeconds)}::float8[]) as k (id, seconds)
    where j.publication_id = k.id`.execute(tx);
}

export interface FoundPdf {
  readonly publicationId: number;
  readonly candidate: Candidate;
  readonly refusals: readonly Refusal[];
  /** the time until the next PDF check */
  readonly recheckSeconds: number;
}

export async function saveFoundPdfs(tx: Tx, found: readonly FoundPdf[]): Promise<void> {
  if (found.length === 0) return;
  await sql`
    update enrichment j set status = 'resolved', pdf_url = k.url, version = k.version, license = k.license, last_source = k.source,
      candidates = k.candidates, attempt_count = j.attempt_count + 1, auto_retry_count = 0, failure_reason = null, failure_detail = null,
      last_attempt_at = now(), next_attempt_at = now() + make_interval(secs => k.recheck_seconds), resolved_at = now(), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(
      found.map(({ publicationId, candidate, refusals, recheckSeconds }) => ({
        ...candidate,
        id: publicationId,
        candidates: [{ ...candidate, reason: null, detail: null }, ...refusals],
        recheck_seconds: recheckSeconds,
      })),
    )}::jsonb) as k (id bigint, url text, version text, license text, source text, candidates jsonb, recheck_seconds float8)
    where j.publication_id = k.id`.execute(tx);
}

export interface FailedSearch {
  readonly publicationId: number;
  readonly reason: string;
  readonly detail: string;
  readonly lastSource: string | null;
  readonly refusals: readonly Refusal[];
  /** the wait before the next automatic retry, by the number of automatic retries so far; null if there is no further one */
  readonly retrySeconds: readonly (number | null)[];
}

export async function saveFailedPdfs(tx: Tx, failed: readonly FailedSearch[]): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update enrichment j set status = 'failed', pdf_url = null, version = null, license = null, last_source = k.source, candidates = k.candidates,
      attempt_count = j.attempt_count + 1, failure_reason = k.reason, failure_detail = k.detail, last_attempt_at = now(), resolved_at = null,
      next_attempt_at = now() + make_interval(secs => (k.retry_seconds ->> j.auto_retry_count)::float8), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(
      failed.map((one) => ({
        id: one.publicationId,
        reason: one.reason,
        detail: one.detail,
        source: one.lastSource,
        candidates: one.refusals,
        retry_seconds: one.retrySeconds,
      })),
    )}::jsonb) as k (id bigint, reason text, detail text, source text, candidates jsonb, retry_seconds jsonb)
    where j.publication_id = k.id`.execute(tx);
}

/** Deletes searches that ended without a result because the publication was merged. */
export async function deleteOpenPdfs(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    delete from enrichment where publication_id = any(${publicationIds}) and status in ('queued', 'running')`.execute(
    tx,
  );
}

const IS_DUE = sql`next_attempt_at <= now() and status in ('resolved', 'failed')`;

/** Publications whose search or link check is due again, the longest due first. */
export async function listDuePdfs(db: Queries, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select publication_id as id from enrichment where ${IS_DUE}
    order by next_attempt_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Postpones by a day the searches that could not be queued because every source is disabled. */
export async function postponeDuePdfs(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    with due as (
      select publication_id from enrichment
      where publication_id = any(${publicationIds}) and ${IS_DUE}
      order by publication_id for update
    )
    update enrichment j set next_attempt_at = now() + interval '1 day', updated_at = now() from due where j.publication_id = due.publication_id`.execute(
    tx,
  );
}

/** The PDF links that are shown now, and whether a source's metadata of the publication is stored. */
export async function listFoundLinks(
  db: Queries,
  publicationIds: readonly number[],
): Promise<Map<number, { link: Candidate; hasMetadata: boolean }>> {
  const { rows } = await sql<Candidate & { id: number; hasMetadata: boolean }>`
    select publication_id as id, pdf_url as url, version, license, null as host, coalesce(last_source, 'unknown') as source,
      exists (select from publication_metadata m where m.publication_id = j.publication_id) as "hasMetadata"
    from enrichment j where publication_id = any(${publicationIds}) and status = 'resolved'`.execute(db);
  return new Map(rows.map(({ id, hasMetadata, ...link }) => [id, { link, hasMetadata }]));
}
