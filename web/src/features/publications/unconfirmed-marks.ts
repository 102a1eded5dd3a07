import type { Mutation } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import type { Publication } from '../../api/shapes.ts';

export type Marks = Partial<Pick<Publication, 'is_read' | 'is_favorite'>>;

/** The variables of a mutation that marks publications. */
export interface Mark {
  readonly ids: ReadonlySet<number>;
  readonly marks: Marks;
}

/** Key of the mutations that mark publications. Their result is when the service had responded, in `performance.now()`. */
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
    return Object.assign({}, publication, ...marks);
  });
}

/**
 * The values that publications have without a refused mark: those of later marks, or else those from before this mark and before the refused
 * marks that it followed.
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
