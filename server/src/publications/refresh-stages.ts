import type { Queries } from '../platform/database/database.ts';
import * as store from './version-store.ts';
import { stageOf, type Version, versionsOf } from './versions.ts';

/**
 * Recomputes the stages of the canonical publications of these ids, and tells users whose preprint was published. Writes
 * only what differs. The caller has locked the publications.
 */
export async function refreshStages(db: Queries, publicationIds: readonly number[]): Promise<void> {
  const known = await store.readVersionFacts(db, publicationIds);
  const current = known.map(({ id, stage: before, hasPreprint, ...facts }) => {
    const versions = versionsOf(facts);
    return { id, before, hasPreprint, stage: stageOf(versions), year: yearOf(versions) };
  });
  await store.saveStages(
    db,
    // a preprint that got a DOI of which nothing is known yet stays one, so that its publication is noticed
    current.filter(({ before, stage }) => before !== stage && !(before === 'preprint' && stage === 'other')),
  );
  await store.announcePublished(
    db,
    current.flatMap(({ id, before, hasPreprint, stage, year }) => {
      const wasPreprint = before === 'preprint';
      return stage === 'published' && (wasPreprint || hasPreprint) ? { id, wasPreprint, year } : [];
    }),
  );
}

/** The year of the latest published version; null if none is known. */
function yearOf(versions: readonly Version[]): number | null {
  const years = versions.flatMap(({ stage, publishedOn }) =>
    stage === 'published' && publishedOn !== null ? Number(publishedOn.slice(0, 4)) : [],
  );
  return years.length === 0 ? null : Math.max(...years);
}
