import { expect, test } from 'vitest';
import type { Scholar } from '../api/shapes.ts';
import { COMMAND_IDS } from '../ui/commands.ts';
import { entriesOfCommands, entriesOfScholars, entryOfSearch, findEntries } from './palette-entries.ts';

const nothing = () => undefined;
const all = entriesOfCommands(Object.fromEntries(COMMAND_IDS.map((id) => [id, nothing])));

const scholar = (id: number, display_name: string | null, unread_count = 0) =>
  ({ id, display_name, scholar_id: `id${id}`, unread_count }) as Scholar;

const find = (typed: string, scholars: readonly Scholar[] = []) =>
  findEntries(typed, all, entriesOfScholars(scholars, nothing)).map((entries) => [
    entries[0]?.group,
    ...entries.map(({ name }) => name),
  ]);

test('offers only what is available, in the order of the table', () => {
  const offered = entriesOfCommands({ undo: nothing, favorite: nothing, openPdf: null, next: nothing });
  expect(offered.map(({ id }) => id)).toEqual(['favorite', 'undo']);
});

test('lists commands by group, and no scholars, before anything is typed', () => {
  expect(find(' ', [scholar(1, 'Ada Lovelace')]).map(([group]) => group)).toEqual([
    'Publications',
    'Profiles of a scholar',
    'Views',
    'Pages',
    'General',
  ]);
});

test('puts the group of the best match first', () => {
  expect(find('un')).toEqual([
    ['Views', 'Unread'],
    ['General', 'Undo'],
    ['Publications', 'Mark as read or unread'],
  ]);
});

test('finds commands by other words for them', () => {
  expect(find('log out')).toEqual([['General', 'Sign out']]);
});

test('finds scholars by name, or by id before the first crawl', () => {
  const scholars = [scholar(1, 'Jürgen Müller', 1200), scholar(2, null)];
  expect(find('mull', scholars)).toEqual([['Scholars', 'Jürgen Müller']]);
  expect(find('id2', scholars)).toEqual([['Scholars', 'id2']]);
  const shown: number[] = [];
  const [entry] = entriesOfScholars(scholars, (id) => shown.push(id));
  entry?.run();
  expect([entry?.note, shown]).toEqual(['1,200 unread', [1]]);
});

test('finds among 600 scholars in less than 50 ms, and shows 20 of them', () => {
  const scholars = Array.from({ length: 600 }, (_, n) => scholar(n, `Ada Maria${n} von Lovelace-Müller`));
  const entries = entriesOfScholars(scholars, nothing);
  const start = performance.now();
  const found = findEntries('mul lov', all, entries);
  expect(performance.now() - start).toBeLessThan(50);
  expect(found.map(({ length }) => length)).toEqual([20]);
});

test('searches for exactly what was typed', () => {
  const searched: string[] = [];
  entryOfSearch('Graphs & trees', (q) => searched.push(q)).run();
  expect(searched).toEqual(['Graphs & trees']);
});
