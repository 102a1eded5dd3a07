import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the entry before is the list without the publication beside it */
    isOpenedHere?: boolean;
  }
}

/**
 * Opens a publication beside the list, and closes it. One entry of the browser's history is made for however many are read one after the other,
 * and none is left when they are closed.
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
          state: ({ isOpenedHere = false }) => ({ isOpenedHere: isOpen ? isOpenedHere : true }),
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
