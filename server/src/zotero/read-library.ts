import { readKind } from '../names/kinds.ts';
import { citedAuthor, citedItem } from '../portability/citation-files/cited-item.ts';
import type { ImportItems, Item } from '../portability/payload-reader.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../sources/json-fields.ts';
import { readAuthors } from '../sources/record-authors.ts';

const PAGE = 100;
const NO_PAPERS = ['attachment', 'note', 'annotation'];

/** Requests a part of the library. */
export type Ask = (
  path: string,
  query: Readonly<Record<string, string>>,
) => Promise<{ readonly value: unknown; readonly version: number }>;

/**
 * Reads a library of Zotero as items of an import: its items with their tags, and with the notes below them, which come
 * first because Zotero lists them apart. Calls `onItem` with what Zotero says of each, which returns the publication that
 * it is, if that is known.
 */
export async function* readLibrary(
  ask: Ask,
  onItem: (position: number, item: unknown) => number | undefined,
): ImportItems {
  const versions = new Set<number>();
  const readPages = async function* (path: string, query: Readonly<Record<string, string>>) {
    for (let start = 0; ; start += PAGE) {
      const page = { format: 'json', limit: String(PAGE), start: String(start) };
      const { value, version } = await ask(path, { ...query, ...page });
      versions.add(version);
      const items = listOf(value);
      yield items;
      if (items.length < PAGE) return;
    }
  };
  const notes = new Map<string, string[]>();
  for await (const page of readPages('items', { itemType: 'note' }))
    for (const { parentItem, note } of page.map(dataOf)) {
      const parent = textOf(parentItem);
      if (parent !== null && typeof note === 'string') notes.set(parent, [...(notes.get(parent) ?? []), note]);
    }
  let position = 0;
  for await (const page of readPages('items/top', {}))
    yield page.flatMap((item): Item[] => {
      const data = dataOf(item);
      if (NO_PAPERS.includes(String(data.itemType))) return [];
      const key = String(data.key);
      const value = readItem(data, notes.get(key) ?? []);
      const publicationId = onItem(position, item);
      position += 1;
      const place = `The item ${key.slice(0, 20)}`;
      return [{ list: 'publications', position: position - 1, place, value, publicationId }];
    });
  // a page may have begun elsewhere then
  return versions.size === 1 ? {} : { warnings: [CHANGED] };
}

const CHANGED = 'The library changed in Zotero while it was read. Import it again to miss nothing.';

function dataOf(item: unknown): Fields {
  return fieldsOf(fieldsOf(item).data);
}

function readItem(data: Fields, notes: readonly string[]): Fields {
  const first = (...names: readonly string[]) => names.map((name) => textOf(data[name])).find((text) => text !== null);
  const creators = listOf(data.creators).map(fieldsOf);
  const readNames = (types: readonly string[]) =>
    readAuthors(
      creators.filter(({ creatorType }) => types.includes(String(creatorType))),
      (creator) => {
        const { firstName: given, lastName: family, name: literal } = fieldsOf(creator);
        return citedAuthor({ given, family, literal });
      },
    );
  const archiveId = first('archiveID') ?? '';
  const kind = readKind('zotero', data.itemType);
  return citedItem({
    title: data.title,
    authors: readNames(AUTHORS),
    editors: readNames(['editor']),
    date: first('date', 'issueDate'),
    biblio: {
      type: kind,
      container: first(...(kind === 'book' ? ['series'] : CONTAINERS)),
      publisher: first('publisher', 'university', 'institution', 'repository', 'company'),
      volume: data.volume,
      issue: first('issue', 'reportNumber', 'patentNumber'),
      pages: data.pages,
      issn: [first('ISSN')],
      isbn: [first('ISBN')],
    },
    identifiers: [
      ['doi', data.DOI],
      ['arxiv', /^arxiv:/i.test(archiveId) ? archiveId : null],
    ],
    addresses: [data.url],
    keywords: listOf(data.tags).map((one) => textOf(fieldsOf(one).tag) ?? ''),
    notes: [...(textOf(data.extra)?.split('\n') ?? []), ...notes],
    key: data.citationKey,
  });
}

const CONTAINERS = ['publicationTitle', 'proceedingsTitle', 'bookTitle', 'seriesTitle', 'websiteTitle'];
const AUTHORS = ['author', 'inventor', 'programmer', 'artist', 'director', 'presenter', 'podcaster', 'contributor'];
