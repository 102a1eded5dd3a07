import { countUnread } from '../library/count-store.ts';
import type { List } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import { searchNamesOf } from '../library/read-search.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { MAX_UNREAD_COUNT, type UnreadCount } from './contract.ts';
import { keepCounts, listViews, readKeptCounts } from './store.ts';

/** The counts under way in this process, of each user at most one. */
const underWay = new WeakMap<Database, Map<number, Promise<UnreadCount[]>>>();

/**
 * The unread count of each view, up to 1,000. It is null if the list refuses the parameters, for example because the
 * scholar is not tracked any more. The counts are kept, because in a large library each takes some milliseconds.
 * Requests of one user count one after another, so that many open tabs do not slow down other users. Those that waited
 * find the counts kept, unless the library has changed.
 */
export async function countUnreadOfViews(db: Database, userId: number): Promise<UnreadCount[]> {
  const ofUsers = underWay.get(db) ?? new Map<number, Promise<UnreadCount[]>>();
  underWay.set(db, ofUsers);
  for (let other = ofUsers.get(userId); other; other = ofUsers.get(userId)) await other.catch(() => undefined);
  const counts = readOrCount(db, userId).finally(() => ofUsers.delete(userId));
  ofUsers.set(userId, counts);
  return counts;
}

async function readOrCount(db: Database, userId: number): Promise<UnreadCount[]> {
  const { version, kept } = await readKeptCounts(db, userId);
  if (kept) return kept;
  const counts = await countAll(db, userId);
  // with the version from before, so that a change in the meantime makes the next request count again
  if (counts.length > 0) await keepCounts(db, userId, counts, version);
  return counts;
}

async function countAll(db: Database, userId: number): Promise<UnreadCount[]> {
  const names = searchNamesOf(db, userId);
  const views = await listViews(db, userId);
  const readable: { id: number; list: List }[] = [];
  for (const { id, parameters } of views) {
    try {
      readable.push({ id, list: await readList(db, userId, parameters, names) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  const counts = await countUnread(
    db,
    userId,
    readable.map(({ list }) => list),
    MAX_UNREAD_COUNT,
  );
  const countOf = new Map(readable.map(({ id }, at) => [id, counts[at] ?? null]));
  return views.map(({ id }) => ({ view_id: id, unread_count: countOf.get(id) ?? null }));
}
