import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const PROFILE = 'AAAAAAAAAAA1';
const TITLE = 'A correction to the theory of tidal basins';
const [one, two] = ['one000000001', 'two000000002'].map((code) => `${PROFILE}:${code}`);
/** Two publications of one profile with the same title, year and author. */
const PAGE = [
  makeRow(`${one}`, { title: TITLE, venue: 'Journal of One' }),
  makeRow(`${two}`, { title: TITLE, venue: 'Journal of Two' }),
];
const ONLY_TWO_IS_MARKED = [
  ['Journal of One', false, false],
  ['Journal of Two', true, true],
];

interface Listed {
  readonly publications: readonly {
    readonly publication_id: number;
    readonly venue_text: string;
    readonly is_read: boolean;
    readonly is_favorite: boolean;
  }[];
}

async function listMarks(user: Client) {
  const { publications }: Listed = await user.ok('GET', '/publications');
  return publications.map(({ venue_text, is_read, is_favorite }) => [venue_text, is_read, is_favorite]).sort();
}

async function firstScholar(user: Client): Promise<number> {
  const { scholars } = await user.ok('GET', '/scholars');
  return scholars[0]?.id ?? 0;
}

test.each([
  { order: 'first', page: [...PAGE].reverse() },
  { order: 'last', page: PAGE },
])('an imported mark goes to the row that the file names, if the page lists that row $order', async ({ page }) => {
  const { db, newUser } = await openService();
  const user = await newUser('reader');
  const item = { scholar_id: PROFILE, title: TITLE, author_text: 'A Author', year: 2020, row_keys: [two] };
  const publications = [{ ...item, venue_text: 'Journal of Two', is_read: true, is_favorite: true }];
  await user.ok('POST', '/scholars/import', { body: { scholars: [{ scholar_id: PROFILE }], publications } });
  await savePageOf(db, await firstScholar(user), page);
  expect(await listMarks(user)).toEqual(ONLY_TWO_IS_MARKED);
});

test('rows that one profile lists separately keep their own marks in another installation', async () => {
  const first = await openService();
  const user = await first.newUser('one');
  await savePageOf(first.db, await track(first.db, user.userId, PROFILE), PAGE);
  const { publications }: Listed = await user.ok('GET', '/publications');
  const id = publications.find(({ venue_text }) => venue_text === 'Journal of Two')?.publication_id;
  await user.ok('POST', '/publications/mark-read', { body: { publication_ids: [id] } });
  await user.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: true } });
  const file = await user.ok('GET', '/scholars/export');

  const second = await openService();
  const other = await second.newUser('two');
  await other.ok('POST', '/scholars/import', { body: file });
  expect(await listMarks(other)).toEqual(ONLY_TWO_IS_MARKED);
  await savePageOf(second.db, await firstScholar(other), PAGE);
  expect(await listMarks(other), 'after the crawl').toEqual(ONLY_TWO_IS_MARKED);
  await other.ok('POST', '/scholars/import', { body: file });
  expect(await listMarks(other), 'after a second import').toEqual(ONLY_TWO_IS_MARKED);
});

test('two items of one profile stay two publications, and items of co-authors become one', async () => {
  const { newUser } = await openService();
  const user = await newUser('reader');
  const other = 'BBBBBBBBBBB2';
  const item = { title: TITLE, author_text: 'A Author', year: 2020, cluster_id: 'cluster:1' };
  const publications = [
    { ...item, scholar_id: PROFILE, venue_text: 'Journal of One', row_keys: [one] },
    { ...item, scholar_id: PROFILE, venue_text: 'Journal of Two', row_keys: [two], is_read: true, is_favorite: true },
    { ...item, scholar_id: other, row_keys: [`${other}:one`] },
    // the same row once more
    { ...item, scholar_id: PROFILE, title: `${TITLE} of the sea`, doi: '10.1000/other', row_keys: [two] },
  ];
  const file = { scholars: [{ scholar_id: PROFILE }, { scholar_id: other }], publications };
  expect(await user.ok('POST', '/scholars/import', { body: file })).toMatchObject({
    publications_created: 2,
    links_created: 3,
  });
  expect(await listMarks(user)).toEqual(ONLY_TWO_IS_MARKED);
  const { publications: seen } = await user.ok('GET', '/publications');
  expect(seen.map(({ scholars }: { scholars: unknown[] }) => scholars.length).sort()).toEqual([1, 2]);
  expect(await user.ok('POST', '/scholars/import', { body: file })).toMatchObject({
    publications_created: 0,
    links_created: 0,
    links_updated: 0,
  });
});

test('entries of a column match only by their keys', async () => {
  const { db, newUser } = await openService();
  const [crawler, importer] = [await newUser('crawler'), await newUser('importer')];
  const column = { title: 'Reading the tide tables', year: 2020, authors: 'A Author', venue: 'Tidal Record' };
  const rows = [makeRow(one ?? '', column), makeRow(two ?? '', { ...column, year: 2021 })];
  await savePageOf(db, await track(db, crawler.userId, PROFILE), rows);
  const other = 'BBBBBBBBBBB2';
  const item = { scholar_id: other, title: column.title, author_text: column.authors, venue_text: column.venue };
  const publications = [
    { ...item, year: 2020, row_keys: [`${other}:spring`] },
    { ...item, year: 2020, row_keys: [`${other}:autumn`] },
    { ...item, year: 2021, row_keys: [two] },
  ];
  const file = { scholars: [{ scholar_id: other }], publications };
  expect(await importer.ok('POST', '/scholars/import', { body: file })).toMatchObject({
    publications_created: 2,
    links_created: 3,
  });
  // without a second entry it is an article of that title
  const [first] = publications;
  const single = { ...file, publications: [{ ...first, row_keys: [] }] };
  const reader = await newUser('reader');
  expect(await reader.ok('POST', '/scholars/import', { body: single })).toMatchObject({ publications_created: 0 });
});
