import type { TagColor } from '../../api/shapes.ts';
import { count } from '../count.ts';

const publications = (n: number) => count(n, 'publication', 'publications');

/** Texts of tags. */
export const tagTexts = {
  tags: 'Tags',
  /** before the tags of a row, for screen readers */
  before: 'Tags:',
  more: (n: number) => `+${n}`,
  open: (name: string) => `Show publications with “${name}”`,
  edit: 'Edit tags',
  editSome: (n: number) => `Tags of ${publications(n)}`,
  placeholder: 'Find or create a tag',
  create: (name: string) => `Create “${name}”`,
  some: (n: number, of: number) => `on ${n} of ${of}`,
  hint: 'Enter adds or removes the highlighted tag. Esc closes.',
  found: (n: number) => count(n, 'tag', 'tags'),
  added: (name: string, n: number) => `Added “${name}” to ${publications(n)}.`,
  removed: (name: string, n: number) => `Removed “${name}” from ${publications(n)}.`,
  colors: {
    gray: 'Gray',
    red: 'Red',
    orange: 'Orange',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
  } satisfies Readonly<Record<TagColor, string>>,
  page: {
    title: 'Tags',
    windowTitle: 'Tags · Lectern',
    none: 'No tags yet',
    noneHint: 'To tag a publication, select it in the list and press t.',
    counts: (n: number, unread: number) => (unread === 0 ? publications(n) : `${publications(n)}, ${unread} unread`),
    change: 'Change',
    changeNamed: (name: string) => `Change tag ${name}`,
    changeTitle: 'Change tag',
    name: 'Name',
    color: 'Color',
    save: 'Save',
    merge: (name: string) => `Merge into “${name}”`,
    mergeHint: (from: string, to: string, n: number) =>
      `You already have “${to}”. If you merge them, ${publications(n)} with “${from}” will have “${to}” instead.`,
    merged: (from: string, to: string) => `Merged “${from}” into “${to}”.`,
    delete: 'Delete',
    deleteNamed: (name: string) => `Delete tag ${name}`,
    deleted: (name: string) => `“${name}” deleted.`,
  },
} as const;
