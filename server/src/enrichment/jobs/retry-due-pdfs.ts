import type { Services } from '../../platform/http/endpoint.ts';
import { listDuePdfs, postponeDuePdfs } from '../pdf-store.ts';
import { requestEnrichment } from '../request-enrichment.ts';
import { mendClock } from '../store.ts';

const BATCH = 500;

/** Repeats searches for PDFs and checks of PDF links that are due. A clock that was set back makes nothing wait longer. */
export const retryDuePdfs = {
  name: 'retry-due-pdfs',
  async run({ db, config }: Services): Promise<void> {
    await mendClock(db);
    let count = BATCH;
    while (count === BATCH) {
      count = await db.transaction().execute(async (tx) => {
        // not locked: who asks for the same publications now locks their searches first, and so does this
        const due = await listDuePdfs(tx, BATCH);
        await requestEnrichment(tx, config.sources, due, {
          requestedBy: null,
          keysOf: null,
          asksAnew: false,
          isAwaited: false,
          isClock: true,
        });
        await postponeDuePdfs(tx, due);
        return due.length;
      });
    }
  },
};
