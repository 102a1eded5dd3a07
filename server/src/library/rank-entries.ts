import type { Database, Queries } from '../platform/database/database.ts';
import { explainScore, type Reason } from '../reading-order/explain-score.ts';
import { bucketOf, type Features, withScholars } from '../reading-order/features.ts';
import { type Model, type Signal, score, scoreOf, train } from '../reading-order/model.ts';
import { type PaperCache, readFeatures } from '../reading-order/paper-cache.ts';
import { scholarKey } from '../reading-order/paper-terms.ts';
import type { PartValues } from '../reading-order/parts.ts';
import { type Basis, findBasis, keepBasis, readBasis, readPapers } from '../reading-order/store.ts';
import { type Candidate, listEntriesOf, listNewest } from './candidate-store.ts';
import type { Place, Ranking } from './page-order-store.ts';
import type { LibraryState, PageWindow } from './page-store.ts';
import { EVERYTHING, type List } from './predicate.ts';
import { readSourceIds } from './scholar-name-store.ts';

/** How many of the newest entries of a list are put in reading order. Older ones follow in the default order. */
const MAX_RANKED = 10_000;
/** How many of the newest entries of the library the model compares the signals with. */
const BACKGROUND_SIZE = 2000;

/** What the pages of one list in reading order have in common. */
export interface KeptBasis extends Basis {
  readonly number: number;
}

interface RankedEntry {
  readonly candidate: Candidate;
  /** null: it is older than what is ranked */
  readonly parts: PartValues | null;
  readonly total: number | null;
}

/** The ids of the user's scholars at their sources, by their ids here. */
type ProfileIds = ReadonlyMap<number, string>;

/** The basis of a list: that of an earlier page, or else what the user reads now, which is kept for the next pages. */
export async function basisOf(db: Database, userId: number, number: number | null): Promise<KeptBasis> {
  const kept = number === null ? undefined : await findBasis(db, userId, number);
  if (kept && number !== null) return { ...kept, number };
  const basis = await readBasis(db, userId);
  return { ...basis, number: await keepBasis(db, userId, basis) };
}

/**
 * Ranks a list and returns the rows of a page, and what explains them. The order depends only on the basis, on the
 * entries up to the snapshot, and on what is known of their publications, so all pages of a snapshot have one order,
 * whatever the user reads meanwhile.
 */
export async function rankEntries(
  q: Queries,
  userId: number,
  basis: KeptBasis,
  { list, direction, window, cache }: { list: List; direction: 'asc' | 'desc'; window: PageWindow; cache: PaperCache },
): Promise<{ rows: Ranking; reasonsOf(state: LibraryState): Promise<ReadonlyMap<number, readonly Reason[]>> }> {
  const profileIds = await readSourceIds(q, userId, null);
  const { model, signals } = await learn(q, userId, basis, { list, profileIds, cache });
  const candidates = await listNewest(q, userId, list, limitOf(window));
  const features = await readFeatures(
    q,
    cache,
    candidates.slice(0, MAX_RANKED).map(({ id }) => id),
  );
  const ranked = candidates.slice(0, MAX_RANKED).map((candidate): RankedEntry & { total: number } => {
    const known = features.get(candidate.id) ?? UNKNOWN;
    const parts = score(model, known, candidate.firstSeen, bucketsOf(candidate, profileIds));
    return { candidate, parts, total: scoreOf(parts) };
  });
  // the sort is stable, so equal scores keep the default order
  ranked.sort(direction === 'desc' ? (a, b) => b.total - a.total : (a, b) => a.total - b.total);
  const older = candidates.slice(MAX_RANKED).map((candidate) => ({ candidate, parts: null, total: null }));
  const all: RankedEntry[] = [...ranked, ...older];
  // after a place, one more row shows whether there is a next page
  const from = window.after ? all.findIndex((entry) => isAfter(entry, window.after, direction)) : window.offset;
  const rows = from < 0 ? [] : all.slice(from, from + window.limit + (window.after ? 1 : 0));
  return {
    rows: { ids: rows.map(({ candidate }) => candidate.id), values: rows.map(({ total }) => total) },
    reasonsOf: (state) => explainRows(q, { model, signals, profileIds }, rows, state),
  };
}

