import { urnOf } from '../feeds/read-feed.ts';
import type { Database } from '../platform/database/database.ts';
import { type Paper, readPapers } from './read-list-papers.ts';
import type { ListedRow, OpenedList } from './store.ts';

/** A public list in any format. */
export interface ListDocument {
  /** a URN */
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** the address of the page, relative without a `PUBLIC_URL` */
  readonly url: string;
  readonly isIndexed: boolean;
  /** when its newest paper came into the library, or when the list was published */
  readonly updatedAt: Date;
  readonly papers: readonly Paper[];
}

/** Reads the papers of these rows of a list as all formats write them. Addresses begin with `origin`, which may be empty. */
export async function readDocument(
  db: Database,
  list: OpenedList,
  rows: readonly ListedRow[],
  origin: string,
): Promise<ListDocument> {
  const papers = await readPapers(db, list, rows);
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
