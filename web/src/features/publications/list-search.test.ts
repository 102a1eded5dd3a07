import { expect, test } from 'vitest';
import { directionOf, queryOf, readListSearch } from './list-search.ts';

test('an address without anything is the newest of all', () => {
  expect(readListSearch({})).toEqual({});
  expect(queryOf({})).toEqual({ mode: 'all', sort_by: 'first_seen', sort_dir: 'desc' });
});

test('an address says everything, and the service is asked for it', () => {
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

test('what no list knows is passed over, and a search for a number is one', () => {
  expect(readListSearch({ view: 'x', scholar: -1, sort: 1, dir: 'up', from: 'now', open: 1.5, other: true })).toEqual(
    {},
  );
  expect(readListSearch({ q: 1984 })).toEqual({ q: '1984' });
  expect(readListSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});