/** How many of the newest entries a page needs. */
function limitOf({ after, offset, limit }: PageWindow): number {
  if (!after) return Math.max(MAX_RANKED, offset + limit);
  return after.value === null ? Number.MAX_SAFE_INTEGER : MAX_RANKED + limit + 1;
}

async function learn(
  q: Queries,
  userId: number,
  basis: Basis,
  { list, profileIds, cache }: { list: List; profileIds: ProfileIds; cache: PaperCache },
) {
  const { snapshot = null } = list;
  const background = await listNewest(q, userId, { condition: EVERYTHING, snapshot }, BACKGROUND_SIZE);
  const entries = await listEntriesOf(
    q,
    userId,
    basis.signals.map(({ id }) => id),
  );
  const scholarsOf = new Map(entries.map((entry) => [entry.id, entry]));
  const ids = [...background.map(({ id }) => id), ...basis.signals.map(({ id }) => id)];
  const features = await readFeatures(q, cache, [...new Set(ids)]);
  const signals = basis.signals.map(
    ({ id, kind }): Signal => ({
      kind,
      features: featuresOf(features, { id, scholarIds: scholarsOf.get(id)?.scholarIds ?? [] }, profileIds),
    }),
  );
  const model = train(
    signals,
    background.map((entry) => featuresOf(features, entry, profileIds)),
    { parts: new Set(basis.parts), newest: background[0]?.firstSeen ?? 0 },
  );
  return { model, signals };
}

const UNKNOWN: Features = { buckets: new Int32Array(), counts: new Uint8Array(), ends: [0, 0, 0, 0] };

function featuresOf(
  known: ReadonlyMap<number, Features>,
  { id, scholarIds }: Pick<Candidate, 'id' | 'scholarIds'>,
  profileIds: ProfileIds,
): Features {
  return withScholars(known.get(id) ?? UNKNOWN, bucketsOf({ scholarIds }, profileIds));
}

/** The buckets of the scholars of an entry. */
function bucketsOf({ scholarIds }: Pick<Candidate, 'scholarIds'>, profileIds: ProfileIds): number[] {
  return scholarIds.map((scholarId) => bucketOf(scholarKey(profileIds.get(scholarId) ?? '')));
}

/** Whether an entry comes after a place: its score is beyond it, or equal and it comes later in the default order. */
function isAfter(
  { candidate, total }: RankedEntry,
  place: Place | null | undefined,
  direction: 'asc' | 'desc',
): boolean {
  if (!place) return true;
  const seen = Math.round(Number(place.seenSeconds) * 1e6);
  const isLater =
    candidate.firstSeen < seen || (candidate.firstSeen === seen && candidate.entryNumber > place.entryNumber);
  if (total === null || place.value === null) return total === null && (place.value !== null || isLater);
  const at = Number(place.value);
  if (total === at) return isLater;
  return direction === 'desc' ? total < at : total > at;
}

async function explainRows(
  q: Queries,
  { profileIds, ...learned }: { model: Model; signals: readonly Signal[]; profileIds: ProfileIds },
  rows: readonly RankedEntry[],
  { labels }: LibraryState,
): Promise<Map<number, Reason[]>> {
  const papers = await readPapers(
    q,
    rows.map(({ candidate }) => candidate.id),
  );
  const paperOf = new Map(papers.map((paper) => [paper.id, paper]));
  return new Map(
    rows.map(({ candidate, parts }) => {
      const paper = paperOf.get(candidate.id);
      const scholars = candidate.scholarIds.map((id) => ({
        profileId: profileIds.get(id) ?? '',
        label: labels[id] ?? '',
      }));
      return [candidate.id, parts && paper ? explainScore(learned, parts, { paper, scholars }) : []];
    }),
  );
}
