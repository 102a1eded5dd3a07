import { formatNumber } from '../../ui/format.ts';

interface Counts {
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly kept: number;
  readonly deleted: number;
  readonly failed: number;
}

const part = (n: number, what: string) => (n === 0 ? [] : [`${formatNumber(n)} ${what}`]);

/** "12 publications: 3 added, 9 unchanged." */
function describeCounts(
  { total, added, changed, unchanged, kept, deleted, failed }: Counts,
  words: { readonly added: string; readonly changed: string },
): string {
  const parts = [
    ...part(added, words.added),
    ...part(changed, words.changed),
    ...part(unchanged, 'unchanged'),
    ...part(kept, 'left alone (changed in Zotero)'),
    ...part(deleted, 'left out (deleted in Zotero)'),
    ...part(failed, 'refused by Zotero'),
  ];
  const whole = `${formatNumber(total)} ${total === 1 ? 'publication' : 'publications'}`;
  return parts.length === 0 ? `${whole}.` : `${whole}: ${parts.join(', ')}.`;
}

/** Texts about Zotero. */
export const zoteroTexts = {
  title: 'Zotero',
  hint: 'Keep lists in collections of your Zotero library, or import the library. Lectern never deletes anything in Zotero.',
  key: 'Zotero API key',
  keyHint: 'Create a key with access to your library on zotero.org. Allow write access to keep lists there.',
  createKey: 'Create a key',
  keyAddress: 'https://www.zotero.org/settings/keys/new',
  connect: 'Connect',
  connected: (name: string) => `Connected to Zotero as ${name}.`,
  account: (name: string) => `Connected as ${name}`,
  reaches: 'Libraries that the key reaches',
  canWrite: 'read and write',
  readOnly: 'read only',
  replaceKey: 'Replace key…',
  keepKey: 'Keep the key',
  disconnect: 'Disconnect…',
  disconnectTitle: 'Disconnect Zotero?',
  disconnectConfirm: 'Disconnect',
  disconnectLost: ['The key. Nothing is pushed to Zotero until you enter another one.'],
  disconnectKept: ['Everything in Zotero, and the list of your collections here.'],
  disconnected: 'Zotero disconnected.',

  syncs: 'Lists in Zotero',
  none: 'No lists in Zotero yet.',
  scopes: { favorites: 'Favorites', scholar: 'Scholar', view: 'View', tag: 'Tag' },
  inLibrary: (scope: string, library: string) => `${scope}, in ${library}`,
  states: { new: 'Not pushed yet', pushing: 'Pushing…', stopped: 'Stopped' },
  pushedAt: (when: string) => `Pushed ${when}`,
  result: (counts: Counts) => describeCounts(counts, { added: 'added', changed: 'changed' }),
  previewOf: (counts: Counts) =>
    `Preview: ${describeCounts(counts, { added: 'would be added', changed: 'would be changed' })}`,
  preview: 'Preview',
  previewNamed: (name: string) => `Preview the push of ${name}`,
  push: 'Push now',
  pushNamed: (name: string) => `Push now: ${name}`,
  remove: 'Remove…',
  removeNamed: (name: string) => `Remove ${name} from the lists in Zotero`,
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeConfirm: 'Remove',
  removeLost: ['The list is no longer pushed to Zotero.'],
  removeKept: ['The collection and its items in Zotero.'],
  removed: (name: string) => `“${name}” removed.`,

  source: 'List',
  library: 'Zotero library',
  create: 'Add list',
  created: (name: string) => `“${name}” added. Push it when you are ready; after that it is pushed once a day.`,

  importTitle: 'Import from Zotero',
  importHint:
    'Adds the papers of a Zotero library with their tags and notes. You see a preview before anything changes.',
  import: 'Import my Zotero library',
  importing: { dryRun: 'Reading the library…', apply: 'Importing…' },
} as const;
