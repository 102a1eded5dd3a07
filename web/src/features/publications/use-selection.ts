import { useCallback, useState } from 'react';
import type { Publication } from '../../api/shapes.ts';

/** What is selected, by id, as it was then; null while nothing can be. */
export type Selected = ReadonlyMap<number, Publication> | null;

interface Selection {
  readonly selected: Selected;
  toggle(publication: Publication): void;
  /** Begins to select, or ends it. */
  toggleSelecting(): void;
  end(): void;
}

/** A selection is of one list: in another view it would be of rows that one does not see. */
export function useSelection(list: string): Selection {
  const [state, setState] = useState<{ readonly list: string; readonly selected: Selected }>({ list, selected: null });
  const selected = state.list === list ? state.selected : null;
  const toggle = useCallback(
    (publication: Publication) =>
      setState((before) => {
        const after = new Map(before.list === list ? before.selected : null);
        if (!after.delete(publication.publication_id)) after.set(publication.publication_id, publication);
        return { list, selected: after };
      }),
    [list],
  );
  const end = useCallback(() => setState({ list, selected: null }), [list]);
  const toggleSelecting = useCallback(
    () =>
      setState((before) => ({
        list,
        selected: before.list === list && before.selected !== null ? null : new Map(),
      })),
    [list],
  );
  return { selected, toggle, toggleSelecting, end };
}
