import type { Tx } from '../platform/database/database.ts';
import { findCandidates } from '../publications/record-store.ts';
import { evidenceOf, storableRecord } from '../publications/records.ts';
import { countBySameAuthor, type NamedPublication } from '../publications/same-author.ts';
import type { ListedWork } from '../sources/author-list.ts';
import * as store from './list-facts-store.ts';
import type { ClaimedItem } from './queue-item.ts';

/** With fewer publications on either side, a missing overlap could be a coincidence. */
const MIN_COMPARED = 10;
/** Comparing more of a long list takes time, and changes nothing. */
const MAX_COMPARED = 500;
/**
 * The least share of a person's list that is by the author of what the person has. Of the people in the disambiguation set of AMiner with 20
 * publications, half of the publications gave at least 0.40 of the other half. Lists of which strangers of the same name wrote 90 % had at most 0.17.
 */
const MIN_OWN_SHARE = 0.25;
/** With fewer works of a field on either side, two fields could be a coincidence. */
const MIN_OF_FIELD = 20;
/** A list that was read before rarely grows by more at once. */
const GROWTH = { works: 50, factor: 2 };

/** Why a list cannot be that of the person. */
export type Implausible = 'no_overlap' | 'sudden_growth' | 'disjoint_fields';

/** The first list that a scholar gets from a profile. */
export interface FirstList {
  /** the source attributes works to authors by itself; elsewhere the person or an editor does */
  readonly isAttributed: boolean;
  readonly name: string;
  /** what the scholar's other profiles list, the newest first */
  readonly known: readonly store.KnownPublication[];
  /** works of the list, with the publications that they may be */
  readonly works: readonly (NamedPublication & { readonly publicationIds: readonly number[] })[];
}

/** Whether a list shares nothing with what the person has, or is mostly by other people, as sources mix up people of one name. */
export function isForeign({ isAttributed, name, known, works }: FirstList): boolean {
  if (Math.min(known.length, works.length) < MIN_COMPARED) return false;
  const ids = new Set(known.map(({ id }) => id));
  if (!works.some(({ publicationIds }) => publicationIds.some((id) => ids.has(id)))) return true;
  if (!isAttributed) return false;
  const { linked, of } = countBySameAuthor(name, known.slice(0, MAX_COMPARED), works.slice(0, MAX_COMPARED));
  return linked < of * MIN_OWN_SHARE;
}

/** How a list changed that was read before. */
export interface Growth {
  /** how many works the profile listed before */
  readonly listedBefore: number;
  /** the works of this page that the profile listed before, and the others */
  readonly old: readonly ListedWork[];
  readonly fresh: readonly ListedWork[];
}

/** Whether a list grew as that of one person does not. */
export function judgeGrowth({ listedBefore, old, fresh }: Growth): Implausible | null {
  if (fresh.length > Math.max(GROWTH.works, GROWTH.factor * listedBefore)) return 'sudden_growth';
  const [fields, others] = [fieldsOf(old), fieldsOf(fresh)];
  const areMany = Math.min(fields.length, others.length) >= MIN_OF_FIELD;
  return areMany && !others.some((field) => fields.includes(field)) ? 'disjoint_fields' : null;
}

function fieldsOf(works: readonly ListedWork[]): string[] {
  return works.flatMap(({ field }) => field ?? []);
}

const isAttributed = ({ source }: ClaimedItem) => source === 'openalex';

/** Whether a list that was saved for other users is not the person's. A user's confirmation counts more. */
export async function isForeignList(tx: Tx, item: ClaimedItem): Promise<boolean> {
  const isFirst = item.processedListing === 0 && item.source !== 'google_scholar';
  if (!isFirst || (await store.isConfirmed(tx, item))) return false;
  const works = (await store.listOwn(tx, item)).map((work) => ({ ...work, publicationIds: [work.id] }));
  return isForeignTo(tx, item, works);
}

/** Judges the first page of an item's list. A user's confirmation counts more. */
export async function findImplausible(
  tx: Tx,
  item: ClaimedItem,
  works: readonly ListedWork[],
): Promise<Implausible | null> {
  if (await store.isConfirmed(tx, item)) return null;
  const before = await store.readListed(
    tx,
    item,
    works.map(({ key }) => key),
  );
  if (before.count === 0)
    return (await isForeignTo(tx, item, await findPublications(tx, item, works))) ? 'no_overlap' : null;
  if (!isAttributed(item)) return null;
  const isOld = ({ key }: ListedWork) => before.keys.includes(key);
  return judgeGrowth({
    listedBefore: before.count,
    old: works.filter(isOld),
    fresh: works.filter((work) => !isOld(work)),
  });
}

async function isForeignTo(tx: Tx, item: ClaimedItem, works: FirstList['works']): Promise<boolean> {
  const [name, known] = [await store.readName(tx, item), await store.listElsewhere(tx, item)];
  return isForeign({ isAttributed: isAttributed(item), name, known, works });
}

/** The works with the publications that they may be. */
async function findPublications(tx: Tx, item: ClaimedItem, works: readonly ListedWork[]): Promise<FirstList['works']> {
  const records = works.map((work) => evidenceOf(storableRecord(work)));
  const evidence = records.flatMap((record) => record.evidence);
  const { candidates } = await findCandidates(tx, item.profileId, evidence);
  return records.map((record) => ({
    ...record.record,
    publicationIds: record.evidence.flatMap((piece) =>
      (candidates.get(piece) ?? []).map(({ canonicalId }) => canonicalId),
    ),
  }));
}
