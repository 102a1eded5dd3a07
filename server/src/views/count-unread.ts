import { countUnread } from '../library/count-store.ts';
import type { List } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import { searchNamesOf } from '../library/read-search.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { MAX_UNREAD_COUNT, type UnreadCount } from './contract.ts';
import { keepCounts, listViews, readKeptCounts } from './store.ts';

/** A count of a user's views, and the one after it, if one was requested meanwhile. */
interface Counting {
  readonly counts: Promise<UnreadCount[]>;
  next: Promise<UnreadCount[]> | null;
}

/** The counts under way in this process, of each user at most one. */
const underWay = new WeakMap<Database, Map<number, Counting>>();

/**
 * The unread count of each view, up to 1,000. It is null if the list refuses the parameters, for example because the
 * scholar is not tracked any more. The counts are kept, because in a large library each takes some milliseconds.
 * A user has one count at a time, so that many open tabs do not slow down other users. Requests that come meanwhile
 * share the next one, because the library may have changed since this one began.
 */
export function countUnreadOfViews(db: Database, userId: number): Promise<UnreadCount[]> {
  const ofUsers = underWay.get(db) ?? new Map<number, Counting>();
  underWay.set(db, ofUsers);
  const begin = (): Promise<UnreadCount[]> => {
    const counting: Counting = { counts: readOrCount(db, userId), next: null };
    ofUsers.set(userId, counting);
    const end = () => void (counting.next ?? ofUsers.delete(userId));
    counting.counts.then(end, end);
    return counting.counts;
  };
  const current = ofUsers.get(userId);
  if (!current) return begin();
  current.next ??= current.counts.then(begin, begin);
  return current.next;
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
