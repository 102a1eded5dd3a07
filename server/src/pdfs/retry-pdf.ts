import type { Static } from 'typebox';
import type { Services } from '../platform/http/endpoint.ts';
import { publicationNotFound } from '../publications/publication-not-found.ts';
import { readItem } from '../publications/read-item.ts';
import { findRoot } from '../publications/root-store.ts';
import type { RetryAnswer } from './contract.ts';
import { describeRequest } from './describe-request.ts';
import { findSearch, isInLibrary } from './queue-store.ts';
import { requestPdfs } from './request-pdfs.ts';

/** What sources answered in a search that is younger than this is believed: no user makes them be asked again and again. */
const YOUNG_SECONDS = 600;

/**
 * Looks anew for a PDF of a work in the user's library. A link that was found is checked again: who asks for that has seen that it does not
 * open. What waits or is under way is not begun twice. For a merged work it is the one that stands for it.
 * @throws Problem `publication_not_found`
 */
export async function retryPdf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  publicationId: number,
  scholarId: number | null,
): Promise<Static<typeof RetryAnswer>> {
  const { id, ...outcome } = await db.transaction().execute(async (tx) => {
    const id = await findRoot(tx, publicationId);
    if (id === undefined || !(await isInLibrary(tx, userId, id))) throw publicationNotFound();
    const search = await findSearch(tx, id);
    const age = search?.secondsSinceAttempt ?? null;
    // an attempt in the future was noted before the clock was set back
    const asksAnew = age === null || age < 0 || age > YOUNG_SECONDS;
    const request = { requestedBy: userId, keysOf: userId, asksAnew, isAwaited: true };
    const begun = await requestPdfs(tx, config.sources, [id], request);
    const now = await findSearch(tx, id);
    return { id, queued: now?.isOpen ?? false, message: describeRequest(begun.length > 0, now) };
  });
  const publication = await readItem(db, userId, id, scholarId);
  if (!publication) throw publicationNotFound();
  return { ...outcome, resolved_pdf: publication.pdf_status === 'resolved', publication };
}
