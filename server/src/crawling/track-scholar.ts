import { recordEvents } from '../events/event-store.ts';
import { lockLibrary, namedBy, refreshEntries, showKnown } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { BatchResult, UnreadPast } from '../scholars/contract.ts';
import { checkImageUrl } from '../scholars/own-image.ts';
import { readScholarLines } from '../scholars/read-scholar-lines.ts';
import {
  addProfile,
  deleteScholar,
  findScholarOf,
  insertScholar,
  lockScholar,
  removeProfile,
  saveProfile,
} from '../scholars/store.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { explainAuthorId, parseAuthorId } from '../sources/parse-author-id.ts';
import { enqueueCrawls, lockItemsOf } from './queue-store.ts';
import { endSteps } from './run-progress.ts';
import { skipUntracked } from './run-result-store.ts';

/**
 * Starts tracking a profile at any source, given its id or its URL, and queues its first crawl in the same transaction.
 * Returns the scholar's id.
 * @throws Problem `invalid_scholar`, `invalid_scholar_image`, `scholar_already_tracked`
 */
export async function trackScholar(
  db: Database,
  userId: number,
  input: { scholarId: string; imageUrl: string | null; unreadPast?: UnreadPast },
): Promise<number> {
  const author = parseAuthorId(input.scholarId);
  if (author === null) {
    throw new Problem(
      'invalid',
      'invalid_scholar',
      explainAuthorId(input.scholarId) ??
        'Send the 12-character id of a Google Scholar profile, an OpenAlex author id, an ORCID iD or a DBLP pid, or the address of one of these pages.',
      [{ path: 'scholar_id', message: 'is neither a profile id nor a profile address' }],
    );
  }
  if (input.imageUrl !== null) checkImageUrl(input.imageUrl, 'profile_image_url');
  const [tracked] = await trackAuthors(db, userId, [author], input);
  if (!tracked) throw new Error('the scholar was not inserted');
  if (tracked.isNew) return tracked.scholarId;
  throw new Problem('conflict', 'scholar_already_tracked', 'You already track this scholar.', {
    scholar_id: author.id,
    scholar_profile_id: tracked.scholarId,
  });
}

/**
 * Starts tracking different authors, and queues their first crawls, in one transaction. Returns the scholars in the
 * same order, also those whom the user tracked already.
 */
export async function trackAuthors(
  db: Database,
  userId: number,
  authors: readonly AuthorId[],
  { imageUrl = null, unreadPast = 'all' }: { imageUrl?: string | null; unreadPast?: UnreadPast },
): Promise<{ scholarId: number; isNew: boolean }[]> {
  return db.transaction().execute(async (tx) => {
    const scholars = new Map<AuthorId, { scholarId: number; profileId: number; isNew: boolean }>();
    // all profiles before all scholars, and both in the order of their ids, as imports do, so that no two transactions
    // deadlock
    const found: { author: AuthorId; profileId: number }[] = [];
    for (const author of authors.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
      found.push({ author, profileId: await saveProfile(tx, author.source, author.id) });
    for (const { author, profileId } of found) {
      const scholar = await insertScholar(tx, userId, { profileId, imageUrl, unreadPast });
      scholars.set(author, { ...scholar, profileId });
    }
    const all = authors.flatMap((author) => scholars.get(author) ?? []);
    const profiles = all.filter(({ isNew }) => isNew);
    for (const { scholarId, profileId } of profiles) await showKnown(tx, userId, { id: scholarId, profileId });
    await recordEvents(
      tx,
      profiles.map(({ scholarId }) => ({ kind: 'scholar.added', userId, scholarId })),
    );
    if (profiles.length > 0) await enqueueCrawls(tx, { userId, profiles, reason: 'first_crawl', runId: null });
    return all;
  });
}

/** Distinguishes authors. */
export function keyOf({ source, id }: AuthorId): string {
  return `${id} ${source}`;
}

/**
 * Stops tracking a scholar. Favorites stay, and so do entries that another scholar of the user accounts for. The other
 * entries are hidden, so their marks come back if the user tracks the scholar again. Runs that wait for the scholar
 * continue without it.
 * @throws Problem `scholar_not_found`
 */
export async function untrackScholar(db: Database, userId: number, scholarId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) {
      throw scholarNotFound();
    }
    await lockItemsOf(tx, scholarId);
    await lockLibrary(tx, userId);
    const runIds = await skipUntracked(tx, scholarId);
    await deleteScholar(tx, userId, scholarId);
    await refreshEntries(tx, [userId], namedBy(userId, scholarId));
    await endSteps(tx, runIds);
  });
}

/**
 * Starts tracking the scholars of a list, one per line, in one transaction: a client that leaves before the response
 * loses none. Returns a result for each line.
 */
export async function trackLines(
  db: Database,
  userId: number,
  { lines, unreadPast }: { lines: readonly string[]; unreadPast: UnreadPast },
): Promise<BatchResult> {
  const read = readScholarLines(lines);
  const authors = new Map(read.flatMap((line) => (line.kind === 'scholar' ? [[keyOf(line.author), line.author]] : [])));
  const scholars = await trackAuthors(db, userId, [...authors.values()], { unreadPast });
  const scholarOf = new Map([...authors.keys()].map((key, at) => [key, scholars[at]]));
  const seen = new Set<string>();
  const results = read.map((line, at): BatchResult['results'][number] => {
    if (line.kind !== 'scholar') return { line: at + 1, status: line.kind, scholar_profile_id: null };
    const key = keyOf(line.author);
    const scholar = scholarOf.get(key);
    // if the author is in the list again, the first line counts
    const isAdded = scholar?.isNew === true && !seen.has(key);
    seen.add(key);
    return {
      line: at + 1,
      status: isAdded ? 'added' : 'already_tracked',
      scholar_profile_id: scholar?.scholarId ?? null,
    };
  });
  return { added_count: results.filter(({ status }) => status === 'added').length, results };
}

/** A scholar whose row the caller has locked. */
export interface LockedScholar {
  readonly userId: number;
  readonly scholarId: number;
}

/**
 * Adds a profile to a scholar unless another one of the user's scholars has it, and queues a crawl. Returns the scholar
 * that has it now.
 */
export async function attachProfile(tx: Tx, { userId, scholarId }: LockedScholar, author: AuthorId): Promise<number> {
  const profileId = await saveProfile(tx, author.source, author.id);
  const owner = await findScholarOf(tx, userId, profileId);
  if (owner !== undefined && owner !== scholarId) return owner;
  if (owner === undefined) {
    await addProfile(tx, { userId, scholarId, profileId });
    await showKnown(tx, userId, { id: scholarId, profileId });
  }
  const profiles = [{ scholarId, profileId }];
  await enqueueCrawls(tx, { userId, profiles, reason: 'first_crawl', runId: null });
  return scholarId;
}

/**
 * Removes a profile from a scholar, and what was rejected on it, which is not by this person. Entries that nothing else
 * accounts for are hidden, so their marks come back if the profile does. Runs that wait for the profile continue
 * without it.
 */
export async function detachProfile(tx: Tx, { userId, scholarId }: LockedScholar, profileId: number): Promise<void> {
  await lockItemsOf(tx, scholarId);
  await lockLibrary(tx, userId);
  const runIds = await skipUntracked(tx, scholarId, profileId);
  await removeProfile(tx, scholarId, profileId);
  await refreshEntries(tx, [userId], namedBy(userId, scholarId));
  await endSteps(tx, runIds);
}
