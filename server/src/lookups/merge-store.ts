import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { insertStoredRows } from '../platform/database/stored-rows.ts';
import { IMPORT } from '../publications/imported.ts';
import type { LookupRow, PdfRow, PdfState } from './joined-pdfs.ts';

/** Locks the searches of works to the end of the transaction, in the order in which those take them who settle steps. */
export async function lockSearches(tx: Tx, publicationIds: readonly number[]): Promise<PdfState> {
  await sql`
    select from lookups where publication_id = any(${publicationIds}) order by publication_id for no key update`.execute(
    tx,
  );
  await sql`
    select from pdf_jobs where publication_id = any(${publicationIds}) order by publication_id for update`.execute(tx);
  return readSearches(tx, publicationIds);
}

export async function readSearches(tx: Tx, publicationIds: readonly number[]): Promise<PdfState> {
  const pdfs = await sql<{ row: PdfRow }>`
    select to_jsonb(j) as row from pdf_jobs j where publication_id = any(${publicationIds}) order by publication_id`.execute(
    tx,
  );
  const lookups = await sql<{ row: LookupRow }>`
    select to_jsonb(l) as row from lookups l where publication_id = any(${publicationIds}) order by publication_id`.execute(
    tx,
  );
  return { pdfs: pdfs.rows.map(({ row }) => row), lookups: lookups.rows.map(({ row }) => row) };
}

export async function isAwaited(tx: Tx, publicationId: number): Promise<boolean> {
  const { rows } = await sql`select from run_lookups where publication_id = ${publicationId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Puts PDF searches in the place of those that works have. */
export async function replacePdfs(tx: Tx, takenIds: readonly number[], put: readonly PdfRow[]): Promise<void> {
  await sql`delete from pdf_jobs where publication_id = any(${takenIds})`.execute(tx);
  if (put.length === 0) return;
  await insertStoredRows(tx, 'pdf_jobs', put);
  await sql`
    update pdf_jobs set requested_by_user_id = null
    where publication_id = any(${put.map((row) => row.publication_id)}) and requested_by_user_id is not null
      and not exists (select from users u where u.id = requested_by_user_id)`.execute(tx);
}

/** Writes an open lookup as it was; opens it when there is none. */
export async function putLookup(tx: Tx, lookup: LookupRow): Promise<void> {
  await insertStoredRows(
    tx,
    'lookups',
    [lookup],
    sql`on conflict (publication_id) do update set source = excluded.source, due_at = excluded.due_at, priority = excluded.priority,
      step_number = excluded.step_number, failure_count = excluded.failure_count, progress = excluded.progress`,
  );
}

/** Takes an open lookup to another step, due at once. */
export async function turnLookup(tx: Tx, publicationId: number, source: string, progress: unknown): Promise<void> {
  await sql`
    update lookups set source = ${source}, progress = ${JSON.stringify(progress)}::jsonb, step_number = step_number + 1,
      failure_count = 0, due_at = least(due_at, clock_timestamp())
    where publication_id = ${publicationId}`.execute(tx);
}

/** Takes an open lookup beyond a step and its own, with all else as it is: no answer to these is accepted. */
export async function passSteps(tx: Tx, publicationId: number, step: number): Promise<void> {
  await sql`
    update lookups set step_number = greatest(step_number, ${step}::int) + 1 where publication_id = ${publicationId}`.execute(
    tx,
  );
}

/** Forgets of works' PDFs the links that files named. */
export async function dropImportedLinks(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    update pdf_jobs set candidates = coalesce((
      select jsonb_agg(c order by at) from jsonb_array_elements(candidates) with ordinality as k (c, at)
      where c ->> 'source' is distinct from ${IMPORT}), '[]')
    where publication_id = any(${publicationIds}) and candidates @> ${JSON.stringify([{ source: IMPORT }])}::jsonb`.execute(
    tx,
  );
}

/** Opens lookups at a source, where none is open; what is said of the PDFs stays. */
export async function openLookups(
  tx: Tx,
  source: string,
  lookups: readonly { publicationId: number; progress: unknown }[],
): Promise<void> {
  await sql`
    insert into lookups (publication_id, source, progress)
    select k.id, ${source}, k.progress
    from unnest(${lookups.map((one) => one.publicationId)}::bigint[], ${lookups.map(({ progress }) => JSON.stringify(progress))}::jsonb[]) as k (id, progress)
    order by k.id on conflict do nothing`.execute(tx);
}
