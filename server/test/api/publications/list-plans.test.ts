import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListQuery } from '../../../src/library/contract.ts';
import { countUnread } from '../../../src/library/count-store.ts';
import { sortingOf } from '../../../src/library/list-publications.ts';
import { type PageWindow, readLibraryPage, readListedIds } from '../../../src/library/page-store.ts';
import { EVERYTHING } from '../../../src/library/predicate.ts';
import { readList } from '../../../src/library/read-list.ts';
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts';
import { compileStatement, type Statement } from '../../support/compile-statement.ts';
import { FREQUENT_WORD, fillLibrary, SELECTIVE_SEARCHES } from '../../support/fill-library.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

/** More than `LARGE_LIBRARY`, so the library has words of its own. */
const PUBLICATIONS = 30_000;
/** A statement that reads as many rows of a table reads more or less all of it. */
const MANY = PUBLICATIONS / 2;
const FIRST_PAGE: PageWindow = { limit: 100, offset: 0 };
const MAX_COUNT = 1000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

let database: Awaited<ReturnType<typeof makeTestDatabase>>;
let connections: ReturnType<typeof connectDatabase>;
let db: Database;
let reader = 0;
let scholar = 0;
beforeAll(async () => {
  database = await makeTestDatabase();
  connections = connectDatabase({
    url: database.url,
    maxConnections: 2,
    name: 'test',
    purpose: 'migration',
    onError: () => undefined,
  });
  const { pool } = connections;
  ({ db } = connections);
  const client = await pool.connect();
  await fillLibrary(client, { publications: PUBLICATIONS, users: 20, readerEntries: PUBLICATIONS }, () => undefined);
  client.release();
  const { rows } = await pool.query<{ reader: number; scholar: number }>(
    `select user_id::int as reader, (array_agg(id order by id))[150]::int as scholar from scholars
     where user_id = (select min(id) from users) group by user_id`,
  );
  ({ reader, scholar } = rows[0] ?? { reader, scholar });
}, 600_000);
afterAll(async () => {
  await connections.close();
  await database.drop();
});

