import { useNavigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** whether the previous history entry is the list without open details */
    isOpenedHere?: boolean;
  }
}

/** Opens on a click on a link, unless the browser opens a new tab or downloads. */
export function openHere(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}

/**
 * Opens and closes the details of a publication. Reading several in a row adds one history entry, and closing them
 * removes it.
 */
export function useDetail(): { openDetail(id: number): void; closeDetail(): void } {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(
    () => ({
      openDetail(id) {
        const isOpen = router.state.location.search.open !== undefined;
        void navigate({
          to: '/',
          search: (before) => ({ ...before, open: id }),
          replace: isOpen,
          state: ({ row, isOpenedHere = false }) => ({ row, isOpenedHere: isOpen ? isOpenedHere : true }),
        });
      },
      closeDetail() {
        if (router.state.location.state.isOpenedHere) router.history.back();
        else void navigate({ to: '/', search: (before) => ({ ...before, open: undefined }), replace: true });
      },
    }),
    [navigate, router],
  );
}
