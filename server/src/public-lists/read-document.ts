import { urnOf } from '../feeds/read-feed.ts';
import type { Database } from '../platform/database/database.ts';
import { readPapers } from './read-list-papers.ts';
import type { OpenedList } from './store.ts';
import type { ListDocument } from './write-page.ts';

/**
 * Reads a list as all formats write it. Addresses begin with `origin`; if it is empty, they are relative.
 * @throws Problem as `readSelection`
 */
export async function readDocument(db: Database, list: OpenedList, origin: string): Promise<ListDocument> {
  const papers = await readPapers(db, list);
  const newest = papers.reduce<Date>(
    (latest, { firstSeenAt }) => (firstSeenAt > latest ? firstSeenAt : latest),
    new Date(0),
  );
  return {
    id: urnOf(list.libraryUid, `public list ${list.id}`),
    name: list.name,
    text: list.options.text,
    url: `${origin}/p/${list.slug}`,
    isIndexed: list.options.is_indexed,
    updatedAt: papers.length === 0 ? list.createdAt : newest,
    papers,
  };
}