/** The plan of a statement that was run with the settings of the service. */
async function planOf({ sql, parameters }: Statement): Promise<PlanNode> {
  const { rows } = await connections.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${sql}`,
    [...parameters],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('there is no plan');
  return plan;
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The tables of which a plan reads many rows, and whether it sorts as many. */
function costsOf(plan: PlanNode): { wholly: string[]; sorts: boolean } {
  const nodes = nodesOf(plan);
  const rowsOf = (node: PlanNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const wholly = nodes.flatMap((node) => (rowsOf(node) >= MANY ? (node['Relation Name'] ?? []) : []));
  const sorts = nodes.some((node) => node['Node Type'].includes('Sort') && rowsOf(node.Plans?.[0] ?? node) >= MANY);
  return { wholly: [...new Set(wholly)].sort(), sorts };
}

/** The indexes of what a list is read from. */
const OF_A_SOURCE = /^(user_publications|unread|favorites|library_words|listings)_/;

/**
 * How a page with its counts is read: the index that finds its rows, the tables that are read more or less wholly, and
 * whether that much is sorted.
 */
async function costsOfPage(query: Static<typeof ListQuery>, window = FIRST_PAGE) {
  const list = await readList(db, reader, query);
  const { by, direction } = sortingOf(query);
  if (by === 'reading') throw new Error('the reading order has no index');
  const plan = await planOf(
    await compileStatement((bare) => readLibraryPage(bare, reader, list, { by, direction }, window)),
  );
  const named = (part: string) => nodesOf(plan).filter((node) => node['Subplan Name'] === part);
  const indexed = [...named('CTE page'), ...named('CTE found')]
    .flatMap(nodesOf)
    .filter((node) => OF_A_SOURCE.test(node['Index Name'] ?? ''));
  // of two ways to read a page, one is never executed
  const index = (indexed.find((node) => node['Actual Loops'] > 0) ?? indexed[0])?.['Index Name'];
  return { index, ...costsOf(plan) };
}

const NEWEST = 'user_publications_newest';
const WORDS = 'library_words_search';
const NEWEST_WORDS = 'library_words_newest';
const LISTINGS = 'listings_in_order';

/** Lists with the index of their page, and the tables of which the page or its count reads more or less all. */
const LISTS: readonly [query: Static<typeof ListQuery>, index: string, wholly?: readonly string[]][] = [
  [{}, NEWEST],
  [{ mode: 'unread' }, 'unread_newest'],
  [{ mode: 'today' }, 'unread_newest'],
  [{ mode: 'latest' }, 'user_publications_of_run'],
  [{ favorite_only: true }, 'favorites_newest'],
  [{ year_from: 2024 }, NEWEST],
  [{ search: 'year:2020..2024' }, NEWEST],
  [{ search: 'cited:>100' }, NEWEST],
  [{ search: 'added:<7d' }, NEWEST],
  [{ search: 'is:unread' }, 'unread_newest'],
  [{ search: 'is:favorite' }, 'favorites_newest'],
  [{ search: 'is:new' }, 'user_publications_of_run'],
  [{ search: 'has:pdf' }, 'user_publications_by_pdf'],
  [{ search: 'is:now-published' }, 'user_publications_pkey'],
  [{ search: FREQUENT_WORD }, NEWEST_WORDS],
  [{ search: `${FREQUENT_WORD} deba` }, WORDS],
  [{ search: `title:${FREQUENT_WORD}` }, NEWEST_WORDS],
  [{ search: 'author:ba' }, NEWEST_WORDS],
  [{ search: `"${FREQUENT_WORD} deba"` }, WORDS],
  [{ search: `is:unread title:${FREQUENT_WORD} -venue:journal` }, WORDS],
  // what most of the library satisfies must be counted
  [{ search: `-${FREQUENT_WORD}` }, NEWEST_WORDS, ['library_words']],
  [{ search: 'venue:journal' }, NEWEST_WORDS, ['library_words']],
  [{ search: 'is:read' }, NEWEST, ['user_publications']],
  [{ search: 'has:doi' }, NEWEST, ['publications', 'user_publications']],
  [{ search: 'has:abstract' }, NEWEST, ['publication_metadata', 'user_publications']],
  [{ search: `abstract:${FREQUENT_WORD}` }, NEWEST, ['publication_metadata', 'user_publications']],
  [{ search: `${FREQUENT_WORD} or year:2024` }, NEWEST, ['library_words', 'user_publications']],
];

test.each(LISTS)(
  'a page is read from its index, and nothing as large as the library is sorted: %j',
  async (query, index, wholly = []) => {
    expect(await costsOfPage(query)).toEqual({ index, wholly, sorts: false });
  },
);

test.each([FREQUENT_WORD, `${FREQUENT_WORD} deba`, `-${FREQUENT_WORD}`])(
  'many and few publications that a search finds are listed in the same order: %s',
  async (search) => {
    const list = await readList(db, reader, { search });
    const order = { by: 'first_seen', direction: 'desc' } as const;
    const ids = await readListedIds(db, reader, list, order);
    const first = await readLibraryPage(db, reader, list, order, FIRST_PAGE);
    const next = await readLibraryPage(db, reader, list, order, {
      ...FIRST_PAGE,
      after: first.rows.at(-1)?.place ?? null,
    });
    const third = await readLibraryPage(db, reader, list, order, { limit: 100, offset: 200 });
    const pages = [...first.rows, ...next.rows.slice(0, 100), ...third.rows];
    expect(pages.map((row) => row.publication_id)).toEqual(ids.slice(0, 300));
    expect(first.state.totalCount).toBe(ids.length);
  },
);

test("one scholar's publications are found by the listings", async () => {
  for (const query of [{}, { mode: 'unread' } as const])
    expect(await costsOfPage({ ...query, scholar_profile_id: scholar })).toEqual({
      index: LISTINGS,
      wholly: [],
      sorts: false,
    });
  expect(await costsOfPage({ search: `scholar:${scholar}` })).toEqual({ index: LISTINGS, wholly: [], sorts: false });
  const words = { search: FREQUENT_WORD, scholar_profile_id: scholar };
  expect(await costsOfPage(words), 'this index has the scholars, too').toEqual({
    index: WORDS,
    wholly: [],
    sorts: false,
  });
});

const ORDERS = [
  ['first_seen', NEWEST],
  ['title', 'user_publications_by_title'],
  ['year', 'user_publications_by_year'],
  ['citations', 'user_publications_by_citations'],
  ['scholar', 'user_publications_by_scholar'],
  ['pdf_status', 'user_publications_by_pdf'],
] as const;

test.each(ORDERS)('each order has an index, from the beginning and after a cursor: %s', async (by, index) => {
  for (const direction of ['asc', 'desc'] as const) {
    const middle = { limit: 1, offset: PUBLICATIONS / 3 };
    const { rows } = await readLibraryPage(db, reader, { condition: EVERYTHING }, { by, direction }, middle);
    for (const after of [null, rows[0]?.place ?? null])
      expect(await costsOfPage({ sort_by: by, sort_dir: direction }, { ...FIRST_PAGE, after })).toEqual({
        index,
        wholly: [],
        sorts: false,
      });
  }
});

test.each(SELECTIVE_SEARCHES)('the unread count of a view does not read a whole table: %s', async (search) => {
  const list = await readList(db, reader, { search });
  const plan = await planOf(await compileStatement((bare) => countUnread(bare, reader, [list], MAX_COUNT)));
  expect(costsOf(plan)).toEqual({ wholly: [], sorts: false });
});

test.each([
  `abstract:${FREQUENT_WORD}`,
  'abstract:gomas',
  'abstract:gomas title:deba',
  '-abstract:baba',
  '-abstract:gomas',
  'abstract:gomas or year:2024',
])(
  'the unread count of a view is that of its list, with more unread publications than are searched at first: %s',
  async (search) => {
    const list = await readList(db, reader, { mode: 'unread', search });
    const order = { by: 'first_seen', direction: 'desc' } as const;
    const { totalCount } = (await readLibraryPage(db, reader, list, order, { limit: 1, offset: 0 })).state;
    expect(totalCount).toBeGreaterThan(0);
    for (const max of [totalCount - 1, MAX_COUNT, PUBLICATIONS])
      expect(await countUnread(db, reader, [list], max)).toEqual([Math.min(totalCount, max)]);
  },
);
