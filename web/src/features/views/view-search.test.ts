import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SavedView } from '../../api/shapes.ts';
import { readListSearch, SORTS, VIEWS } from '../publications/list-search.ts';
import { isChanged, searchOf, viewOf } from './view-search.ts';

const listSearch = fc
  .record(
    {
      view: fc.constantFrom(...VIEWS),
      q: fc.constantFrom('deep', 'year:2020.. or "x"'),
      scholar: fc.integer({ min: 1, max: 9 }),
      from: fc.integer({ min: 1, max: 2030 }),
      to: fc.integer({ min: 1, max: 2030 }),
      sort: fc.constantFrom(...SORTS),
      dir: fc.constantFrom('asc', 'desc'),
    },
    { requiredKeys: [] },
  )
  .map(readListSearch);

test('a view of any list opens the same list', () => {
  fc.assert(
    fc.property(listSearch, fc.constantFrom('titles', 'abstracts'), (search, density) => {
      const view: SavedView = { id: 7, name: 'x', position: 1, ...viewOf(search, density) };
      const opened = searchOf(view);
      expect(opened).toMatchObject({ saved: 7, layout: density });
      expect(viewOf(opened, 'titles')).toEqual(viewOf(search, density));
      expect([isChanged(view, opened), isChanged(view, search)]).toEqual([false, false]);
      expect(isChanged(view, { ...opened, q: 'other' })).toBe(true);
    }),
  );
});

test.each([
  [
    { mode: 'unread', favorite_only: true, search: 'deep' },
    { view: 'unread', q: 'deep is:favorite' },
  ],
  [
    { mode: 'today', scholar_profile_id: 3 },
    { view: 'unread', q: 'added:<14d', scholar: 3 },
  ],
  [{ mode: 'new' }, { view: 'latest' }],
  [{}, { view: 'all' }],
] as const)('%j of another client opens as %j', (parameters, search) => {
  const view: SavedView = { id: 7, name: 'x', position: 1, layout: 'titles', parameters };
  expect(searchOf(view)).toEqual({ ...search, saved: 7, layout: 'titles' });
});
