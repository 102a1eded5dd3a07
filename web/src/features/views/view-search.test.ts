import { expect, test } from 'vitest';
import type { SavedView } from '../../api/shapes.ts';
import { readListSearch, SORTS, VIEWS } from '../publications/list-search.ts';
import { isChanged, searchOf, viewOf } from './view-search.ts';

const FILTERS = [{}, { q: 'year:2020.. or "x"' }, { scholar: 3, from: 2000, to: 2030 }, { dir: 'asc' }];

test('a view of any list opens the same list', () => {
  const lists = VIEWS.flatMap((view) =>
    [undefined, ...SORTS].flatMap((sort) => FILTERS.map((filter) => readListSearch({ view, sort, ...filter }))),
  );
  for (const search of lists) {
    const view: SavedView = { id: 7, name: 'x', position: 1, ...viewOf(search, 'abstracts') };
    const opened = searchOf(view);
    expect(opened).toMatchObject({ saved: 7, layout: 'abstracts' });
    expect(viewOf(opened, 'titles')).toEqual(viewOf(search, 'abstracts'));
    expect([isChanged(view, opened), isChanged(view, search)]).toEqual([false, false]);
    expect(isChanged(view, readListSearch({ ...opened, q: 'other' }))).toBe(true);
  }
});

test.each([
  [
    { mode: 'unread', favorite_only: true, search: 'deep' },
    { view: 'unread', q: 'deep is:favorite', sort: 'first_seen' },
  ],
  [
    { mode: 'today', scholar_profile_id: 3 },
    { view: 'unread', q: 'added:<14d', scholar: 3, sort: 'first_seen' },
  ],
  [{ mode: 'new' }, { view: 'latest' }],
  [{}, { view: 'all' }],
] as const)('%j of another client opens as %j', (parameters, search) => {
  const view: SavedView = { id: 7, name: 'x', position: 1, layout: 'titles', parameters };
  expect(searchOf(view)).toEqual({ ...search, saved: 7, layout: 'titles' });
});
