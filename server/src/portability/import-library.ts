import { enqueueCrawls } from '../crawling/queue-store.ts';
import { planFirstSource } from '../enrichment/request-enrichment.ts';
import { openImportedEnrichment } from '../enrichment/store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import { lockLibrary, showKnown } from '../library/entry-store.ts';
import { countOwned } from '../library/owned-store.ts';
import { type Database, forLongStatements, type Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { lockPublications } from '../publications/display-store.ts';
import { importScholars } from '../scholars/import-store.ts';
import { insertTags, TAGS } from '../tags/store.ts';
import { putBackItems } from './added-store.ts';
import type { ImportResult } from './contract.ts';
import { importRules, importViews } from './import-owned.ts';
import { ImportWarnings } from './import-warnings.ts';
import { findUnplacedItems, listPlaced, readLastRecord, saveCanonical } from './match-store.ts';
import { mergeLater } from './merge-later.ts';
import type { ImportItems } from './payload-reader.ts';
import { listTouched, saveListings, saveMoreIdentifiers } from './private-store.ts';
import { type Preferences, readPayload } from './read-payload.ts';
import { refreshInBatches, saveItems } from './save-items.ts';
import {
  addEntries,
  listNewTags,
  markEntries,
  planEntries,
  saveCiteKeys,
  saveReadingParts,
  saveRejected,
} from './save-store.ts';
import { allowLongStatements, analyzeGrown, analyzeStage, withStage } from './stage-store.ts';
import { limitTransfers } from './transfer-limits.ts';

type Counts = Omit<ImportResult, 'skipped_records' | 'warnings'>;

export interface ImportOptions {
  readonly isDryRun: boolean;
  readonly markRead?: boolean;
  /** Called in the transaction of an import with the canonical publications of its items. */
  readonly onPlaced?: (tx: Tx, placed: Awaited<ReturnType<typeof listPlaced>>) => Promise<void>;
}

/**
 * Imports a file into a user's library in one transaction, after the whole file has arrived. With `isDryRun` the
 * transaction is rolled back, and the result says what the import would have done. With `markRead`, all publications of
 * the file count as read.
 * @throws Problem `invalid_import_schema_version`, `payload_too_large`, `import_in_progress`, `not_ready`, and those of
 * the file's reader
 */
export async function importLibrary(
  { db, config, log }: Pick<Services, 'db' | 'config' | 'log'>,
  userId: number,
  file: ImportItems,
  { isDryRun, markRead = false, onPlaced }: ImportOptions,
): Promise<ImportResult> {
  const done = await limitTransfers(() =>
    withStage(forLongStatements(db), userId, async (stage) => {
      const warnings = new ImportWarnings();
      const preferences = await readPayload(stage, file, {
        sourceOrigin: new URL(config.googleScholar.baseUrl).origin,
        warnings,
        markRead,
        planFirstSource: ({ record: { title, year, authors }, identifiers }) =>
          planFirstSource(config.sources, { title, year, authorText: authors, identifiers }, userId),
      });
      await analyzeStage(stage);
      const lastRecord = await findLastRecord(stage);
      const tx = await stage.startTransaction().execute();
      let counts: Counts;
      try {
        counts = await saveStaged(tx, userId, { ...preferences, lastRecord, warnings, isDryRun });
        if (!isDryRun && onPlaced) await onPlaced(tx, await listPlaced(tx));
      } catch (error) {
        // reports the first error even if the rollback fails on a broken connection
        await tx
          .rollback()
          .execute()
          .catch(() => undefined);
        throw error;
      }
      await (isDryRun ? tx.rollback() : tx.commit()).execute();
      if (!isDryRun)
        await analyzeGrown(stage, 'user_publications', counts.links_created).catch((error: unknown) =>
          log.warn({ err: error }, 'could not update the statistics after an import'),
        );
      return { ...counts, skipped_records: warnings.skipped, warnings: warnings.list() };
    }),
  );
  if (done) return done;
  throw new Problem(
    'conflict',
    'import_in_progress',
    'Another import into your library is running. Wait until it has finished.',
  );
}

/** Creates the tags of the file. Those beyond the limit are left out, the least frequent ones first. */
async function createTags(tx: Tx, userId: number, warnings: ImportWarnings): Promise<void> {
  const tags = await listNewTags(tx, userId);
  const room = TAGS.maxCount - (await countOwned(tx, userId, TAGS));
  await insertTags(tx, userId, tags.slice(0, room));
  warnings.omitTags(tags.slice(room).map(({ name }) => name));
}

/** The latest record. Public records are only inserted under the identity lock, so later ones have higher ids. */
async function findLastRecord(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockIdentity(tx, 'shared');
    return readLastRecord(tx);
  });
}

interface Staged extends Preferences {
  readonly lastRecord: number;
  readonly warnings: ImportWarnings;
  readonly isDryRun: boolean;
}

/**
 * Saves the staged file. Crawls that find new publications wait while it shares the identity lock, which is until its
 * end. So whatever does not need this lock comes before.
 */
async function saveStaged(
  tx: Tx,
  userId: number,
  { views, rules, readingParts, lastRecord, warnings, isDryRun }: Staged,
): Promise<Counts> {
  // some statements handle the whole file
  await allowLongStatements(tx);
  const scholars = await importScholars(tx, userId);
  const profiles = scholars.added.map(({ id, profileId }) => ({ scholarId: id, profileId }));
  if (profiles.length > 0) await enqueueCrawls(tx, { userId, profiles, reason: 'first_crawl', runId: null });
  const unplaced = await findUnplacedItems(tx, userId, warnings.room);
  for (const { position, source_id } of unplaced.first)
    warnings.skip(
      `publications[${position}]`,
      source_id === null
        ? 'it has no scholar, and is neither added nor a favorite'
        : `${source_id} is neither a scholar of the file nor one that you track`,
    );
  warnings.skipMore(Math.max(0, unplaced.count - unplaced.first.length));

  const created = await saveItems(tx, userId);
  await analyzeGrown(tx, 'publications', created.size);
  if (!isDryRun && created.size > 0) await openImportedEnrichment(tx, userId);

  await lockIdentity(tx, 'shared');
  const mergedCount = await mergeLater(tx, userId, lastRecord, created);
  await saveCanonical(tx);
  const touched = await listTouched(tx, userId);
  await lockPublications(tx, touched);
  await saveMoreIdentifiers(tx, userId, touched);
  await refreshInBatches(tx, touched);
  for (const scholar of scholars.added) await showKnown(tx, userId, scholar);
  await saveListings(tx, userId);

  const library = await lockLibrary(tx, userId);
  await putBackItems(tx, userId);
  await createTags(tx, userId, warnings);
  const viewsCreated = await importViews(tx, userId, views, warnings);
  await planEntries(tx, userId);
  const changedIds = await addEntries(tx, userId);
  const entries = await markEntries(tx, userId, library.lastRead + 1, changedIds);
  const rejectedCount = await saveRejected(tx, userId);
  await saveCiteKeys(tx, userId);
  const rulesCreated = await importRules(tx, userId, rules, warnings);
  return {
    scholars_created: scholars.createdCount,
    scholars_updated: scholars.updatedCount,
    publications_created: created.size - mergedCount,
    publications_updated: 0,
    views_created: viewsCreated,
    links_created: entries.created,
    links_known: entries.known,
    links_updated: entries.updated + rejectedCount,
    settings_updated: await saveReadingParts(tx, userId, readingParts),
    rules_created: rulesCreated,
  };
}
