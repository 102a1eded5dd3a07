import type { Services } from '../../platform/services.ts';
import { listDueSearches, postponeDuePdfs } from '../pdf-store.ts';
import { requestEnrichment } from '../request-enrichment.ts';

const BATCH = 500;

/** Repeats the PDF searches, PDF checks and look-ups of preprints that are due, of what users have in their libraries. */
export const retryDuePdfs = {
  name: 'retry-due-pdfs',
  async run(services: Services): Promise<void> {
    for (const isForVersions of [false, true]) while ((await repeatDue(services, isForVersions)) === BATCH);
  },
};

/** Repeats those of one kind in one transaction, and returns how many were due. */
async function repeatDue({ db, config }: Services, isForVersions: boolean): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // no lock is needed here, because every request for enrichment locks its rows first
    const due = await listDueSearches(tx, BATCH, { isForVersions, maxRetries: config.pdfRetry.maxAttempts });
    const shown = due.flatMap(({ id, isInLibrary }) => (isInLibrary ? id : []));
    await requestEnrichment(tx, config.sources, shown, {
      requestedBy: null,
      keyOwner: null,
      // it must see what was published since
      ignoresCache: isForVersions,
      isAwaited: false,
      isAutomatic: true,
      isForVersions,
    });
    await postponeDuePdfs(
      tx,
      due.map(({ id }) => id),
    );
    return due.length;
  });
}
