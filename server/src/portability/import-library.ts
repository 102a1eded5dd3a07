import { insertImportedLookups } from '../lookups/import-store.ts';
import { planSearch, restartSearches } from '../lookups/open-searches.ts';
import { wakeLookups } from '../lookups/wake-lookups.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { lockIdentity } from '../publications/discovery-store.ts';
import { disownImports } from '../publications/disown-imports.ts';
import { restoreMarks } from '../publications/dropped-marks-store.ts';
import { fillGaps } from '../publications/fill-gaps.ts';
import { noteFoundBy } from '../publications/import-found-by-store.ts';
import { linkImported, listLinkedByImport, listSharedByImport } from '../publications/import-links-store.ts';
import * as works from '../publications/import-store.ts';
import { lockFilled } from '../publications/imported-store.ts';
import { lockLibrary } from '../publications/library-store.ts';
import { insertItems } from '../queue/store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { importScholars } from '../scholars/import-store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { ImportNotes } from './import-notes.ts';
import { readPayload } from './read-payload.ts';
import { analyseOutgrown, analyseStage, lookBriefly, withStage } from './stage-store.ts';
import { takeTransfer } from './take-transfer.ts';

const SHARED_AT_ONCE = 1000;

export interface ImportResult {
  readonly scholars_created: number;
  readonly scholars_updated: number;
  readonly publications_created: number;
  readonly publications_updated: number;
  readonly links_created: number;
  readonly links_updated: number;
  readonly skipped_records: number;
  readonly warnings: string[];
}

type Counts = Omit<ImportResult, 'skipped_records' | 'warnings'>;

/**
 * Takes a file into a user's library: all of it in one transaction, when the whole file is here. With `isDryRun` it is taken back, and what it
 * would have done is told.
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
        planSearch: (work) => planSearch(config.sources, work, userId),
        notes,
      });
      await analyseStage(stage);
      const taken = new Taken();
      const counts = await stage
        .transaction()
        .execute(async (tx) => {
          const result = await apply(tx, userId, notes, { isDryRun });
          if (!isDryRun) return result;
          taken.counts = result;
          throw taken;
        })
        .catch((error: unknown) => {
          if (error === taken && taken.counts) return taken.counts;
          throw error;
        });
      if (!isDryRun)
        await analyseOutgrown(stage, { works: counts.publications_created, links: counts.links_created }).catch(
          // the import is done, whatever becomes of this
          (error: unknown) => log.warn({ err: error }, 'tables that an import has outgrown were not looked at'),
        );
      return { ...counts, skipped_records: notes.skipped, warnings: notes.warnings() };
    }),
  );
  if (done) return done;
  throw new Problem('conflict', 'import_in_progress', 'Another import of yours is under way. Wait until it is done.');
}

/** Ends the transaction of a dry run. */
class Taken extends Error {
  counts: Counts | null = null;
}

/** Takes locks in the order that all transactions keep. */
async function apply(tx: Tx, userId: number, notes: ImportNotes, { isDryRun }: { isDryRun: boolean }): Promise<Counts> {
  await lookBriefly(tx);
  const scholars = await importScholars(tx, userId, GOOGLE_SCHOLAR);
  const { createdIds } = scholars;
  if (createdIds.length > 0)
    await insertItems(tx, {
      userId,
      scholarIds: createdIds,
      source: GOOGLE_SCHOLAR,
      reason: 'first_crawl',
      runId: null,
    });
  const strays = await works.findStrayItems(tx, userId, GOOGLE_SCHOLAR, notes.room);
  notes.addStrays(strays);

  await lockIdentity(tx);
  await works.matchItems(tx, userId, GOOGLE_SCHOLAR);
  await works.groupNewItems(tx);
  const created = await works.insertImportedWorks(tx);
  await works.insertImportedKeys(tx, userId, GOOGLE_SCHOLAR);
  await noteFoundBy(tx, userId, GOOGLE_SCHOLAR);
  // what is to be taken out of works is locked before the library, and before what is only taken if nobody has it
  await lockFilled(tx, await works.listFilledByOthers(tx, userId));
  const filled = await fillGaps(tx, userId);
  const library = await lockLibrary(tx, userId);
  const links = await linkImported(tx, { userId, lastLink: library.link, readNumber: library.read + 1 });
  const { made, linked } = await listLinkedByImport(tx, { userId, lastLink: library.link });
  await restoreMarks(tx, userId, made, { linked });
  const misled = await disownShared(tx, { userId, lastLink: library.link });
  const asked = isDryRun || created === 0 ? [] : await insertImportedLookups(tx, userId);
  await wakeLookups(tx, [...asked, ...misled]);
  if (createdIds.length > 0 || scholars.hasEnabled) await wakeSource(tx, GOOGLE_SCHOLAR);
  return {
    scholars_created: createdIds.length,
    scholars_updated: scholars.updatedCount,
    publications_created: created,
    publications_updated: filled,
    links_created: links.created,
    links_updated: links.updated,
  };
}

/** Nobody sees by an import what others imported of works that a source knows. Returns whom to wake. */
async function disownShared(tx: Tx, library: { userId: number; lastLink: number }): Promise<Set<string>> {
  const woken = new Set<string>();
  for (let afterId = 0; ; ) {
    const shared = await listSharedByImport(tx, library, afterId, SHARED_AT_ONCE);
    for (const source of await restartSearches(tx, await disownImports(tx, shared))) woken.add(source);
    const last = shared.at(-1);
    if (last === undefined) return woken;
    afterId = last;
  }
}
