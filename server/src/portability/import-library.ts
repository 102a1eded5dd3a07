import { enqueueCrawls } from '../crawling/queue-store.ts';
import { planFirstSource } from '../enrichment/request-enrichment.ts';
import { openImportedEnrichment } from '../enrichment/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { refreshDisplays } from '../publications/display.ts';
import { lockLibrary, showImported } from '../publications/library-store.ts';
import { lockIdentity } from '../publications/record-store.ts';
import { importScholars } from '../scholars/import-store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { ImportNotes } from './import-notes.ts';
import { findStrayItems, groupNewItems, matchItems } from './match-store.ts';
import { readPayload } from './read-payload.ts';
import { addEntries, foundPublications, saveRecords } from './save-store.ts';
import { allowLongStatements, analyzeGrown, analyzeStage, withStage } from './stage-store.ts';
import { takeTransfer } from './take-transfer.ts';

const BATCH = 1000;

interface Counts {
  readonly scholars_created: number;
  readonly scholars_updated: number;
  readonly publications_created: number;
  /** an import changes nothing that is there */
  readonly publications_updated: 0;
  readonly links_created: number;
  readonly links_updated: number;
}

export interface ImportResult extends Counts {
  readonly skipped_records: number;
  readonly warnings: string[];
}

/**
 * Imports a file into a user's library: all of it in one transaction, when the whole file is here. With `isDryRun` the transaction is rolled back, and the
 * result says what it would have done.
 * @throws Problem `invalid_json`, `invalid_import_payload`, `invalid_import_schema_version`, `import_in_progress`, `not_ready`
 */
export async function importLibrary(
  { db, config, log }: Pick<Services, 'db' | 'config' | 'log'>,
  userId: number,
  file: AsyncIterable<Uint8Array>,
  { isDryRun }: { isDryRun: boolean },
): Promise<ImportResult> {
  const done = await takeTransfer(() =>
    withStage(db, userId, async (stage) => {
      const notes = new ImportNotes();
      await readPayload(stage, file, {
        sourceOrigin: new URL(config.googleScholar.baseUrl).origin,
        notes,
        planFirstSource: ({ record: { title, year, authors }, identifiers }) =>
          planFirstSource(config.sources, { title, year, authorText: authors, identifiers }, userId),
      });
      await analyzeStage(stage);
      const tx = await stage.startTransaction().execute();
      let counts: Counts;
      try {
        counts = await apply(tx, userId, notes, { isDryRun });
      } catch (error) {
        // the first error counts, whatever a broken connection says to this
        await tx
          .rollback()
          .execute()
          .catch(() => undefined);
        throw error;
      }
      await (isDryRun ? tx.rollback() : tx.commit()).execute();
      if (!isDryRun)
        await analyzeGrown(stage, counts.links_created).catch((error: unknown) =>
          log.warn({ err: error }, 'statistics were not updated after an import'),
        );
      return { ...counts, skipped_records: notes.skipped, warnings: notes.warnings() };
    }),
  );
  if (done) return done;
  throw new Problem(
    'conflict',
    'import_in_progress',
    'Another import of yours is running. Wait until it has finished.',
  );
}

/** Takes locks in the order that all transactions keep. */
async function apply(tx: Tx, userId: number, notes: ImportNotes, { isDryRun }: { isDryRun: boolean }): Promise<Counts> {
  // a million publications are a single statement, too
  await allowLongStatements(tx);
  const scholars = await importScholars(tx, userId, GOOGLE_SCHOLAR);
  const scholarIds = scholars.created.map(({ id }) => id);
  if (scholarIds.length > 0) await enqueueCrawls(tx, { userId, scholarIds, reason: 'first_crawl', runId: null });
  const strays = await findStrayItems(tx, userId, GOOGLE_SCHOLAR, notes.room);
  for (const { position, source_id } of strays.first)
    notes.skip(
      `publications[${position}]`,
      source_id === null
        ? 'it has no scholar and is not a favorite'
        : `${source_id} is neither a scholar of the file nor one that you track`,
    );
  notes.skipUnsaid(Math.max(0, strays.count - strays.first.length));

  await lockIdentity(tx, 'shared');
  await matchItems(tx, userId, GOOGLE_SCHOLAR);
  await groupNewItems(tx);
  const founded = await foundPublications(tx, userId);
  for (const scholar of scholars.created) await showImported(tx, userId, scholar);
  const library = await lockLibrary(tx, userId);
  const entries = await addEntries(tx, { userId, lastLink: library.link, readNumber: library.read + 1 });
  const incomplete = await saveRecords(tx, userId);
  for (let from = 0; from < incomplete.length; from += BATCH)
    await refreshDisplays(tx, incomplete.slice(from, from + BATCH));

  if (!isDryRun && founded > 0) await openImportedEnrichment(tx, userId);
  return {
    scholars_created: scholarIds.length,
    scholars_updated: scholars.updatedCount,
    publications_created: founded,
    publications_updated: 0,
    links_created: entries.created,
    links_updated: entries.updated,
  };
}
