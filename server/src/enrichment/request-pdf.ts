import type { Static } from 'typebox';
import { findCanonicalOf } from '../library/canonical-store.ts';
import { readItem } from '../library/list-publications.ts';
import { publicationNotFound } from '../library/not-found.ts';
import { refreshCopies } from '../library/order-store.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { RequeueResponse, RetryResponse } from './pdf-contract.ts';
import { findPdfSearch, isInLibrary, type LastSearch, listMissing } from './pdf-store.ts';
import { requestEnrichment } from './request-enrichment.ts';

/** The message for a user who requested a PDF search. `search` is the state after the request. */
export function describeRequest(isBegun: boolean, search: LastSearch | undefined): string {
  if (isBegun) return search?.status === 'resolved' ? 'The link will be checked.' : 'A PDF will be looked for.';
  if (!search?.isOpen) return 'No source of PDFs is available.';
  if (search.status === 'resolved') return 'The link is already being checked.';
  return search.status === 'running'
    ? 'The search for a PDF is already running.'
    : 'The search for a PDF is already queued.';
}

/**
 * Searches again for the missing PDFs of at most `limit` publications. It uses cached responses and the low priority,
 * because they may be many.
 */
export async function requeueMissingPdfs(
  { db, config }: Pick<Services, 'db' | 'config'>,
  adminId: number,
  limit: number,
): Promise<{ requested: number; queued: number }> {
  return db.transaction().execute(async (tx) => {
    const missing = await listMissing(tx, limit);
    const request = { requestedBy: adminId, keyOwner: null, ignoresCache: false, isAwaited: false };
    const queued = await requestEnrichment(tx, config.sources, missing, request);
    return { requested: missing.length, queued: queued.length };
  });
}

/**
 * Searches again for the PDF of any publication, however recent the last search is. A merged publication counts as its
 * canonical one.
 * @throws Problem `publication_not_found`
 */
export async function requeuePdf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  adminId: number,
  publicationId: number,
): Promise<Static<typeof RequeueResponse>> {
  return db.transaction().execute(async (tx) => {
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined)
      throw new Problem('not_found', 'publication_not_found', 'There is no publication with this id.');
    const request = { requestedBy: adminId, keyOwner: null, ignoresCache: true, isAwaited: true };
    const begun = await requestEnrichment(tx, config.sources, [id], request);
    const now = await findPdfSearch(tx, id);
    return {
      publication_id: id,
      queued: now?.isOpen ?? false,
      status: now?.status ?? 'untracked',
      message: describeRequest(begun.length > 0, now),
    };
  });
}

const MAX_COPIES = 1000;

/** Responses younger than this are taken from the cache, so that a user cannot make the service repeat requests. */
const YOUNG_SECONDS = 600;

/**
 * Searches again for the PDF of a publication in the user's library. If a PDF was found, its link is checked again,
 * because the user probably saw that it does not open. A search that is queued or running is not started twice. A
 * merged publication counts as its canonical one.
 * @throws Problem `publication_not_found`
 */
export async function retryPdf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  publicationId: number,
  scholarId: number | null,
): Promise<Static<typeof RetryResponse>> {
  const { id, ...outcome } = await db.transaction().execute(async (tx) => {
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined || !(await isInLibrary(tx, userId, id))) throw publicationNotFound();
    const search = await findPdfSearch(tx, id);
    const age = search?.secondsSinceAttempt ?? null;
    const ignoresCache = age === null || age > YOUNG_SECONDS;
    const request = { requestedBy: userId, keyOwner: userId, ignoresCache, isAwaited: true };
    const begun = await requestEnrichment(tx, config.sources, [id], request);
    const now = await findPdfSearch(tx, id);
    return { id, queued: now?.isOpen ?? false, message: describeRequest(begun.length > 0, now) };
  });
  // copy at once, so that the user sees the new order of lists; a job copies the rest
  await refreshCopies(db, [id], MAX_COPIES);
  const publication = await readItem(db, userId, id, scholarId);
  if (!publication) throw publicationNotFound();
  return { ...outcome, resolved_pdf: publication.pdf_status === 'resolved', publication };
}
