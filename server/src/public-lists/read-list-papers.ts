import { readCited } from '../citations/citation-store.ts';
import { giveKeys } from '../citations/cite-keys.ts';
import { type CitationItem, fullName, type KeyedItem } from '../citations/item.ts';
import { makeItem } from '../citations/make-item.ts';
import { readListedIds } from '../library/page-store.ts';
import { allOf, excludesUnknown, hasKind, type List } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import { compareNames, readPerson } from '../names/same-person.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { invalidValue } from '../platform/errors.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { beginExport } from '../portability/export-store.ts';
import { type ListedRow, type OpenedList, readListed } from './store.ts';

/** Some megabytes as a page. Longer lists end after so many. */
const MAX_PAPERS = 5000;
/** Other requests go on between two of them. */
const BATCH = 250;

/** A publication as strangers see it: its citation, and nothing that its user said of it. */
export interface Paper extends KeyedItem {
  /** which of the authors are scholars whom the user tracks */
  readonly ownAuthors: ReadonlySet<number>;
  readonly pdfUrl: string | null;
  readonly isPinned: boolean;
  readonly firstNumber: number;
  readonly firstSeenAt: Date;
}

/**
 * What the list selects. The mode of a view does not count, as in feeds.
 * @throws Problem `validation_error` if it would show what its user has read or noted, or leaves out an unknown tag;
 * `scholar_not_found`
 */
export async function readSelection(db: Queries, opened: OpenedList): Promise<List> {
  const { scope, scholarId, tagId, parameters, userId, options } = opened;
  const list = await readList(db, userId, {
    ...(parameters === null ? {} : { ...parameters, mode: 'all' as const }),
    ...(scope === 'favorites' ? { favorite_only: true } : {}),
    ...(scholarId === null ? {} : { scholar_profile_id: scholarId }),
  });
  if (hasKind(list.condition, 'unread', 'latest', 'note', 'has note')) {
    const sentence =
      'This view shows what you have read or noted. Publish a view without is:unread, is:read, is:new and notes.';
    throw invalidValue('view_id', 'selects by what you have read or noted', sentence);
  }
  // the user hides papers with "-tag:private": without the tag, strangers would see them
  if (excludesUnknown(list.condition)) {
    const sentence = 'This view leaves out a tag or a scholar that you do not have. Correct its search first.';
    throw invalidValue('view_id', 'leaves out an unknown tag or scholar', sentence);
  }
  const { year_from: from, year_to: to } = options;
  const conditions = [
    ...(tagId === null ? [] : [{ kind: 'tags', ids: [tagId] } as const]),
    ...(from === null && to === null ? [] : [{ kind: 'year', from, to } as const]),
  ];
  return { ...list, condition: allOf(list.condition, ...conditions) };
}

/** What a list has, in the order of its years, before anything is read of the papers. @throws Problem as `readSelection` */
export async function readRows(db: Database, list: OpenedList): Promise<readonly ListedRow[]> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const direction = list.options.order === 'newest' ? 'desc' : 'asc';
    const selected = await readSelection(tx, list);
    return readListed(tx, list, await readListedIds(tx, list.userId, selected, { by: 'year', direction }, MAX_PAPERS));
  });
}

/** The papers of these rows, the pinned ones first. */
export async function readPapers(db: Database, list: OpenedList, rows: readonly ListedRow[]): Promise<Paper[]> {
  const { kinds, has_bold_names: hasBoldNames } = list.options;
  const items = await db.transaction().execute((tx) => readItems(tx, rows));
  const keys = await giveKeys(db, list.userId, items);
  const isOwn = ownNames();
  const papers = rows.flatMap((row): Paper[] => {
    const item = items.get(row.id);
    if (!item || (kinds !== 'all' && (item.kind === 'article') !== (kinds === 'preprints'))) return [];
    const own = item.authors.flatMap((name, at) => (hasBoldNames && isOwn(fullName(name), row.scholars) ? [at] : []));
    return [{ ...item, ...factsOf(row), key: keys.get(row.id) ?? '', ownAuthors: new Set(own) }];
  });
  const pinned = rows.filter(({ place }) => place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  const places = new Map(pinned.map(({ first_number }, at) => [first_number, at]));
  const placeOf = ({ firstNumber }: Paper) => places.get(firstNumber) ?? places.size;
  return papers.sort((a, b) => placeOf(a) - placeOf(b));
}

const factsOf = ({ place, pdf_url, first_number, first_seen_at }: ListedRow) => ({
  isPinned: place !== null,
  pdfUrl: pdf_url === null ? null : (usableUrl(pdf_url)?.href ?? null),
  firstNumber: first_number,
  firstSeenAt: first_seen_at,
});

/** The citations of publications by their ids. */
async function readItems(tx: Tx, rows: readonly ListedRow[]): Promise<Map<number, CitationItem>> {
  const items = new Map<number, CitationItem>();
  await beginExport(tx);
  for (let at = 0; at < rows.length; at += BATCH) {
    const ids = rows.slice(at, at + BATCH).map(({ id }) => id);
    for (const one of await readCited(tx, ids, null)) items.set(one.id, makeItem(one));
  }
  return items;
}

/** Tells whether an author's name is that of one of the scholars. Each name is read, and each pair compared, once. */
function ownNames(): (author: string, scholars: readonly string[]) => boolean {
  const persons = new Map<string, ReturnType<typeof readPerson>>();
  const pairs = new Map<string, boolean>();
  const personOf = (name: string) => remembered(persons, name, () => readPerson({ name, family: null }));
  return (author, scholars) =>
    scholars.some((scholar) =>
      remembered(
        pairs,
        `${author}\n${scholar}`,
        () => compareNames(personOf(author), personOf(scholar)) === 'compatible',
      ),
    );
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}
