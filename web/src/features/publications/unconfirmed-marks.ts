import type { Mutation } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import type { Publication } from '../../api/shapes.ts';
import { isSameName, sortTags, tagNamed } from '../tags/tags-query.ts';

/** What is set or removed, by name. A tag is a mark, too. */
export type Marks = Readonly<Partial<Record<'is_read' | 'is_favorite' | `tag:${string}`, boolean>>>;

const TAG = 'tag:';

/** A publication with its marks changed. */
export function withMarks<P extends Publication>(publication: P, marks: Marks): P {
  let { is_read, is_favorite, tags } = publication;
  for (const [name, value] of Object.entries(marks)) {
    if (name === 'is_read') is_read = value ?? is_read;
    else if (name === 'is_favorite') is_favorite = value ?? is_favorite;
    else if (value !== undefined) tags = withTag(tags, nameOfTag(name), value);
  }
  return { ...publication, is_read, is_favorite, tags };
}

/** Whether a mark is a tag. */
export function isTag(mark: string): boolean {
  return mark.startsWith(TAG);
}

/** The name of the tag that a mark sets. */
export function nameOfTag(mark: string): string {
  return mark.slice(TAG.length);
}

function withTag(tags: Publication['tags'], name: string, isSet: boolean): Publication['tags'] {
  const others = tags.filter((tag) => !isSameName(tag.name, name));
  return isSet ? sortTags([...others, tagNamed(name)]) : others;
}

/** The variables of a mutation that marks publications. */
export interface Mark {
  readonly ids: ReadonlySet<number>;
  readonly marks: Marks;
}

/**
 * Key of the mutations that mark publications. Their result is when the service had responded, in `performance.now()`.
 */
export const MARK_KEY = ['publications', 'mark'] as const;

/** Sets the marks that the service may not have known when a response was requested (`performance.now()`). */
export function withUnconfirmedMarks<P extends Publication>(publications: readonly P[], requestedAt: number): P[] {
  const unconfirmed = marksInOrder().filter(
    ({ state: { status, data } }) => status === 'pending' || (data !== undefined && data >= requestedAt),
  );
  return publications.map((publication) => {
    const marks = unconfirmed.flatMap(({ state: { variables: mark } }) =>
      mark?.ids.has(publication.publication_id) ? mark.marks : [],
    );
    return marks.reduce(withMarks, publication);
  });
}

/**
 * The values that publications have without a refused mark: those of later marks, or else those from before this mark
 * and before the refused marks that it followed.
 */
export function valuesWithout(refused: Mark): (id: number) => Marks {
  const inOrder = marksInOrder();
  const names = Object.keys(refused.marks) as (keyof Marks)[];
  const shownValue = (name: keyof Marks, id: number) => {
    let value: boolean | undefined;
    for (const { state } of inOrder) {
      const mark = state.variables;
      const marked = mark?.ids.has(id) ? mark.marks[name] : undefined;
      if (marked === undefined) continue;
      if (mark === refused || state.status === 'error') value ??= !marked;
      else value = state.status === 'pending' ? marked : undefined;
    }
    return value;
  };
  return (id) => Object.fromEntries(names.map((name) => [name, shownValue(name, id)]));
}

/** Forgets refused marks if no mark is under way that could follow them. */
export function forgetRefused(): void {
  if (marksInOrder().some(({ state }) => state.status === 'pending')) return;
  const cache = queryClient.getMutationCache();
  for (const refused of cache.findAll({ mutationKey: MARK_KEY, status: 'error' })) cache.remove(refused);
}

/** The mutation cache keeps mutations in the order in which they were made. */
function marksInOrder() {
  // all mutations with this key have the same types
  return queryClient.getMutationCache().findAll({ mutationKey: MARK_KEY }) as unknown as Mutation<
    number,
    Error,
    Mark
  >[];
}
