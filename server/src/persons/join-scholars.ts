import { enqueueCrawls, lockItemsOf } from '../crawling/queue-store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import { addScholar, lockLibrary, namedBy, refreshEntries, replaceScholar, showKnown } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { lockScholar } from '../scholars/store.ts';
import * as store from './join-store.ts';

/** A join, and the user who has both scholars. */
interface Join extends store.Join {
  readonly userId: number;
}

/**
 * Joins two scholars of a user that are one person: the profiles, publications and marks of the second belong to the
 * first afterwards. It can be undone. An uploaded picture of the second is lost.
 * @throws Problem `scholar_not_found`, `run_in_progress`
 */
export async function joinScholars(db: Database, join: Join): Promise<void> {
  const { userId, scholarId, joinedId } = join;
  await db.transaction().execute(async (tx) => {
    await lockScholars(tx, userId, [scholarId, joinedId]);
    await refuseDuringRun(tx, userId);
    for (const id of [scholarId, joinedId]) await lockItemsOf(tx, id);
    await lockIdentity(tx, 'shared');
    await lockLibrary(tx, userId);
    await store.saveJoin(tx, join);
    await store.moveProfiles(tx, { from: joinedId, to: scholarId }, null);
    await replaceScholar(tx, userId, { from: joinedId, to: scholarId });
    await store.deleteJoined(tx, joinedId);
    await refreshEntries(tx, [userId], namedBy(userId, scholarId));
  });
}

/**
 * Undoes the latest join into a scholar: the other scholar gets its profiles back, and both get their publications.
 * @throws Problem `scholar_not_found`, `nothing_joined`, `profile_of_another_scholar`, `run_in_progress`
 */
export async function undoJoin(db: Database, { userId, scholarId }: Omit<Join, 'joinedId'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockScholars(tx, userId, [scholarId]);
    await refuseDuringRun(tx, userId);
    await lockItemsOf(tx, scholarId);
    await lockIdentity(tx, 'shared');
    await lockLibrary(tx, userId);
    const latest = await store.findLatestJoin(tx, scholarId);
    if (!latest) throw new Problem('conflict', 'nothing_joined', 'No other scholar was joined into this one.');
    if (latest.ownerId !== null && latest.ownerId !== scholarId) throw profileOfAnother(latest.ownerId);
    const restored = await store.restoreJoined(tx, latest.id, scholarId);
    if (restored === null) throw profileOfAnother((await store.findLatestJoin(tx, scholarId))?.ownerId ?? null);
    // the refresh then removes from each entry the scholars who do not account for it
    await addScholar(tx, userId, { beside: scholarId, added: restored.id });
    // a main profile that was detached meanwhile is new to its scholar
    if (latest.ownerId === null) await showKnown(tx, userId, { id: restored.id, profileId: latest.profileId });
    await refreshEntries(tx, [userId], namedBy(userId, scholarId));
    const unread = restored.profiles.filter(({ isRead }) => !isRead);
    await enqueueCrawls(tx, { userId, profiles: unread, reason: 'first_crawl', runId: null });
  });
}

function profileOfAnother(scholarId: number | null): Problem {
  return new Problem(
    'conflict',
    'profile_of_another_scholar',
    'Another scholar of yours has the profile of the scholar that was joined.',
    { scholar_profile_id: scholarId },
  );
}

async function lockScholars(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  const different = [...new Set(ids)].sort((a, b) => a - b);
  if (different.length < ids.length) throw scholarNotFound();
  for (const id of different) if (!(await lockScholar(tx, userId, id))) throw scholarNotFound();
}

/** A run counts its scholars, so their number may not change meanwhile. */
async function refuseDuringRun(tx: Tx, userId: number): Promise<void> {
  const runId = await store.findActiveRunOf(tx, userId);
  if (runId === undefined) return;
  throw new Problem('conflict', 'run_in_progress', 'A run is in progress. Wait until it ends, or cancel it.', {
    run_id: runId,
  });
}
