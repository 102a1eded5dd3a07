import { type RawBuilder, sql } from 'kysely';
import type { PdfStatus } from '../platform/database/column-values.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import type { PdfQueueItem } from './pdf-contract.ts';
import type { Candidate } from './progress.ts';
import { isMarkedRetracted } from './publication-store.ts';

/** Deletes searches that ended without a result because the publication was merged. */
export async function deleteOpenPdfs(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    delete from enrichment where publication_id = any(${publicationIds}) and status in ('queued', 'running')`.execute(
    tx,
  );
}

const IS_DUE = sql`next_attempt_at <= now() and status in ('resolved', 'failed')`;

/** A search or link check that is due again. */
export interface DueSearch {
  readonly id: number;
  readonly isInLibrary: boolean;
}

/**
 * The publications whose search or link check is due again, the longest due first: those of which only the versions are
 * looked up, or all others. The former are preprints, and what is marked as retracted, whose PDF was checked less than
 * a month ago, or was not found after so many retries.
 */
export async function listDueSearches(
  db: Queries,
  limit: number,
  { isForVersions, maxRetries }: { readonly isForVersions: boolean; readonly maxRetries: number },
): Promise<DueSearch[]> {
  const { rows } = await sql<DueSearch>`
    select e.publication_id as id, exists (
      select from user_publications u where u.publication_id = p.id and u.hidden_as is null) as "isInLibrary"
    from enrichment e join publications m on m.id = e.publication_id join publications p on p.id = m.canonical_id
    where ${IS_DUE} and ${isForVersions} = (((p.stage = 'preprint' or ${isMarkedRetracted(sql`m.id`)}) and case e.status
      when 'resolved' then e.last_attempt_at > now() - interval '30 days' else e.auto_retry_count >= ${maxRetries} end) is true)
    order by e.next_attempt_at limit ${limit}`.execute(db);
  return rows;
}

/** Postpones by a day what was not queued, because no user has it or every source is disabled. */
export async function postponeDuePdfs(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    with due as (
      select publication_id from enrichment
      where publication_id = any(${publicationIds}) and ${IS_DUE}
      order by publication_id for update
    )
    update enrichment j set next_attempt_at = now() + interval '1 day' from due where j.publication_id = due.publication_id`.execute(
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

/** Publications without any search for a PDF. */
const UNTRACKED = sql`
  publications p where p.merged_into is null and not exists (select from enrichment j where j.publication_id = p.id)`;

/** Searches for PDFs, the latest change first: all, or those of one status. */
export function listSearches(
  db: Queries,
  status: PdfStatus | null,
  { limit, offset }: RowWindow,
): Promise<{ items: PdfQueueItem[]; totalCount: number }> {
  const which = status === null ? sql`enrichment` : sql`enrichment where status = ${status}`;
  // an index-only scan finds the rows, so that a late page costs little more than the first
  const items = sql<PdfQueueItem>`
    select p.id as publication_id, p.title, p.display_identifier, j.pdf_url, j.status, j.attempt_count,
      j.failure_reason as last_failure_reason, j.failure_detail as last_failure_detail, j.last_source,
      j.requested_by_user_id, u.email as requested_by_email,
      j.queued_at, j.last_attempt_at, j.next_attempt_at, j.resolved_at, j.updated_at
    from (
      select publication_id from ${which} order by updated_at desc, publication_id limit ${limit} offset ${offset}
    ) k
    join enrichment j on j.publication_id = k.publication_id
    join publications p on p.id = k.publication_id
    left join users u on u.id = j.requested_by_user_id
    order by j.updated_at desc, j.publication_id`;
  return readPage(db, items, which);
}

/** Publications without any search for a PDF, the newest first. */
export function listUntracked(
  db: Queries,
  { limit, offset }: RowWindow,
): Promise<{ items: PdfQueueItem[]; totalCount: number }> {
  const items = sql<PdfQueueItem>`
    select p.id as publication_id, p.title, p.display_identifier, null as pdf_url, 'untracked' as status, 0 as attempt_count,
      null as last_failure_reason, null as last_failure_detail, null as last_source,
      null as requested_by_user_id, null as requested_by_email,
      null as queued_at, null as last_attempt_at, null as next_attempt_at, null as resolved_at, null as updated_at
    from ${UNTRACKED} order by p.id desc limit ${limit} offset ${offset}`;
  return readPage(db, items, UNTRACKED);
}

async function readPage(db: Queries, items: RawBuilder<PdfQueueItem>, all: RawBuilder<unknown>) {
  const [page, count] = await Promise.all([
    items.execute(db),
    sql<{ n: number }>`select count(*) as n from ${all}`.execute(db),
  ]);
  return { items: page.rows, totalCount: one(count.rows, 'the count of PDF searches').n };
}

export async function isInLibrary(q: Queries, userId: number, publicationId: number): Promise<boolean> {
  const link = q
    .selectFrom('user_publications')
    .select('publication_id')
    .where('user_id', '=', userId)
    .where('publication_id', '=', publicationId)
    .where('hidden_as', 'is', null);
  return (await link.executeTakeFirst()) !== undefined;
}

export interface LastSearch {
  readonly status: PdfStatus;
  /** queued or running; a PDF check does not change the status */
  readonly isOpen: boolean;
  /** null if no attempt has ended yet */
  readonly secondsSinceAttempt: number | null;
}

/** The latest search for a PDF of a publication; undefined if there was none. */
export async function findPdfSearch(q: Queries, publicationId: number): Promise<LastSearch | undefined> {
  const { rows } = await sql<LastSearch>`
    select j.status, j.source is not null as "isOpen",
      extract(epoch from clock_timestamp() - j.last_attempt_at)::float8 as "secondsSinceAttempt"
    from enrichment j where j.publication_id = ${publicationId}`.execute(q);
  return rows[0];
}

/** Publications without a PDF and without an open search: failures, the oldest first, then those without any search. */
export async function listMissing(q: Queries, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with failed as materialized (
      select j.publication_id as id from enrichment j join publications p on p.id = j.publication_id and p.merged_into is null
      where j.status = 'failed' order by j.updated_at, j.publication_id desc limit ${limit}
    ), untracked as (
      select p.id from ${UNTRACKED} order by p.id limit greatest(0, ${limit} - (select count(*) from failed))
    )
    select id from failed union all select id from untracked`.execute(q);
  return rows.map(({ id }) => id);
}
