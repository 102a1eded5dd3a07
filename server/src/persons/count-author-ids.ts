import type { Database } from '../platform/database/database.ts';
import { AuthorIdCounter } from './author-id-counter.ts';
import { type DueProfile, readAuthorLists, saveAuthorIds } from './store.ts';

/** Publications that are read at once. Other work of the process continues between two reads. */
const BATCH = 200;

/** Counts the author ids in the lists of authors that enrichment has stored anyway. It sends no request. */
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
}
