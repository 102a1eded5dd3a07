import { expect, test } from 'vitest';
import type { Scholar } from '../../api/shapes.ts';
import { orderScholars } from './order-scholars.ts';
import { readScholarsSearch } from './scholars-search.ts';

const scholar = (name: string, unread: number, checked: string | null) =>
  ({
    scholar_id: `id-${unread}`,
    display_name: name,
    affiliation: 'Universität Altbruck',
    unread_count: unread,
    last_run_dt: checked,
  }) as Scholar;

const SCHOLARS = [
  scholar('Ada', 1, '2026-11-20T10:00:00Z'),
  scholar('Jürgen Müller', 7, null),
  scholar('Zoë', 3, '2026-11-01T10:00:00Z'),
];

const names = (search: Parameters<typeof orderScholars>[1]) =>
  orderScholars(SCHOLARS, search).map(({ display_name }) => display_name);

test('sorts by name, by unread publications, and by last check', () => {
  expect(names({})).toEqual(['Ada', 'Jürgen Müller', 'Zoë']);
  expect(names({ order: 'unread' })).toEqual(['Jürgen Müller', 'Zoë', 'Ada']);
  expect(names({ order: 'checked' })).toEqual(['Jürgen Müller', 'Zoë', 'Ada']);
  expect(SCHOLARS.map(({ display_name }) => display_name)).toEqual(['Ada', 'Jürgen Müller', 'Zoë']);
});

test('each word must match, ignoring accents and case', () => {
  expect(names({ q: 'muller ALTBRUCK' })).toEqual(['Jürgen Müller']);
  expect(names({ q: 'muller ada' })).toEqual([]);
});

test('reads only valid search parameters', () => {
  expect(readScholarsSearch({ name: ' x ', order: 'size', q: 12, view: 'all' })).toEqual({ q: '12' });
  expect(readScholarsSearch({ name: ' Ada ', order: 'unread' })).toEqual({ name: 'Ada', order: 'unread' });
  expect(readScholarsSearch({ order: 'name', q: '' })).toEqual({});
});
