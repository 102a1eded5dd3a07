import type { Tx } from '../platform/database/database.ts';
import { findCandidates } from '../publications/record-store.ts';
import { evidenceOf, storableRecord } from '../publications/records.ts';
import type { ListedWork } from '../sources/author-list.ts';
import { isForeign, readListFacts } from './list-facts-store.ts';
import type { ClaimedItem } from './queue-item.ts';

/** With fewer publications on either side, a missing overlap could be a coincidence. */
const MIN_COMPARED = 10;
/** With fewer works of a field on either side, two fields could be a coincidence. */
const MIN_OF_FIELD = 20;
/** A list that was read before rarely grows by more at once. */
const GROWTH = { works: 50, factor: 2 };

/** Why a list cannot be that of the person. */
export type Implausible = 'no_overlap' | 'sudden_growth' | 'disjoint_fields';

/** What a list is compared with. */
export interface ListFacts {
  /** the source attributes works to authors by itself; elsewhere the person or an editor does */
  readonly isAttributed: boolean;
  /** the user confirmed this profile */
  readonly isConfirmed: boolean;
  /** how many works the profile listed before, and how many publications the scholar's other profiles list */
  readonly listedBefore: number;
  readonly knownElsewhere: number;
  /** how many works of this page one of the other profiles lists, too */
  readonly shared: number;
  /** the works of this page that the profile listed before, and the others */
  readonly old: readonly ListedWork[];
  readonly fresh: readonly ListedWork[];
}

/** Judges the first page of a list. Some sources attribute works to authors by themselves, and mix up people. A user's confirmation counts more. */
export function judgeList({
  isAttributed,
  isConfirmed,
  listedBefore,
  knownElsewhere,
  shared,
  old,
  fresh,
}: ListFacts): Implausible | null {
  if (isConfirmed) return null;
  if (listedBefore === 0)
    return shared === 0 && knownElsewhere >= MIN_COMPARED && fresh.length >= MIN_COMPARED ? 'no_overlap' : null;
  if (!isAttributed) return null;
  if (fresh.length > Math.max(GROWTH.works, GROWTH.factor * listedBefore)) return 'sudden_growth';
  const [fields, others] = [fieldsOf(old), fieldsOf(fresh)];
  const areMany = Math.min(fields.length, others.length) >= MIN_OF_FIELD;
  return areMany && !others.some((field) => fields.includes(field)) ? 'disjoint_fields' : null;
}

function fieldsOf(works: readonly ListedWork[]): string[] {
  return works.flatMap(({ field }) => field ?? []);
}

/** Whether a list that was saved for other users is not the person's. */
export async function isForeignList(tx: Tx, item: ClaimedItem): Promise<boolean> {
  const isFirst = item.processedListing === 0 && item.source !== 'google_scholar';
  return isFirst && (await isForeign(tx, item, MIN_COMPARED));
}

/** Judges the first page of an item's list. */
export async function findImplausible(
  tx: Tx,
  item: ClaimedItem,
  works: readonly ListedWork[],
): Promise<Implausible | null> {
  const records = works.map((work) => evidenceOf(storableRecord(work)));
  const { candidates } = await findCandidates(
    tx,
    item.profileId,
    records.flatMap(({ evidence }) => evidence),
  );
  const found = records.map(({ evidence }) =>
    evidence.flatMap((piece) => (candidates.get(piece) ?? []).map(({ canonicalId }) => canonicalId)),
  );
  const { listedKeys, sharedIds, ...facts } = await readListFacts(tx, item, {
    keys: works.map(({ key }) => key),
    publicationIds: found.flat(),
  });
  return judgeList({
    ...facts,
    isAttributed: item.source === 'openalex',
    shared: found.filter((ids) => ids.some((id) => sharedIds.includes(id))).length,
    old: works.filter(({ key }) => listedKeys.includes(key)),
    fresh: works.filter(({ key }) => !listedKeys.includes(key)),
  });
}
