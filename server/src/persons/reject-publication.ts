import { findCanonicalOf, lockIdentity } from '../library/canonical-store.ts';
import { lockLibrary } from '../library/entry-store.ts';
import { publicationNotFound, scholarNotFound } from '../library/not-found.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { lockScholar } from '../scholars/store.ts';
import { acceptPublication, rejectPublication as reject } from './rejection-store.ts';

interface Authorship {
  readonly userId: number;
  readonly scholarId: number;
  readonly publicationId: number;
}

/**
 * Removes a publication from a scholar's list, because the user says that it is not by this person. The user's marks
 * are kept. It does not return when a source lists it again. A repeat changes nothing.
 * @throws Problem `scholar_not_found`, `publication_not_found`
 */
export async function rejectPublication(db: Database, authorship: Authorship): Promise<void> {
  const { userId, scholarId } = authorship;
  await change(db, authorship, async (tx, id) => {
    if (!(await reject(tx, userId, scholarId, id))) throw publicationNotFound();
  });
}

/**
 * Takes a rejection back. The publication returns to the scholar's list with the user's marks. A repeat changes
 * nothing.
 * @throws Problem `scholar_not_found`, `publication_not_found`
 */
export async function restorePublication(db: Database, authorship: Authorship): Promise<void> {
  const { userId, scholarId } = authorship;
  await change(db, authorship, (tx, id) => acceptPublication(tx, userId, scholarId, id));
}

/** Calls `work` with the canonical publication, in a transaction that has locked the scholar and the library. */
async function change(
  db: Database,
  { userId, scholarId, publicationId }: Authorship,
  work: (tx: Tx, canonicalId: number) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) throw scholarNotFound();
    await lockIdentity(tx, 'shared');
    await lockLibrary(tx, userId);
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined) throw publicationNotFound();
    await work(tx, id);
  });
}
