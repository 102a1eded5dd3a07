import type { Change, JobFacts, RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { LoggedChange } from '../audit/undo-store.ts';
import type { PdfState } from '../lookups/joined-pdfs.ts';
import { restartSearches } from '../lookups/open-searches.ts';
import { partPdfs } from '../lookups/part-pdfs.ts';
import { wakeLookups } from '../lookups/wake-lookups.ts';
import type { Tx } from '../platform/database/database.ts';
import { disownImports } from '../publications/disown-imports.ts';
import { showBestIdentifiers } from '../publications/identifier-store.ts';
import { partFacts, type WorkRow } from '../publications/join-facts.ts';
import { PLACE_KINDS } from '../publications/joined-row.ts';
import * as store from '../publications/merge-store.ts';
import { type Dismissal, listDismissals, replaceDismissals } from './dismissal-store.ts';
import { holdWorks } from './hold-works.ts';
import { MERGE, type PlaceFacts, placeAction, type UnlinkedFacts, type WorkFacts } from './merge-action.ts';
import { partArrivals } from './part-arrivals.ts';
import { partLinksOf, partPlaces } from './part-places.ts';

/** What one merge did, read from the audit log. */
export interface LoggedMerge {
  readonly winnerId: number;
  readonly loserIds: readonly number[];
  readonly changes: readonly LoggedChange[];
}

/** Reads the changes of one transaction of a merge; undefined when they are none. */
export function readMerge(changes: readonly LoggedChange[]): LoggedMerge | undefined {
  const winnerId = changes.find(({ action }) => action === MERGE.facts)?.publication_id;
  const loserIds = changes
    .filter(({ action, before }) => action === MERGE.work && (before as WorkFacts).merged_into === null)
    .flatMap(({ publication_id }) => publication_id ?? []);
  return winnerId == null || loserIds.length === 0 ? undefined : { winnerId, loserIds, changes };
}

/**
 * Takes the works of one merge apart, in a transaction of its own: exactly as they were before, but for what happened since. Returns how many stand for
 * themselves again, and how many cannot since they are gone. One that was taken apart already is passed over.
 */
export async function partWorks(
  tx: Tx,
  job: RepairJob,
  { winnerId, loserIds, changes }: LoggedMerge,
): Promise<{ restored: number; gone: number }> {
  const rowsOf = (action: string) => changes.filter((one) => one.action === action);
  const listed = rowsOf(placeAction('listing')).flatMap(({ before }) => (before as PlaceFacts).rows);
  await holdWorks(tx, [winnerId, ...loserIds], {
    profileIds: listed.map((row) => Number(row.profile_id)),
    userIds: rowsOf(placeAction('link')).flatMap(({ user_id }) => user_id ?? []),
  });
  const works = new Map(
    (await store.listWorkRows(tx, [winnerId, ...loserIds], { withMerged: true })).map((work) => [work.id, work]),
  );
  const losers = loserIds.filter((id) => works.get(id)?.merged_into === winnerId);
  const gone = loserIds.filter((id) => !works.has(id)).length;
  const winner = works.get(winnerId);
  if (!winner || losers.length === 0) return { restored: 0, gone };

  const undone: Change[] = [];
  const back = rowsOf(MERGE.work).flatMap(({ publication_id: id, before }) => {
    const { merged_into: mergedInto } = before as WorkFacts;
    const isOurs = id !== null && works.get(id)?.merged_into === winnerId;
    return isOurs && (mergedInto === null || losers.includes(mergedInto)) ? [{ id, mergedInto }] : [];
  });
  await store.saveMergedInto(tx, back);
  undone.push(
    ...back.map(({ id, mergedInto }) => ({
      action: 'undo.work',
      publicationId: id,
      before: { merged_into: winnerId },
      after: { merged_into: mergedInto },
    })),
  );
  const unlinked = rowsOf(MERGE.unlinked).flatMap(({ before }) => (before as UnlinkedFacts).accounted);
  const parting = { winnerId, loserIds: losers };
  const joined = {
    listings: await store.listRowsOf(tx, 'listing', [winnerId]),
    claims: await store.listRowsOf(tx, 'claim', [winnerId]),
  };
  for (const kind of PLACE_KINDS) {
    if (kind === 'link') continue;
    undone.push(...(await partPlaces(tx, kind, parting, rowsOf(placeAction(kind)))));
  }
  const logged = { listings: rowsOf(placeAction('listing')), claims: rowsOf(placeAction('claim')) };
  const arrivals = await partArrivals(tx, parting, joined, logged);
  undone.push(...arrivals.changes);
  const links = { logged: rowsOf(placeAction('link')), unlinked, seen: arrivals.seen };
  undone.push(...(await partLinksOf(tx, parting, links)));
  for (const change of rowsOf(MERGE.dismissals)) undone.push(await partDismissals(tx, change));
  for (const change of rowsOf(MERGE.facts)) undone.push(await partFactsOf(tx, winner, change));
  const sources: string[] = [];
  for (const { before, after } of rowsOf(MERGE.pdf)) {
    const state = { before: before as unknown as PdfState, after: after as unknown as PdfState };
    const parted = await partPdfs(tx, { winnerId, loserIds: losers, ...state });
    sources.push(...parted.sources);
    undone.push({
      action: 'undo.pdf',
      publicationId: winnerId,
      before: { ...parted.current },
      after: { ...parted.now },
    });
  }
  // who got a link by it sees nothing of another's file
  const linked = [...new Set(arrivals.seen.map((one) => one.publication_id))];
  sources.push(...(await restartSearches(tx, await disownImports(tx, linked))));
  await writeAudit(tx, job, undone);
  await wakeLookups(tx, sources);
  return { restored: losers.length, gone };
}

async function partDismissals(tx: Tx, { publication_id, before, after }: LoggedChange): Promise<Change> {
  const rows = (facts: JobFacts | null) => (facts as { rows: readonly Dismissal[] } | null)?.rows ?? [];
  const keyOf = ({ low_id, high_id }: Dismissal) => `${low_id} ${high_id}`;
  const made = new Set(rows(after).map(keyOf));
  const works = rows(after).flatMap(({ low_id, high_id }) => [low_id, high_id]);
  const now = (await listDismissals(tx, works)).filter((pair) => made.has(keyOf(pair)));
  // a pair that was taken away since stays away
  const left = new Set(now.map(keyOf));
  const lost = rows(after).filter((pair) => !left.has(keyOf(pair)));
  const back =
    lost.length === 0 ? rows(before) : rows(before).filter((pair) => !lost.some((one) => isPairOf(one, pair)));
  await replaceDismissals(tx, now, back);
  return { action: 'undo.dismissals', publicationId: publication_id, before: { rows: now }, after: { rows: back } };
}

/** Whether a pair may have become the other: they have a work in common. */
function isPairOf(joined: Dismissal, pair: Dismissal): boolean {
  return [joined.low_id, joined.high_id].some((id) => id === pair.low_id || id === pair.high_id);
}

async function partFactsOf(
  tx: Tx,
  before: store.MergedWorkRow,
  { before: was, after: became }: LoggedChange,
): Promise<Change> {
  const keys = await store.listRowsOf(tx, 'source_key', [before.id]);
  const ownKeys = new Set(keys.map(({ source, key }) => `${source}:${key}`));
  const parted = partFacts(before, was as unknown as WorkRow, became as unknown as WorkRow, ownKeys);
  await store.saveWorkRow(tx, parted);
  await showBestIdentifiers(tx, [before.id]);
  const [after] = await store.listWorkRows(tx, [before.id]);
  return { action: 'undo.facts', publicationId: before.id, before: { ...before }, after: { ...after } };
}
