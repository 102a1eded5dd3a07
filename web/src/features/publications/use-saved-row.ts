import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the first row in view of the list */
    row?: number;
  }
}

/** Browsers limit how often a page may change its history. */
const AT_REST_MS = 150;

/** The row at which the user left the list in this history entry. A new entry starts at the top. */
export function useSavedRow(): number {
  return useRouter().latestLocation.state.row ?? 0;
}

/** Saves the first row in view in the history entry, so that going back and reloading return to it. */
export function useSaveRow(row: number | undefined): void {
  const router = useRouter();
  // the list may be in several entries, with and without open details
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    if (row === undefined) return;
    const timer = setTimeout(() => {
      const { pathname, state } = router.latestLocation;
      // the next page may still be loading
      if (pathname !== '/' || state.__TSR_key !== entry || (state.row ?? 0) === row) return;
      void router.navigate({
        to: '/',
        search: (before) => before,
        state: (before) => ({ ...before, row }),
        replace: true,
        resetScroll: false,
      });
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, [row, entry, router]);
}
