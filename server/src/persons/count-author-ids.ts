import { attachProfile } from '../crawling/track-scholar.ts';
import type { Database } from '../platform/database/database.ts';
import { lockScholar } from '../scholars/store.ts';
import { AuthorIdCounter } from './author-id-counter.ts';
import { isConclusive } from './evidence.ts';
import { type DueProfile, listProfiles, listScholarsOf, readAuthorLists, saveAuthorIds } from './store.ts';

/** Publications that are read at once. Other work of the process continues between two reads. */
const BATCH = 200;

/**
 * Counts the author ids in the lists of authors that enrichment has stored anyway, and adds those with conclusive
 * evidence to the scholars of the profile, unless the user rejected them. It sends no request.
 */
export async function countAuthorIds(db: Database, { id, name }: DueProfile): Promise<void> {
  const counter = new AuthorIdCounter(name);
  let after = 0;
  for (;;) {
    const publications = await readAuthorLists(db, id, { after, limit: BATCH });
    for (const { lists } of publications) if (lists) counter.add(lists);
    const last = publications.at(-1);
    if (!last || publications.length < BATCH) break;
    after = last.id;
  }
  await saveAuthorIds(db, id, counter.results());
  for (const { id: scholarId, userId } of await listScholarsOf(db, id))
    await confirmProfiles(db, { userId, scholarId });
}

async function confirmProfiles(db: Database, scholar: { userId: number; scholarId: number }): Promise<void> {
  const { userId, scholarId } = scholar;
  await db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) return;
    for (const one of await listProfiles(tx, userId, scholarId)) {
      const isWanted = one.decision === 'confirmed' || (one.decision === null && isConclusive(one));
      if (isWanted && !one.is_used && one.other_scholar_id === null) await attachProfile(tx, scholar, one);
    }
  });
}
