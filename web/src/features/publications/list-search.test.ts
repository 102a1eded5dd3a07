import { expect, test } from 'vitest';
import { directionOf, queryOf, readListSearch } from './list-search.ts';

test('an empty address shows what is new today, by scholar; all publications begin with the latest arrival, found ones and those of a scholar with the latest year', () => {
  expect(readListSearch({})).toEqual({});
  // `/` alone opens the view at the start
  expect(readListSearch({ view: 'today' })).toEqual({ view: 'today' });
  expect(readListSearch({ view: 'today', q: 'deep' })).toEqual({ view: 'all', q: 'deep' });
  expect(queryOf({})).toEqual({ mode: 'today', sort_by: 'scholar', sort_dir: 'asc' });
  expect(queryOf(readListSearch({ view: 'all' }))).toEqual({ mode: 'all', sort_by: 'first_seen', sort_dir: 'desc' });
  expect(readListSearch({ scholar: 3 })).toEqual({ view: 'all', scholar: 3 });
  for (const filter of [{ scholar: 3 }, { q: 'ice' }]) {
    expect(queryOf(readListSearch(filter))).toMatchObject({ sort_by: 'year', sort_dir: 'desc' });
    expect(readListSearch({ ...filter, sort: 'year' })).toEqual({ view: 'all', ...filter });
    const byArrival = readListSearch({ ...filter, sort: 'first_seen' });
    expect(byArrival).toEqual({ view: 'all', ...filter, sort: 'first_seen' });
    expect(queryOf(byArrival)).toMatchObject({ sort_by: 'first_seen', sort_dir: 'desc' });
  }
});

test('all search parameters reach the query to the service', () => {
  const search = readListSearch({
    view: 'unread',
    scholar: 3,
    q: 'sea ice',
    sort: 'title',
    from: 2001,
    to: 2010,
    open: 9,
  });
  expect(search).toEqual({ view: 'unread', scholar: 3, q: 'sea ice', sort: 'title', from: 2001, to: 2010, open: 9 });
  expect(queryOf(search)).toEqual({
    mode: 'unread',
    scholar_profile_id: 3,
    search: 'sea ice',
    year_from: 2001,
    year_to: 2010,
    sort_by: 'title',
    sort_dir: 'asc',
  });
  expect(queryOf({ view: 'favorites' })).toMatchObject({ mode: 'all', favorite_only: true });
  expect(directionOf({ sort: 'title', dir: 'desc' })).toBe('desc');
});

test('ignores invalid parameters, and reads a number as search text', () => {
  expect(readListSearch({ view: 'x', scholar: -1, sort: 1, dir: 'up', from: 'now', open: 1.5, other: true })).toEqual(
    {},
  );
  expect(readListSearch({ q: 1984 })).toEqual({ view: 'all', q: '1984' });
  expect(readListSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});
