import { count } from '../count.ts';

const publications = (n: number) => count(n, 'publication', 'publications');

/** Texts of rules. */
export const ruleTexts = {
  title: 'Rules',
  windowTitle: 'Rules · Lectern',
  intro: 'A rule acts once on each new publication that matches its search. It does not change what you already have.',
  add: 'Add rule',
  none: 'No rules yet',
  noneHint: 'A rule can tag new publications, and mark them as read or favorite.',
  enabled: (name: string) => `Enable rule ${name}`,
  off: 'Off',
  does: {
    tag: 'Tag',
    read: 'Mark as read',
    favorite: 'Add to favorites',
    nothing: 'Does nothing, because its tags were deleted.',
  },
  acted: (n: number) => (n === 0 ? 'No publications yet' : publications(n)),
  change: 'Change',
  changeNamed: (name: string) => `Change rule ${name}`,
  undo: (n: number) => `Undo for ${publications(n)}`,
  undoNamed: (name: string, n: number) => `Undo for ${publications(n)}: rule ${name}`,
  undone: (name: string, n: number) =>
    n === 0 ? `Nothing to undo for “${name}”: another rule set the same.` : `Undid “${name}” for ${publications(n)}.`,
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete rule ${name}`,
  deleted: (name: string) => `“${name}” deleted. Its tags and marks stay.`,
  form: {
    add: 'Add rule',
    change: 'Change rule',
    name: 'Name',
    search: 'Search',
    clearSearch: 'Clear search',
    effects: 'For new publications that match',
    tags: 'Add tags',
    tagsHint: 'Type a name and press Enter.',
    removeTag: (name: string) => `Remove tag ${name}`,
    markRead: 'Mark as read',
    markFavorite: 'Add to favorites',
    noEffect: 'Choose at least one thing to do.',
    save: 'Save',
  },
  preview: {
    title: 'Preview',
    count: (n: number, days: number) =>
      n === 0
        ? `Matches nothing of the last ${days} days.`
        : `Would have acted on ${publications(n)} of the last ${days} days.`,
    more: (n: number) => `The newest ${n} are shown.`,
    empty: 'Enter a search to see what it matches.',
    seen: (who: string, day: string) => `${who} · ${day}`,
  },
  /** in the details of a publication: what is left of a rule's effects */
  by: 'Rule',
  effects: (tags: readonly string[], isRead: boolean, isFavorite: boolean) => {
    const parts = [
      ...(tags.length > 0 ? [`tagged it ${tags.map((tag) => `“${tag}”`).join(', ')}`] : []),
      ...(isRead ? ['marked it as read'] : []),
      ...(isFavorite ? ['added it to favorites'] : []),
    ];
    return `${parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`}.`;
  },
} as const;
