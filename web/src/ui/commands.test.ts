import { expect, test } from 'vitest';
import { COMMAND_IDS, capsOf, commandOf, commandsWithKey, type Group, listKeys, titleWithKey } from './commands.ts';

const EVERYWHERE: readonly Group[] = ['views', 'pages', 'general'];

function keysIn(place: Group): string[] {
  return COMMAND_IDS.map(commandOf)
    .filter(({ group }) => group === place || EVERYWHERE.includes(group))
    .flatMap(({ keys }) => keys);
}

test.each(['reading', 'profiles'] as const)('no key has two commands: %s', (place) => {
  const keys = keysIn(place);
  expect(keys.length).toBeGreaterThan(10);
  expect(keys).toEqual([...new Set(keys)]);
  // the first key of a sequence would run its own command
  for (const first of keys.filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]))
    expect(keys).not.toContain(first);
});

test('the key sheet has every command with a key, once', () => {
  const listed = listKeys(true).flatMap(({ ids }) => ids);
  expect(listed.toSorted()).toEqual(COMMAND_IDS.filter((id) => commandOf(id).keys.length > 0).toSorted());
});

test('the key sheet leaves out what only administrators may do', () => {
  const [all, users] = [true, false].map((isAdmin) => listKeys(isAdmin).flatMap(({ ids }) => ids));
  expect(all?.filter((id) => !users?.includes(id))).toEqual(['goAdmin']);
});

test('a key may belong to a command in each place', () => {
  expect(commandsWithKey('j')).toEqual(['next', 'nextProfile']);
  expect(commandsWithKey('z')).toEqual([]);
});

test('names keys as they are on the keyboard', () => {
  expect(['g p', 'N', 'Ctrl+k', 'Meta+k', 'Escape', '?', '/'].map(capsOf)).toEqual([
    ['g', 'p'],
    ['Shift', 'N'],
    ['Ctrl', 'K'],
    ['⌘', 'K'],
    ['Esc'],
    ['?'],
    ['/'],
  ]);
});

test('a tooltip has the first key, if there is one', () => {
  expect(titleWithKey('openPdf', 'Open PDF')).toBe('Open PDF (p)');
  expect(titleWithKey('goSettings', 'Settings')).toBe('Settings');
});
