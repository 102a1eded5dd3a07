import { useNavigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { setRead } from './marks.ts';
import { OpenPublication } from './open-publication.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** whether the previous history entry is the list without open details */
    isOpenedHere?: boolean;
  }
}

/** Opens on a click on a link, unless the browser opens a new tab or downloads: then it returns false. */
export function openHere(event: MouseEvent, open: () => void): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  open();
  return true;
}

/** The paper that the reader wanted to open last. */
let latestWanted: object | null = null;

/**
 * Opens and closes the details of a publication. Reading several in a row adds one history entry, and closing them
 * removes it.
 */
export function useDetail(): {
  /** Opens a publication. `read` is then marked as read. */
  openDetail(id: number, read?: Publication): void;
  closeDetail(): void;
} {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(
    () => ({
      openDetail: (id, read) => {
        const wanted = { id, address: location.href };
        latestWanted = wanted;
        OpenPublication.whenLoaded(() => {
          // before the code was there, the reader went elsewhere or wanted another paper
          if (latestWanted !== wanted || location.href !== wanted.address) return;
          if (read) setRead(read, true);
          const isOpen = router.state.location.search.open !== undefined;
          void navigate({
            to: '/',
            search: (before) => ({ ...before, open: id }),
            replace: isOpen,
            state: ({ row, isOpenedHere = false }) => ({ row, isOpenedHere: isOpen ? isOpenedHere : true }),
          });
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
