import type { Change, RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { restartSearches } from '../lookups/open-searches.ts';
import { partPdfs } from '../lookups/part-pdfs.ts';
import { wakeLookups } from '../lookups/wake-lookups.ts';
import type { Tx } from '../platform/database/database.ts';
import { disownImports } from '../publications/disown-imports.ts';
import { showBestIdentifiers } from '../publications/identifier-store.ts';
import { deleteAnsweredImports } from '../publications/imported-store.ts';
import { PLACE_KINDS } from '../publications/joined-row.ts';
import * as store from '../publications/merge-store.ts';
import { type Dismissal, listDismissals, replaceDismissals } from './dismissal-store.ts';
import { holdWorks } from './hold-works.ts';
import type { MERGE } from './merge-action.ts';
import type { MergeChange } from './merge-facts.ts';
import { partArrivals } from './part-arrivals.ts';
import { partFactsOf } from './part-facts.ts';
import { partLinksOf, partPlaces } from './part-places.ts';
import type { LoggedMerge } from './read-merge.ts';

/**
 * Takes the works of one merge apart, in a transaction of its own: exactly as they were before, but for what happened since. Returns how many stand for
 * themselves again, and how many cannot since they are gone. One that was taken apart already is passed over.
 */
export async function partWorks(
  tx: Tx,
  job: RepairJob,
  logged: LoggedMerge,
): Promise<{ restored: number; gone: number }> {
  const { winnerId, loserIds, places } = logged;
  await holdWorks(tx, [winnerId, ...loserIds], {
    profileIds: places.listing.flatMap(({ before }) => before.rows.map((row) => row.profile_id)),
    userIds: places.link.flatMap(({ userId }) => userId ?? []),
  });
  const works = new Map(
    (await store.listWorkRows(tx, [winnerId, ...loserIds], { withMerged: true })).map((work) => [work.id, work]),
  );
  const losers = loserIds.filter((id) => works.get(id)?.merged_into === winnerId);
  const gone = loserIds.filter((id) => !works.has(id)).length;
  const winner = works.get(winnerId);
  if (!winner || losers.length === 0) return { restored: 0, gone };

  const undone: Change[] = [];
  const back = logged.works.flatMap(({ publicationId: id, before: { merged_into: mergedInto } }) => {
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
  const parting = { winnerId, loserIds: losers };
  const joined = {
    listings: await store.listRowsOf(tx, 'listing', [winnerId]),
    claims: await store.listRowsOf(tx, 'claim', [winnerId]),
  };
  for (const kind of PLACE_KINDS) {
    if (kind === 'link') continue;
    undone.push(...(await partPlaces(tx, kind, parting, places[kind])));
  }
  const { changes, ...arrivals } = await partArrivals(tx, parting, joined, logged);
  undone.push(...changes);
  const owners = logged.own.length > 0 ? new Set(logged.own.flatMap(({ before }) => before.user_ids)) : null;
  const unlinked = logged.unlinked.flatMap(({ before }) => before.accounted);
  undone.push(...(await partLinksOf(tx, parting, { ...arrivals, logged: places.link, unlinked, owners })));
  for (const change of logged.dismissals) undone.push(await partDismissals(tx, change));
  const anew: number[] = [];
  for (const change of logged.facts) {
    const parted = await partFactsOf(tx, parting, winner, change);
    undone.push(...parted.changes);
    anew.push(...parted.searchedAnew);
  }
  const answered = await deleteAnsweredImports(tx, [winnerId, ...losers]);
  await showBestIdentifiers(tx, [...new Set(answered.map((row) => row.publication_id))]);
  if (answered.length > 0)
    undone.push({
      action: 'undo.identifier',
      publicationId: winnerId,
      before: { rows: answered },
      after: { rows: [] },
    });
  const sources: string[] = [];
  for (const { before, after } of logged.pdfs) {
    const parted = await partPdfs(tx, { winnerId, loserIds: losers, before, after });
    sources.push(...parted.sources);
    undone.push({
      action: 'undo.pdf',
      publicationId: winnerId,
      before: { ...parted.current },
      after: { ...parted.now },
    });
  }
  // who came to have one of the works meanwhile, or has one by this, sees nothing of another's file
  const misled = await disownImports(tx, [winnerId, ...losers]);
  sources.push(...(await restartSearches(tx, [...new Set([...misled, ...anew])])));
  await writeAudit(tx, job, undone);
  await wakeLookups(tx, sources);
  return { restored: losers.length, gone };
}

async function partDismissals(
  tx: Tx,
  { publicationId, before, after }: MergeChange<typeof MERGE.dismissals>,
): Promise<Change> {
  const keyOf = ({ low_id, high_id }: Dismissal) => `${low_id} ${high_id}`;
  const made = new Set(after.rows.map(keyOf));
  const works = after.rows.flatMap(({ low_id, high_id }) => [low_id, high_id]);
  const now = (await listDismissals(tx, works)).filter((pair) => made.has(keyOf(pair)));
  // a pair that was taken away since stays away
  const left = new Set(now.map(keyOf));
  const lost = after.rows.filter((pair) => !left.has(keyOf(pair)));
  const back = before.rows.filter((pair) => !lost.some((one) => isPairOf(one, pair)));
  await replaceDismissals(tx, now, back);
  return { action: 'undo.dismissals', publicationId, before: { rows: now }, after: { rows: back } };
}

/** Whether a pair may have become the other: they have a work in common. */
function isPairOf(joined: Dismissal, pair: Dismissal): boolean {
  return [joined.low_id, joined.high_id].some((id) => id === pair.low_id || id === pair.high_id);
}
