import { useCallback, useEffect, useRef } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { detailQuery } from './detail-query.ts';
import { OpenPublication } from './open-publication.ts';

/** How long the pointer must rest on a row. Moving across rows fetches nothing. */
const HOVER_MS = 100;

/** Prefetches the details of the publication under the pointer, which the user is likely to open. */
export function usePrefetchDetail(): (id: number | undefined) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((id) => {
    clearTimeout(timer.current);
    if (id === undefined) return;
    timer.current = setTimeout(() => {
      void queryClient.prefetchQuery(detailQuery(id));
      void OpenPublication.preload();
    }, HOVER_MS);
  }, []);
}
