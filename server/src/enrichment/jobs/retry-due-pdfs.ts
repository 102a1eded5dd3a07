import type { Services } from '../../platform/services.ts';
import { listDuePdfs, listVersionChecks, postponeDuePdfs } from '../pdf-store.ts';
import { requestEnrichment } from '../request-enrichment.ts';

const BATCH = 500;

/** Repeats the PDF searches, PDF checks and look-ups of preprints that are due. */
export const retryDuePdfs = {
  name: 'retry-due-pdfs',
  async run({ db, config }: Services): Promise<void> {
    let count = BATCH;
    while (count === BATCH) {
      count = await db.transaction().execute(async (tx) => {
        // no lock is needed here, because every request for enrichment locks its rows first
        const due = await listDuePdfs(tx, BATCH);
        await requestEnrichment(tx, config.sources, due, {
          requestedBy: null,
          keyOwner: null,
          ignoresCache: false,
          isAwaited: false,
          isAutomatic: true,
          forVersions: await listVersionChecks(tx, due, config.pdfRetry.maxAttempts),
        });
        await postponeDuePdfs(tx, due);
        return due.length;
      });
    }
  },
};
