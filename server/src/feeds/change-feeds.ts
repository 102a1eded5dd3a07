import { randomBytes } from 'node:crypto';
import { lockLibrary } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import { checkOwnedName, ownedNotFound, requireRoom } from '../library/owned.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalidValue, Problem } from '../platform/errors.ts';
import { hashToken } from '../platform/http/session-cookie.ts';
import { readName } from '../platform/own-name.ts';
import { inBatches, type StoredSecret } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { TAGS } from '../tags/store.ts';
import { VIEWS } from '../views/store.ts';
import { type Feed, MAX_NAME_LENGTH, type NewFeed } from './contract.ts';
import * as store from './store.ts';
import { listSecrets, updateSecret } from './store.ts';

const { FEEDS } = store;

const SECRET_BYTES = 32;
const NAMES = { all: 'All publications', favorites: 'Favorites', scholar: 'Scholar', view: 'View' } as const;

type Parts = Pick<Services, 'db' | 'secrets'>;

/** The user's feeds with their addresses, which begin with `origin`. */
export async function listFeeds({ db, secrets }: Parts, userId: number, origin: string): Promise<Feed[]> {
  return (await store.listFeeds(db, userId)).map((row) => withAddresses(row, secrets, { userId, origin }));
}

/**
 * Makes a feed with an address of its own.
 * @throws Problem `validation_error`, `scholar_not_found`, `view_not_found`, `too_many_feeds`
 */
export async function createFeed(parts: Parts, userId: number, feed: NewFeed, origin: string): Promise<Feed> {
  const source = sourceOf(feed);
  const id = await parts.db.transaction().execute(async (tx) => {
    // so that two requests do not exceed the limit, and no scholar is joined or deleted meanwhile
    await lockLibrary(tx, userId);
    const ofSource = await nameOfSource(tx, userId, source, MAX_NAME_LENGTH);
    await requireRoom(tx, userId, FEEDS);
    const name = feed.name === undefined ? (ofSource ?? NAMES[source.scope]) : checkOwnedName(FEEDS, feed.name).name;
    return store.insertFeed(tx, userId, { ...source, name, secret: makeSecret(parts, userId) });
  });
  return findFeed(parts, userId, id, origin);
}

/** @throws Problem `validation_error`, `feed_not_found` */
export async function renameFeed(
  parts: Parts,
  userId: number,
  { id, name, origin }: { id: number; name: string; origin: string },
): Promise<Feed> {
  if (!(await store.renameFeed(parts.db, userId, id, checkOwnedName(FEEDS, name).name))) throw ownedNotFound(FEEDS);
  return findFeed(parts, userId, id, origin);
}

/** Gives a feed another address. The previous one stops at once. @throws Problem `feed_not_found` */
export async function replaceAddress(parts: Parts, userId: number, id: number, origin: string): Promise<Feed> {
  if (!(await store.replaceSecret(parts.db, userId, id, makeSecret(parts, userId)))) throw ownedNotFound(FEEDS);
  return findFeed(parts, userId, id, origin);
}

/** For readers of an address. */
export function feedNotFound(): Problem {
  return new Problem(
    'not_found',
    'feed_not_found',
    'There is no such feed. Its address may have been replaced or deleted: copy it again from the settings.',
  );
}

/** Binds an encrypted secret to its user, so that it cannot be decrypted in the row of another one. */
export function secretContext(userId: number): string {
  return `feeds:${userId}:secret`;
}

async function findFeed(parts: Parts, userId: number, id: number, origin: string): Promise<Feed> {
  const [row] = await store.listFeeds(parts.db, userId, id);
  if (!row) throw ownedNotFound(FEEDS);
  return withAddresses(row, parts.secrets, { userId, origin });
}

function withAddresses(
  { secret: encrypted, ...feed }: store.FeedRow,
  secrets: Parts['secrets'],
  { userId, origin }: { userId: number; origin: string },
): Feed {
  const secret = secrets.decrypt(encrypted, secretContext(userId));
  const urlOf = (format: string) => (secret === null ? null : `${origin}/feeds/${secret}.${format}`);
  return { ...feed, atom_url: urlOf('atom'), json_url: urlOf('json') };
}

function makeSecret({ secrets }: Parts, userId: number): store.NewSecret {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { hash: hashToken(secret), encrypted: secrets.encrypt(secret, secretContext(userId)) };
}

/**
 * The name of the scholar, view or tag that a feed or a public list is of, cut off; null if it has none.
 * @throws Problem `scholar_not_found`, `view_not_found`, `tag_not_found`
 */
export async function nameOfSource(
  tx: Tx,
  userId: number,
  source: store.SourceIds,
  maxLength: number,
): Promise<string | null> {
  const found = await store.findSourceName(tx, userId, source);
  if (found !== undefined) return readName(found.slice(0, maxLength), maxLength);
  if (source.scholarId !== null) throw scholarNotFound();
  if (source.viewId !== null) throw ownedNotFound(VIEWS);
  if (source.tagId != null) throw ownedNotFound(TAGS);
  return null;
}

/** What the feed is of. It has an id if and only if its scope needs it. */
function sourceOf({ scope, scholar_profile_id, view_id }: NewFeed): store.FeedSource {
  checkSourceId('scholar_profile_id', scholar_profile_id, scope === 'scholar');
  checkSourceId('view_id', view_id, scope === 'view');
  return { scope, scholarId: scholar_profile_id ?? null, viewId: view_id ?? null };
}

/** @throws Problem `validation_error` unless there is an id if and only if the scope needs it */
export function checkSourceId(path: string, id: number | undefined, isNeeded: boolean): void {
  if ((id !== undefined) === isNeeded) return;
  const message = isNeeded ? 'is required with this scope' : 'cannot be combined with this scope';
  throw invalidValue(path, message);
}

/** The secrets in the addresses of all feeds. Requests that replace one wait until the transaction ends. */
export async function* storedAddresses(tx: Tx): AsyncGenerator<StoredSecret> {
  const rows = inBatches(
    (batch) => listSecrets(tx, batch),
    (row) => row.id,
  );
  for await (const { id, user_id: userId, secret: encrypted } of rows) {
    const save = (bytes: Buffer) => updateSecret(tx, id, bytes);
    yield { userId, context: secretContext(userId), encrypted, save };
  }
}
