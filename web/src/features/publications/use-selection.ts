import { useCallback, useRef, useState } from 'react';
import type { Publication, PublicationQuery } from '../../api/shapes.ts';
import { loadedOf } from './cached-publications.ts';

/** Selected publications by id, as they were when selected. Null outside of selection mode. */
export type Selected = ReadonlyMap<number, Publication> | null;

interface Selection {
  readonly selected: Selected;
  /** Selects one or the opposite; or with `isRange` all from the one before to this one. */
  select(publication: Publication, isRange: boolean): void;
  /** Selects more, and enters selection mode. */
  add(publications: readonly Publication[]): void;
  /** Enters or leaves selection mode. */
  toggleSelecting(): void;
  end(): void;
}

/** The selection in one list. Another list starts without one, because its rows may not include the selected ones. */
export function useSelection(list: string, query: PublicationQuery): Selection {
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
  const add = useCallback(
    (publications: readonly Publication[]) =>
      setState((before) => {
        const known = before.list === list ? (before.selected ?? []) : [];
        return {
          list,
          selected: new Map([...known, ...publications.map((one) => [one.publication_id, one] as const)]),
        };
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
  // where the range begins that a click with Shift ends
  const anchor = useRef<number>(undefined);
  const select = useCallback(
    (publication: Publication, isRange: boolean) => {
      const loaded = loadedOf(query);
      const [from = -1, to = -1] = [anchor.current, publication.publication_id].map((id) =>
        loaded.findIndex((one) => one.publication_id === id),
      );
      anchor.current = publication.publication_id;
      if (isRange && from >= 0) add(loaded.slice(Math.min(from, to), Math.max(from, to) + 1));
      else toggle(publication);
    },
    [query, add, toggle],
  );
  return { selected, select, add, toggleSelecting, end };
}
