import { countBySameAuthor, type NamedPublication } from '../names/same-author.ts';
import type { Tx } from '../platform/database/database.ts';
import { findCandidates } from '../publications/record-store.ts';
import { evidenceOf, storableRecord } from '../publications/records.ts';
import type { AuthorListRecord } from '../sources/author-list.ts';
import * as store from './list-facts-store.ts';
import type { ClaimedItem } from './queue-item.ts';

/** With fewer publications on either side, a missing overlap could be a coincidence. */
const MIN_COMPARED = 10;
/** Fewer new records at once are common. */
const MIN_FRESH = 20;
/** Comparing more of a long list takes time, and changes nothing. */
const MAX_COMPARED = 500;
/**
 * The least share of a list that is by the author of what the person has: of a first list, and of the new records of a
 * list that was read before. For people in the disambiguation set of AMiner, half of their publications gave at least
 * 0.40 of the other half, and their early publications at least 0.05 of their last 20. Lists of which strangers of the
 * same name wrote 90 % had at most 0.17, and those that strangers wrote alone 0.01.
 */
const MIN_SHARE = { first: 0.25, fresh: 0.05 };
/** A source rarely counts that many more publications than at the last look. */
const GROWTH = { records: 100, factor: 2 };

/** Sources count at another time than they list, so a list may have this much fewer records than are counted. */
const MIN_LISTED_SHARE = 0.95;

/**
 * How many publications a source counts for an author, and how many the list has by its own count; null if it does not
 * say.
 */
export interface ListCounts {
  readonly counted: number | null;
  readonly listed: number | null;
  /** the list has been too short for at least a day */
  readonly isLasting: boolean;
}

/**
 * Compares two counts of one source. A list that is much shorter than its author's count cannot be believed, unless it
 * stays so for a day; an empty one never. Returns the count to keep, with which the next visit decides whether to read
 * the list again: if the list is a little shorter, that is its own count, so that the missing records are looked for.
 */
export function judgeCounts({ counted, listed, isLasting }: ListCounts): 'short' | { readonly kept: number | null } {
  if (counted === null || listed === null || listed >= counted) return { kept: counted };
  if (listed >= MIN_LISTED_SHARE * counted) return { kept: listed };
  return isLasting && listed > 0 ? { kept: counted } : 'short';
}

/** Why a list cannot be that of the person. */
export type Implausible = 'no_overlap' | 'sudden_growth' | 'unrelated_works';

/** The first list that a scholar gets from a profile. */
export interface FirstList {
  /** the source attributes publications to authors by itself; elsewhere the person or an editor does */
  readonly isAttributed: boolean;
  readonly name: string;
  /** what the scholar's other profiles list, the newest first */
  readonly known: readonly store.KnownPublication[];
  /** records of the list, with the publications that they may be */
  readonly records: readonly (NamedPublication & { readonly publicationIds: readonly number[] })[];
}

/**
 * Whether a list shares nothing with what the person has, or is mostly by other people, as sources mix up people of one
 * name.
 */
export function isForeign({ isAttributed, name, known, records }: FirstList): boolean {
  if (Math.min(known.length, records.length) < MIN_COMPARED) return false;
  const ids = new Set(known.map(({ id }) => id));
  if (!records.some(({ publicationIds }) => publicationIds.some((id) => ids.has(id)))) return true;
  return isAttributed && shareBySameAuthor(name, known, records) < MIN_SHARE.first;
}

/** How a list changed that was read before. */
export interface Growth {
  /** how many publications the source counted when the list was last read, and counts now; null if it does not say */
  readonly countBefore: number | null;
  readonly count: number | null;
  readonly name: string;
  /** what the scholar's profiles list, the newest first */
  readonly known: readonly NamedPublication[];
  /** records that the profile did not list before */
  readonly fresh: readonly NamedPublication[];
}

/** Whether a list grew as that of one person does not. */
export function judgeGrowth({ countBefore, count, name, known, fresh }: Growth): Implausible | null {
  const isCompared = known.length >= MIN_COMPARED && fresh.length >= MIN_FRESH;
  const share = isCompared ? shareBySameAuthor(name, known, fresh) : null;
  if (share !== null && share < MIN_SHARE.fresh) return 'unrelated_works';
  // sources also put together what they had taken for several authors
  if (share !== null && share >= MIN_SHARE.first) return null;
  const isSudden =
    countBefore !== null && (count ?? 0) - countBefore > Math.max(GROWTH.records, GROWTH.factor * countBefore);
  return isSudden ? 'sudden_growth' : null;
}

function shareBySameAuthor(
  name: string,
  known: readonly NamedPublication[],
  records: readonly NamedPublication[],
): number {
  const { linked, of } = countBySameAuthor(name, known.slice(0, MAX_COMPARED), records.slice(0, MAX_COMPARED));
  return linked / of;
}

/**
 * Judges the first page of an item's list. If the page is null, the list did not change, and the stored one is judged.
 * A user's confirmation counts more.
 */
export async function findImplausible(
  tx: Tx,
  item: ClaimedItem,
  page: { readonly records: readonly AuthorListRecord[]; readonly publicationCount: number | null } | null,
): Promise<Implausible | null> {
  // even if other users have the list, it is new for this one
  const isFirst = item.processedListing === 0;
  const isAttributed = item.source === 'openalex';
  if (item.source === 'google_scholar' || !(isFirst || (isAttributed && page))) return null;
  if (await store.isConfirmed(tx, item)) return null;
  const name = await store.readName(tx, item);
  if (isFirst) {
    const records = page === null ? await store.listOwn(tx, item) : await findPublications(tx, item, page.records);
    const known = await store.listElsewhere(tx, item);
    return isForeign({ isAttributed, name, known, records }) ? 'no_overlap' : null;
  }
  if (page === null) return null;
  const before = await store.readListed(
    tx,
    item,
    page.records.map(({ key }) => key),
  );
  const fresh = page.records.filter(({ key }) => !before.keys.includes(key));
  const known = fresh.length < MIN_FRESH ? [] : await store.listAll(tx, item);
  return judgeGrowth({ countBefore: before.count, count: page.publicationCount, name, known, fresh });
}

/** The records with the publications that they may be. */
async function findPublications(
  tx: Tx,
  item: ClaimedItem,
  records: readonly AuthorListRecord[],
): Promise<FirstList['records']> {
  const stored = records.map((record) => evidenceOf(storableRecord(record)));
  const evidence = stored.flatMap((record) => record.evidence);
  const { candidates } = await findCandidates(tx, item, evidence);
  return stored.map((record) => ({
    ...record.record,
    publicationIds: record.evidence.flatMap((piece) =>
      (candidates.get(piece) ?? []).map(({ canonicalId }) => canonicalId),
    ),
  }));
}
