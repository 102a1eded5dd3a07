import { expect, test } from 'vitest';
import { type Facts, findChanges } from './facts.ts';
import type { DiscoveredRow } from './match-rows.ts';
import { storableRow } from './storable-row.ts';

const row: DiscoveredRow = {
  key: 'A:1',
  workKey: null,
  title: 'Title',
  authors: 'A Author',
  venue: 'Venue',
  year: 2020,
  citations: 5,
  url: 'https://example.org/',
};
const facts: Facts = {
  title: 'Title',
  author_text: 'A Author',
  venue_text: null,
  year: 2020,
  citation_count: 5,
  origin_key: 'source:A:1',
  citation_key: null,
  imported_fields: [],
};
const changeOf = (change: Partial<DiscoveredRow>, old: Partial<Facts> = {}) =>
  findChanges(
    'source',
    [{ row: { ...row, venue: null, ...change }, publicationId: 7 }],
    new Map([[7, { ...facts, ...old }]]),
  ).get(7);

test('a work that nothing but imports knew is the row’s, but for what the row leaves open', () => {
  const imported_fields = ['title', 'citation_count', 'author_text', 'venue_text', 'year', 'pub_url', 'identifiers'];
  const old = {
    origin_key: null,
    imported_fields,
    title: 'Of a file',
    author_text: 'F',
    venue_text: 'Of a file',
    year: 1999,
    citation_count: 77,
  };
  expect(changeOf({ year: null, citations: null }, old)).toEqual({
    ...facts,
    venue_text: 'Of a file',
    year: 1999,
    citation_count: 0,
    imported_fields: ['venue_text', 'year', 'identifiers'],
  });
});

test('the row that made the work changes its text, and never empties it', () => {
  expect(changeOf({})).toBeUndefined();
  expect(changeOf({ title: 'New', citations: 3 })).toEqual({ ...facts, title: 'New', citation_count: 3 });
  expect(changeOf({ authors: null, year: null, citations: null })).toBeUndefined();
});

test('another row fills gaps and raises the count', () => {
  const other = { key: 'B:1', title: 'Other', authors: 'B', year: 1999, citations: 2 };
  expect(changeOf(other)).toBeUndefined();
  expect(changeOf({ ...other, venue: 'Found', citations: 9 })).toEqual({
    ...facts,
    venue_text: 'Found',
    citation_count: 9,
    citation_key: 'source:B:1',
  });
  expect(changeOf(other, { author_text: null, year: null })).toEqual({ ...facts, author_text: 'B', year: 1999 });
});

test('two rows of one work add up', () => {
  const rows = [
    { ...row, venue: 'V' },
    { ...row, key: 'B:1', citations: 8 },
  ].map((one) => ({ row: one, publicationId: 7 }));
  expect(findChanges('source', rows, new Map([[7, facts]])).get(7)).toEqual({
    ...facts,
    venue_text: 'V',
    citation_count: 8,
    citation_key: 'source:B:1',
  });
  expect(findChanges('source', rows, new Map()).size).toBe(0);
});

test('of rows that count differently the one that counts most is shown, however often they are crawled', () => {
  const pages = [
    [{ ...row, citations: 7 }],
    [{ ...row, key: 'B:1', citations: 12 }],
    [
      { ...row, key: 'C:1', citations: 9 },
      { ...row, citations: 7 },
    ],
  ];
  const crawl = (old: Facts, page: readonly DiscoveredRow[]) =>
    findChanges(
      'source',
      page.map((one) => ({ row: one, publicationId: 7 })),
      new Map([[7, old]]),
    ).get(7) ?? old;
  const shown = pages.reduce(crawl, { ...facts, venue_text: 'Venue' });
  expect(shown).toMatchObject({ citation_count: 12, citation_key: 'source:B:1' });
  for (const page of pages) expect(crawl(shown, page)).toBe(shown);
  const fallen = crawl(shown, [{ ...row, key: 'B:1', citations: 8 }]);
  expect(fallen.citation_count).toBe(8);
  expect(pages.slice(2).reduce(crawl, fallen)).toMatchObject({ citation_count: 9, citation_key: 'source:C:1' });
});

test('a row with what PostgreSQL refuses is made storable', () => {
  const bad = {
    ...row,
    title: 'a\0b\ud800',
    authors: 'x'.repeat(100_000),
    venue: '\udfff',
    year: 99_999_999_999,
    citations: Number.NaN,
    url: '\0',
  };
  expect(storableRow(bad)).toEqual({
    ...row,
    title: 'ab\ufffd',
    authors: 'x'.repeat(4000),
    venue: '\ufffd',
    year: null,
    citations: 0,
    url: '',
  });
  expect(storableRow({ ...row, citations: 1e12, year: 2020.5 })).toMatchObject({
    citations: 10_000_000,
    year: null,
  });
  expect(storableRow(row)).toEqual(row);
});
