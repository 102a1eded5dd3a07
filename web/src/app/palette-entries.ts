import type { SavedView, Scholar } from '../api/shapes.ts';
import { nameOf } from '../features/scholars/order-scholars.ts';
import { commandTexts } from '../texts/en/commands.ts';
import { type Actions, COMMAND_IDS, commandOf } from '../ui/commands.ts';
import { formatNumber } from '../ui/format.ts';
import { matchWords, type Words, wordsOf } from './match-words.ts';

const MAX_SCHOLARS = 20;
const NO_KEYS: readonly string[] = [];

/** One line of the palette. */
export interface Entry {
  readonly id: string;
  /** the heading above it */
  readonly group: string;
  readonly name: string;
  readonly note: string | null;
  readonly keys: readonly string[];
  readonly words: Words;
  run(): void;
}

/** The commands that are available, in the order of the table. */
export function entriesOfCommands(actions: Actions): Entry[] {
  return COMMAND_IDS.flatMap((id) => {
    const { group, keys, onlyByKey } = commandOf(id);
    const run = actions[id];
    if (!run || onlyByKey) return [];
    const name = commandTexts.names[id];
    const words = wordsOf(`${name} ${commandTexts.also[id] ?? ''}`);
    return { id, group: commandTexts.groups[group], name, note: null, keys, words, run };
  });
}

/** The scholars. They show their publications. */
export function entriesOfScholars(scholars: readonly Scholar[], show: (id: number) => void): Entry[] {
  return scholars.map((scholar) => {
    const { id, unread_count: unread } = scholar;
    const name = nameOf(scholar);
    return {
      id: `scholar-${id}`,
      group: commandTexts.palette.scholars,
      name,
      note: unread > 0 ? commandTexts.palette.unread(formatNumber(unread)) : null,
      keys: NO_KEYS,
      words: wordsOf(name),
      run: () => show(id),
    };
  });
}

/** The saved views. */
export function entriesOfViews(views: readonly SavedView[], show: (view: SavedView) => void): Entry[] {
  return views.map((view) => ({
    id: `view-${view.id}`,
    group: commandTexts.groups.views,
    name: view.name,
    note: null,
    keys: NO_KEYS,
    words: wordsOf(view.name),
    run: () => show(view),
  }));
}

/** Searches the publications for what was typed. It follows all other entries. */
export function entryOfSearch(typed: string, search: (q: string) => void): Entry {
  const { search: group, searchFor } = commandTexts.palette;
  return {
    id: 'search-for',
    group,
    name: searchFor(typed),
    note: null,
    keys: NO_KEYS,
    words: [],
    run: () => search(typed),
  };
}

/** The entries that match what was typed, grouped. The best match is first, and its group too. */
export function findEntries(
  typed: string,
  commands: readonly Entry[],
  scholars: readonly Entry[],
): readonly (readonly Entry[])[] {
  const words = wordsOf(typed);
  // without a search, there are only commands
  if (words.length === 0) return group(commands);
  const found = [...rank(words, commands), ...rank(words, scholars).slice(0, MAX_SCHOLARS)];
  return group(found.sort((one, other) => one.score - other.score).map(({ entry }) => entry));
}

function rank(words: Words, entries: readonly Entry[]): { readonly entry: Entry; readonly score: number }[] {
  return entries
    .flatMap((entry) => {
      const score = matchWords(words, entry.words);
      return score === null ? [] : { entry, score };
    })
    .sort((one, other) => one.score - other.score);
}

/** The groups are in the order of their first entries. */
function group(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups.values()];
}
