import { focusManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, rememberCsrfToken, take, whenSessionEnds, whenTokenIsRefused } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from './session-query.ts';

let isOver = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isOver = next;
  // nothing is asked again by itself until somebody is signed in: no query is looked at, so to say
  focusManager.setFocused(next ? false : undefined);
  for (const listener of listeners) listener();
}

// who was never signed in is sent to the page for that; who was stays where they are, with what they typed
whenSessionEnds(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey)) change(true);
});

// somebody signed in in another tab: the same user goes on here with the new session, and nothing of another's is mixed with what is shown
whenTokenIsRefused(async () => {
  try {
    const session = await take(api.GET('/api/v1/auth/me'));
    const before = queryClient.getQueryData(sessionQuery.queryKey);
    if (before && before.user.id !== session.user.id) {
      location.reload();
      return false;
    }
    rememberCsrfToken(session.csrf_token);
    return true;
  } catch {
    // why the change was refused is told to who asked for it
    return false;
  }
});

export function sessionGoesOn(): void {
  change(false);
}

/** Whether the session that was there has ended, so that everything waits for its user to sign in again. */
export function useIsSessionOver(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOver,
  );
}
