import type { Static } from 'typebox';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { copySortValues } from '../publications/order-store.ts';
import { publicationNotFound } from '../publications/publication-not-found.ts';
import { readItem } from '../publications/read-item.ts';
import { findCanonicalOf } from '../publications/record-store.ts';
import type { RequeueAnswer, RetryAnswer } from './pdf-contract.ts';
import { findPdfSearch, isInLibrary, type LastSearch, listMissing } from './pdf-queue-store.ts';
import { requestEnrichment } from './request-enrichment.ts';

/** The message for a person who asked for a PDF; `search` is the state after the request. */
export function describeRequest(isBegun: boolean, search: LastSearch | undefined): string {
  if (isBegun) return search?.status === 'resolved' ? 'The link will be checked.' : 'A PDF will be looked for.';
  if (!search?.isOpen) return 'No source that knows PDFs may be asked.';
  if (search.status === 'resolved') return 'The link is being checked already.';
  return search.status === 'running' ? 'A PDF is being looked for already.' : 'The search for a PDF is queued already.';
}

/**
 * Looks again for missing PDFs, of at most `limit` publications. As they are many, they have the low priority and cached answers are used.
 */
export async function requeueMissingPdfs(
  { db, config }: Pick<Services, 'db' | 'config'>,
  adminId: number,
  limit: number,
): Promise<{ requested: number; queued: number }> {
  return db.transaction().execute(async (tx) => {
    const missing = await listMissing(tx, limit);
    const request = { requestedBy: adminId, keysOf: null, asksAnew: false, isAwaited: false };
    const queued = await requestEnrichment(tx, config.sources, missing, request);
    return { requested: missing.length, queued: queued.length };
  });
}

/**
 * Looks again for a PDF of any publication, however recent the last search is. A merged publication counts as its canonical one.
 * @throws Problem `publication_not_found`
 */
export async function requeuePdf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  adminId: number,
  publicationId: number,
): Promise<Static<typeof RequeueAnswer>> {
  return db.transaction().execute(async (tx) => {
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined)
      throw new Problem('not_found', 'publication_not_found', 'There is no publication with this id.');
    const request = { requestedBy: adminId, keysOf: null, asksAnew: true, isAwaited: true };
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

/** Answers of a search that is younger than this are not asked for again, so that a user cannot make the service repeat requests. */
const YOUNG_SECONDS = 600;

/**
 * Looks again for a PDF of a publication in the user's library. A link that was found is checked again, because the user saw that it does not open. A
 * search that is queued or running is not started twice. A merged publication counts as its canonical one.
 * @throws Problem `publication_not_found`
 */
export async function retryPdf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  publicationId: number,
  scholarId: number | null,
): Promise<Static<typeof RetryAnswer>> {
  const { id, ...outcome } = await db.transaction().execute(async (tx) => {
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined || !(await isInLibrary(tx, userId, id))) throw publicationNotFound();
    const search = await findPdfSearch(tx, id);
    const age = search?.secondsSinceAttempt ?? null;
    // an attempt in the future was noted before the clock was set back
    const asksAnew = age === null || age < 0 || age > YOUNG_SECONDS;
    const request = { requestedBy: userId, keysOf: userId, asksAnew, isAwaited: true };
    const begun = await requestEnrichment(tx, config.sources, [id], request);
    const now = await findPdfSearch(tx, id);
    return { id, queued: now?.isOpen ?? false, message: describeRequest(begun.length > 0, now) };
  });
  // what the user asked for shows in the order of lists at once; the job copies what this leaves
  await copySortValues(db, [id], MAX_COPIES);
  const publication = await readItem(db, userId, id, scholarId);
  if (!publication) throw publicationNotFound();
  return { ...outcome, resolved_pdf: publication.pdf_status === 'resolved', publication };
}
