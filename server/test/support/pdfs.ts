import { sql } from 'kysely';
import { copyOrder } from '../../src/library/copy-order.ts';
import type { PdfStatus } from '../../src/platform/database/column-values.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { makeRows, savePageOf, track } from './library.ts';

export interface PdfState {
  status: PdfStatus;
  url?: string;
  attempts?: number;
  reason?: string;
  detail?: string;
  source?: string;
  requestedBy?: number;
  /** the time since the last attempt and change; undefined: no attempt yet */
  minutesAgo?: number;
  /** whether the next automatic attempt is due */
  isDue?: boolean;
}

/** Sets the state of a publication's PDF search. While queued or running, it has an open lookup at Crossref. */
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
    ...(state.isDue ? { next_attempt_at: at } : {}),
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

/** Opens a lookup of a publication that no run awaits. */
export async function openLookup(db: Database, publicationId: number): Promise<void> {
  await db
    .insertInto('enrichment')
    .values({ publication_id: publicationId, source: 'crossref' })
    .onConflict((conflict) => conflict.column('publication_id').doUpdateSet({ source: 'crossref' }))
    .execute();
}

/** The open lookups, in the order of their publications. */
export async function listLookups(db: Database) {
  return db
    .selectFrom('enrichment')
    .where('source', 'is not', null)
    .select(['publication_id', 'priority', 'user_id', 'ignores_answers_before'])
    .orderBy('publication_id')
    .execute();
}

/** Tracks a scholar with publications for the user; returns their ids, the newest first. */
export async function addPublications(db: Database, userId: number, profile: string, count: number): Promise<number[]> {
  const scholar = await track(db, userId, profile);
  await savePageOf(db, scholar, makeRows(profile, [0, count]));
  const links = db.selectFrom('user_publications').select('publication_id').where('first_scholar_id', '=', scholar);
  return (await links.orderBy('entry_number').execute()).map((link) => link.publication_id);
}
