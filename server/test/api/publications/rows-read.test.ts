import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter } from '../../../src/library/page-filter-store.ts';
import type { Sorting } from '../../../src/library/page-order-store.ts';
import { type PageWindow, readLibraryPage } from '../../../src/library/page-store.ts';
import { compileStatement } from '../../support/compile-statement.ts';
import { fillLibrary } from '../../support/fill-library.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

const [FEW, MANY] = [5000, 50_000];
const NEWEST: Sorting = { by: 'first_seen', direction: 'desc' };
const FIRST_PAGE: PageWindow = { limit: 100, offset: 0 };

interface List {
  readonly name: string;
  readonly filter?: Filter;
  readonly sorting?: Sorting;
}

const orders = (['title', 'year', 'citations', 'scholar', 'pdf_status'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((direction): List => ({ name: `by ${by} ${direction}`, sorting: { by, direction } })),
);
const LISTS: readonly List[] = [
  { name: 'newest first' },
  ...orders,
  { name: 'unread', filter: { unread: true } },
  { name: 'favorites', filter: { favorite: true } },
  { name: 'what is new', filter: { latest: true } },
];

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const closing: (() => Promise<void>)[] = [];
let few: pg.Client;
let many: pg.Client;
beforeAll(async () => {
  few = await openLibrary(FEW);
  many = await openLibrary(MANY);
}, 600_000);
afterAll(async () => {
  for (const close of closing) await close();
});

/** A library of this many publications, all of which the first user has. */
async function openLibrary(works: number): Promise<pg.Client> {
  const database = await makeTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  closing.push(async () => {
    await client.end();
    await database.drop();
  });
  await fillLibrary(client, { works, users: 20, readerEntries: works }, () => undefined);
  return client;
}

/** The rows that PostgreSQL reads from tables and indexes for the first page of a list. */
async function countRowsRead(client: pg.Client, list: List): Promise<number> {
  const { rows: users } = await client.query<{ id: number }>('select min(id)::int as id from users');
  const { sql, parameters } = await compileStatement((db) =>
    readLibraryPage(db, users[0]?.id ?? 0, list.filter ?? {}, list.sorting ?? NEWEST, FIRST_PAGE),
  );
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${sql}`, [
    ...parameters,
  ]);
  const count = (node: PlanNode): number => {
    const read = node['Relation Name'] === undefined ? 0 : node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    return read * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, one) => sum + count(one), 0);
  };
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('there is no plan');
  return count(plan);
}

test.each(LISTS)('the rows that PostgreSQL reads for a page do not grow with the library: $name', async (list) => {
  const before = await countRowsRead(few, list);
  // a page shows a hundred publications; the names of all scholars are read to order by them
  expect(before).toBeGreaterThan(100);
  expect((await countRowsRead(many, list)) - before).toBeLessThan((MANY - FEW) / 20);
});
