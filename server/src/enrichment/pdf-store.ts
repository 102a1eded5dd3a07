import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Candidate } from './progress.ts';

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
