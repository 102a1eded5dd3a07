import type { Static } from 'typebox';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { findRoot } from '../publications/root-store.ts';
import type { RequeueAnswer } from './contract.ts';
import { describeRequest } from './describe-request.ts';
import { findSearch } from './queue-store.ts';
import { requestPdfs } from './request-pdfs.ts';

/**
 * Looks anew for a PDF of any work, however lately one was looked for. For a merged work it is the one that stands for it.
 * @throws Problem `publication_not_found`
 */
export async function requeuePdf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  adminId: number,
  publicationId: number,
): Promise<Static<typeof RequeueAnswer>> {
  return db.transaction().execute(async (tx) => {
    const id = await findRoot(tx, publicationId);
    if (id === undefined)
      throw new Problem('not_found', 'publication_not_found', 'There is no publication with this id.');
    const request = { requestedBy: adminId, keysOf: null, asksAnew: true, isAwaited: true };
    const begun = await requestPdfs(tx, config.sources, [id], request);
    const now = await findSearch(tx, id);
    return {
      publication_id: id,
      queued: now?.isOpen ?? false,
      status: now?.status ?? 'untracked',
      message: describeRequest(begun.length > 0, now),
    };
  });
}
