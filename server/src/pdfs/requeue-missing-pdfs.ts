import type { Services } from '../platform/http/endpoint.ts';
import { listMissing } from './queue-store.ts';
import { requestPdfs } from './request-pdfs.ts';

/**
 * Looks again for missing PDFs, of so many works at most. They are many: so what somebody waits for goes before them, and a source's answer that
 * still holds is not asked for anew.
 */
export async function requeueMissingPdfs(
  { db, config }: Pick<Services, 'db' | 'config'>,
  adminId: number,
  limit: number,
): Promise<{ requested: number; queued: number }> {
  return db.transaction().execute(async (tx) => {
    const missing = await listMissing(tx, limit);
    const request = { requestedBy: adminId, keysOf: null, asksAnew: false, isAwaited: false };
    const queued = await requestPdfs(tx, config.sources, missing, request);
    return { requested: missing.length, queued: queued.length };
  });
}
