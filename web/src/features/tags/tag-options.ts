import type { Tag } from '../../api/shapes.ts';
import { foldName, isSameName } from './tags-query.ts';

/** A tag to choose, or one to create. */
export interface TagOption extends Pick<Tag, 'name' | 'color'> {
  readonly isNew: boolean;
  /** how many of the publications have it */
  readonly count: number;
}

/**
 * The tags whose names have a word that begins with the typed text. Without a text: all, those of the publications
 * first. If no tag has exactly the typed name, the last option creates it.
 */
export function listOptions(
  typed: string,
  known: readonly Pick<Tag, 'name' | 'color'>[],
  publications: readonly { readonly tags: readonly Pick<Tag, 'name'>[] }[],
): TagOption[] {
  const text = foldName(typed);
  const options = known
    .filter(({ name }) => ` ${foldName(name)}`.includes(` ${text}`))
    .map(({ name, color }) => ({
      name,
      color,
      isNew: false,
      count: publications.filter(({ tags }) => tags.some((tag) => isSameName(tag.name, name))).length,
    }));
  if (text === '') return options.sort((a, b) => Number(b.count > 0) - Number(a.count > 0));
  if (known.some(({ name }) => isSameName(name, typed)))
    return options.sort((a, b) => Number(isSameName(b.name, typed)) - Number(isSameName(a.name, typed)));
  return [...options, { name: typed.trim().replace(/\s+/g, ' '), color: 'gray', isNew: true, count: 0 }];
}
