import type { Change, RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { listStandingChanges } from '../audit/undo-store.ts';
import { joinPdfs } from '../lookups/join-pdfs.ts';
import { wakeLookups } from '../lookups/wake-lookups.ts';
import type { Tx } from '../platform/database/database.ts';
import { showBestIdentifiers } from '../publications/identifier-store.ts';
import { IMPORT } from '../publications/imported.ts';
import { joinFacts } from '../publications/join-facts.ts';
import { joinRows } from '../publications/join-rows.ts';
import { groupByPlace, PLACE_KINDS, type PlaceKind, type StoredRow } from '../publications/joined-row.ts';
import * as store from '../publications/merge-store.ts';
import { listDismissals, replaceDismissals } from './dismissal-store.ts';
import { holdWorks } from './hold-works.ts';
import { joinDismissals } from './join-dismissals.ts';
import { MERGE, placeAction } from './merge-action.ts';
import { mergeChange, readMergeChanges } from './merge-facts.ts';

/**
 * Lets one work stand for others: all that leads to them, that is said of them and that users did with them becomes the winner's, with an entry in the
 * audit log each, by which undo-merges.ts takes it back. The losers' rows stay and point to the winner. What was merged before is followed; when
 * nothing is left to merge, nothing happens. It takes its locks in the product's order, so it begins a transaction, and it ends one, since it wakes
 * those who search.
 */
export async function mergeWorks(tx: Tx, job: RepairJob, winnerId: number, loserIds: readonly number[]): Promise<void> {
  const roots = await holdWorks(tx, [winnerId, ...loserIds]);
  const winner = roots.get(winnerId);
  const losers = [...new Set(loserIds.flatMap((id) => roots.get(id) ?? []))]
    .filter((id) => id !== winner)
    .sort((a, b) => a - b);
  if (winner === undefined || losers.length === 0) return;

  const all = await store.listWorkRows(tx, [winner, ...losers], { withMerged: true });
  const pointing = all.filter(({ id, merged_into }) => losers.includes(id) || losers.includes(merged_into ?? 0));
  const accounted = await store.listAccounted(tx, [winner, ...losers]);
  const isShared = await store.areShared(tx, [winner, ...losers]);
  const changes: Change[] = [];
  const own: OwnRows = { user_ids: [], claims: [], identifiers: [] };
  for (const kind of PLACE_KINDS)
    changes.push(...(await joinPlaces(tx, kind, { winner, losers, isShared }, accounted, own)));
  changes.push(mergeChange(MERGE.own, { publicationId: winner, before: { ...own }, after: null }));
  const linked = new Set(changes.filter(({ action }) => action === placeAction('link')).map(({ userId }) => userId));
  const unlinked = accounted.filter((one) => one.publication_id !== winner && !linked.has(one.user_id));
  if (unlinked.length > 0)
    changes.push(mergeChange(MERGE.unlinked, { publicationId: winner, before: { accounted: unlinked }, after: null }));
  changes.push(...(await joinDismissalsOf(tx, winner, losers)));
  changes.push(await joinFactsOf(tx, { winner, losers, isShared }));
  await store.saveMergedInto(
    tx,
    pointing.map(({ id }) => ({ id, mergedInto: winner })),
  );
  changes.push(
    ...pointing.map(({ id, merged_into }) =>
      mergeChange(MERGE.work, { publicationId: id, before: { merged_into }, after: { merged_into: winner } }),
    ),
  );
  const pdfs = await joinPdfs(tx, winner, losers, { isShared });
  if (pdfs) {
    const { before, after } = pdfs;
    changes.push(mergeChange(MERGE.pdf, { publicationId: winner, before: { ...before }, after: { ...after } }));
  }
  await writeAudit(tx, job, changes);
  await wakeLookups(tx, pdfs?.sources ?? []);
}

interface Union {
  readonly winner: number;
  readonly losers: readonly number[];
  /** several users link the works */
  readonly isShared: boolean;
}

/** What the winner alone had, by whom. */
interface OwnRows {
  readonly user_ids: number[];
  readonly claims: { user_id: number; profile_id: number }[];
  readonly identifiers: string[];
}

/**
 * Moves the rows of a kind to the winner; of several at one place one stays. What imports said of identifiers is not shared. What concerns the winner
 * alone is noted in `own`.
 */
async function joinPlaces(
  tx: Tx,
  kind: PlaceKind,
  { winner, losers, isShared }: Union,
  accounted: readonly store.Accounted[],
  own: OwnRows,
): Promise<Change[]> {
  const isLeftOut = (row: StoredRow) => isShared && kind === 'identifier' && row.source === IMPORT;
  const rows = await store.listRowsOf(tx, kind, [winner, ...losers]);
  const places = [...groupByPlace(kind, rows).values()];
  const isConcerned = (place: readonly StoredRow[]) =>
    place.some((row) => row.publication_id !== winner || isLeftOut(row));
  const concerned = places.filter(isConcerned);
  for (const [row] of places.filter((place) => !isConcerned(place))) {
    if (kind === 'link') own.user_ids.push(Number(row?.user_id));
    if (kind === 'identifier') own.identifiers.push(`${row?.kind} ${row?.value}`);
    if (kind === 'claim') own.claims.push({ user_id: Number(row?.user_id), profile_id: Number(row?.profile_id) });
  }
  const users = kind === 'link' ? concerned.flat().map((row) => Number(row.user_id)) : [];
  const nextRead = users.length > 0 ? await store.listNextReadNumbers(tx, users) : new Map<number, number>();
  const joined = concerned.map((before) => {
    const kept = before.filter((row) => !isLeftOut(row));
    const next = nextRead.get(Number(before[0]?.user_id)) ?? null;
    return { before, after: kept.length > 0 ? [joinRows(kind, kept, winner, next)] : [] };
  });
  await store.replaceRows(
    tx,
    kind,
    concerned.flat(),
    joined.flatMap(({ after }) => after),
  );
  if (kind === 'link')
    await store.saveReadNumbers(
      tx,
      joined.flatMap(({ after }) => after),
    );
  return joined.map(({ before, after }) => {
    const userId = typeof after[0]?.user_id === 'number' ? after[0].user_id : null;
    const ofUser = accounted.filter((one) => one.user_id === userId).map((one) => one.publication_id);
    return mergeChange(placeAction(kind), {
      userId,
      publicationId: winner,
      before: { rows: before, ...(kind === 'link' ? { accounted: ofUser } : {}) },
      after: { rows: after },
    });
  });
}

async function joinDismissalsOf(tx: Tx, winner: number, losers: readonly number[]): Promise<Change[]> {
  const before = await listDismissals(tx, [winner, ...losers]);
  const after = joinDismissals(before, winner, losers);
  if (before.length === 0 || JSON.stringify(before) === JSON.stringify(after)) return [];
  await replaceDismissals(tx, before, after);
  const change = { publicationId: winner, before: { rows: before }, after: { rows: after } };
  return [mergeChange(MERGE.dismissals, change)];
}

async function joinFactsOf(tx: Tx, { winner: winnerId, losers, isShared }: Union): Promise<Change> {
  const rows = await store.listWorkRows(tx, [winnerId, ...losers]);
  const before = rows.find(({ id }) => id === winnerId);
  if (!before) throw new Error(`work ${winnerId} is gone though it is locked`);
  const earlier = await listStandingChanges(tx, [winnerId], [MERGE.facts]);
  const joined = joinFacts(
    before,
    rows.filter(({ id }) => id !== winnerId),
    readMergeChanges(earlier, MERGE.facts),
    { isShared },
  );
  await store.saveWorkRow(tx, joined);
  await showBestIdentifiers(tx, [winnerId]);
  const [after] = await store.listWorkRows(tx, [winnerId]);
  return mergeChange(MERGE.facts, { publicationId: winnerId, before: { ...before }, after: { ...after } });
}
