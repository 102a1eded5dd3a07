import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { PdfStatus } from '../../src/platform/database/tables.ts';
import { copyOrder } from '../../src/publications/copy-order.ts';
import { makeRows, savePageOf, track } from './library.ts';

export interface PdfState {
  status: PdfStatus;
  url?: string;
  attempts?: number;
  reason?: string;
  detail?: string;
  source?: string;
  requestedBy?: number;
  /** since the last attempt and the last change, which are one; none: no attempt yet */
  minutesAgo?: number;
}

/** Puts the search for a work's PDF into a state, as if the engine had left it there; it is open at Crossref while queued or running. */
export async function putPdf(db: Database, publicationId: number, state: PdfState): Promise<void> {
  const { status, url = status === 'resolved' ? `https://files.example/${publicationId}.pdf` : null } = state;
  const at = sql<Date>`now() - make_interval(secs => ${(state.minutesAgo ?? 0) * 60}::float8)`;
  const job = {
    status,
    pdf_url: url,
    attempt_count: state.attempts ?? 0,
    failure_reason: state.reason ?? null,
    failure_detail: state.detail ?? null,
    last_source: state.source ?? null,
    requested_by_user_id: state.requestedBy ?? null,
    last_attempt_at: state.minutesAgo === undefined ? null : at,
    resolved_at: status === 'resolved' ? at : null,
    updated_at: at,
  };
  await db
    .insertInto('enrichment')
    .values({ publication_id: publicationId, ...job })
    .onConflict((conflict) => conflict.column('publication_id').doUpdateSet(job))
    .execute();
  if (status === 'queued' || status === 'running') await openLookup(db, publicationId);
  else await db.updateTable('enrichment').set({ source: null }).where('publication_id', '=', publicationId).execute();
  await copyOrder(db);
}

/** Opens a lookup of a work that nobody waits for. */
export async function openLookup(db: Database, publicationId: number): Promise<void> {
  await db
    .insertInto('enrichment')
    .values({ publication_id: publicationId, source: 'crossref' })
    .onConflict((conflict) => conflict.column('publication_id').doUpdateSet({ source: 'crossref' }))
    .execute();
}

/** The open lookups, in the order of their works. */
export async function listLookups(db: Database) {
  return db
    .selectFrom('enrichment')
    .where('source', 'is not', null)
    .select(['publication_id', 'priority', 'user_id', 'ignores_answers_before'])
    .orderBy('publication_id')
    .execute();
}

/** Works of a scholar that the user tracks from now on, the newest first, as ids. */
export async function addWorks(db: Database, userId: number, profile: string, count: number): Promise<number[]> {
  const scholar = await track(db, userId, profile);
  await savePageOf(db, scholar, makeRows(profile, [0, count]));
  const links = db.selectFrom('user_publications').select('publication_id').where('first_scholar_id', '=', scholar);
  return (await links.orderBy('link_number').execute()).map((link) => link.publication_id);
}
