import type { Queries } from '../platform/database/database.ts';
import * as store from './version-store.ts';
import { stageOf, type Version, versionsOf } from './versions.ts';

/**
 * Recomputes the stages of the canonical publications of these ids, and tells users whose preprint was published. Writes
 * only what differs. The caller has locked the publications.
 */
export async function refreshStages(db: Queries, publicationIds: readonly number[]): Promise<void> {
  const current = await readStages(db, publicationIds);
  await store.saveStages(
    db,
    current.filter(({ before, stage }) => before !== stage),
  );
  await store.announcePublished(
    db,
    current.flatMap(({ id, before, hasPreprint, stage, year }) => {
      const wasPreprint = before === 'preprint';
      return stage === 'published' && (wasPreprint || hasPreprint) ? { id, wasPreprint, year } : [];
    }),
  );
}

/** The stages of canonical publications as they are stored, and as their versions are. */
export async function readStages(db: Queries, publicationIds: readonly number[]) {
  const known = await store.readVersionFacts(db, publicationIds);
  return known.map(({ id, stage: before, hasPreprint, ...facts }) => {
    const versions = versionsOf(facts);
    const now = stageOf(versions);
    // a preprint that got a DOI of which nothing is known yet stays one, so that its publication is noticed
    const stage = before === 'preprint' && now === 'other' ? before : now;
    return { id, before, stage, hasPreprint, year: yearOf(versions) };
  });
}

/** The year of the latest published version; null if none is known. */
function yearOf(versions: readonly Version[]): number | null {
  const years = versions.flatMap(({ stage, publishedOn }) =>
    stage === 'published' && publishedOn !== null ? Number(publishedOn.slice(0, 4)) : [],
  );
  return years.length === 0 ? null : Math.max(...years);
}
