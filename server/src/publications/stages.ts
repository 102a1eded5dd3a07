import type { Stage } from '../platform/database/column-values.ts';
import type { Queries } from '../platform/database/database.ts';
import type { ShownPublication } from './display-store.ts';
import * as store from './version-store.ts';
import { stageOf, type Version, versionsOf } from './versions.ts';

/** The versions of a canonical publication, with its stage as it is stored and as it is now. */
export interface CurrentStage {
  readonly id: number;
  readonly before: Stage;
  readonly stage: Stage;
  readonly versions: readonly Version[];
  /** a preprint was merged into it */
  readonly hasPreprint: boolean;
}

/** Reads the versions of publications, by their ids. */
export async function readStages(
  db: Queries,
  shown: readonly Pick<ShownPublication, 'id' | 'records' | 'identifiers'>[],
): Promise<ReadonlyMap<number, CurrentStage>> {
  const listed = new Map(shown.map((one) => [one.id, one]));
  const known = await store.readKnownStages(db, [...listed.keys()]);
  return new Map(
    known.map(({ id, stage: before, hasPreprint, registered }) => {
      const { records = [], identifiers = [] } = listed.get(id) ?? {};
      const versions = versionsOf({ records, identifiers, registered });
      const now = stageOf(versions);
      // a preprint that got a DOI of which nothing is known yet stays one, so that its publication is noticed
      const stage = before === 'preprint' && now === 'other' ? before : now;
      return [id, { id, before, stage, versions, hasPreprint }];
    }),
  );
}

/**
 * Saves the stages that have changed, and tells users whose preprint was published. The caller has locked the
 * publications.
 */
export async function saveStages(db: Queries, current: readonly CurrentStage[]): Promise<void> {
  await store.saveStages(
    db,
    current.filter(({ before, stage }) => before !== stage),
  );
  await store.announcePublished(
    db,
    current.flatMap(({ id, before, hasPreprint, stage, versions }) => {
      const wasPreprint = before === 'preprint';
      return stage === 'published' && (wasPreprint || hasPreprint) ? { id, wasPreprint, year: yearOf(versions) } : [];
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
