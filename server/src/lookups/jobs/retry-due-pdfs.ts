import type { Services } from '../../platform/http/endpoint.ts';
import { openSearches } from '../open-searches.ts';
import { listDuePdfs, postponeDuePdfs } from '../pdf-store.ts';
import { wakeLookups } from '../wake-lookups.ts';

const BATCH = 500;

/** Searches again for PDFs that were not found, when their time has come, and looks whether links that were found still hold. */
export const retryDuePdfs = {
  name: 'retry-due-pdfs',
  async run({ db, config }: Services): Promise<void> {
    let count = BATCH;
    while (count === BATCH) {
      count = await db.transaction().execute(async (tx) => {
        // not locked: who asks for the same works now locks their searches first, and so does this
        const due = await listDuePdfs(tx, BATCH);
        const search = await openSearches(tx, config.sources, due, {
          requestedBy: null,
          keysOf: null,
          asksAnew: false,
          isAwaited: false,
          isClock: true,
        });
        await postponeDuePdfs(tx, due);
        await wakeLookups(tx, search.sources);
        return due.length;
      });
    }
  },
};
