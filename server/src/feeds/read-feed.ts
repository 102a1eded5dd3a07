import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { ListFilter } from '../library/contract.ts';
import { readListedIds } from '../library/page-store.ts';
import { readList } from '../library/read-list.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { hashToken } from '../platform/http/session-cookie.ts';
import { feedNotFound } from './change-feeds.ts';
import { readEntries } from './entry-store.ts';
import { type Entry, makeEntry, urnOf } from './make-entry.ts';
import { findFeed, type ReadFeed, touchFeed } from './store.ts';

/** Enough for a reader that asks once a day. */
const MAX_ENTRIES = 100;
const NEWEST_FIRST = { by: 'first_seen', direction: 'desc' } as const;

/** What a feed shows, in any format. */
export interface FeedDocument {
  /** a URN */
  readonly id: string;
  readonly title: string;
  /** the list in Lectern */
  readonly url: string;
  /** the address of the feed without the ending of its format */
  readonly address: string;
  /** when the newest entry came into the library, or when the feed was made */
  readonly updatedAt: Date;
  /** the newest first */
  readonly entries: readonly Entry[];
  /** of all the rest */
  readonly digest: Buffer;
}

/**
 * Reads the feed with this secret. `origin` is the beginning of its links.
 * @throws Problem `feed_not_found`, also if the view lists a scholar whom the user does not track any more
 */
export async function readFeed(db: Database, secret: string, origin: string): Promise<FeedDocument> {
  const feed = await findFeed(db, hashToken(secret));
  if (!feed) throw feedNotFound();
  if (feed.isStale) await touchFeed(db, feed.id);
  const { userId, libraryUid } = feed;
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const list = await readList(tx, userId, selectionOf(feed)).catch((error: unknown) => {
        throw error instanceof Problem ? feedNotFound() : error;
      });
      return readEntries(tx, userId, await readListedIds(tx, userId, list, NEWEST_FIRST, MAX_ENTRIES));
    });
  const entries = rows.map((row) => makeEntry(row, { libraryUid, origin }));
  const document = {
    id: urnOf(libraryUid, `feed ${feed.id}`),
    title: cleanText(feed.name) ?? 'Lectern',
    url: `${origin}/${listOf(feed)}`,
    address: `${origin}/feeds/${secret}`,
    updatedAt: entries[0]?.seenAt ?? feed.createdAt,
    entries,
  };
  return { ...document, digest: createHash('sha256').update(JSON.stringify(document)).digest() };
}

/**
 * What the feed selects. The mode of a view does not count: an entry must not be missing because it was read in Lectern
 * before the feed reader asked, or because there was another run.
 */
function selectionOf({ scope, scholarId, parameters }: ReadFeed): Static<typeof ListFilter> {
  if (scope === 'favorites') return { favorite_only: true };
  if (scope === 'scholar') return { scholar_profile_id: scholarId };
  return parameters === null ? {} : { ...parameters, mode: 'all' };
}

function listOf({ scope, scholarId }: ReadFeed): string {
  if (scope === 'favorites') return '?view=favorites';
  if (scope === 'scholar') return `?view=all&scholar=${scholarId}`;
  return scope === 'all' ? '?view=all' : '';
}
