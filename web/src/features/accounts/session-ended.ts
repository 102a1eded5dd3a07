import { focusManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, onSessionEnd, onTokenRejected, rememberCsrfToken, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from './session-query.ts';

let isOver = false;
const listeners = new Set<() => void>();

function setOver(next: boolean): void {
  isOver = next;
  // an unfocused query client sends no automatic requests until the user signs in
  focusManager.setFocused(next ? false : undefined);
  for (const listener of listeners) listener();
}

// a visitor without a session goes to the sign-in page; a user whose session ends stays here and keeps typed text
onSessionEnd(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey)) setOver(true);
});

// after a sign-in in another tab, the same user continues here with the new session; for another user the page reloads
onTokenRejected(async () => {
  try {
    const session = await unwrap(api.GET('/api/v1/auth/me'));
    const before = queryClient.getQueryData(sessionQuery.queryKey);
    if (before && before.user.id !== session.user.id) {
      location.reload();
      return false;
    }
    rememberCsrfToken(session.csrf_token);
    return true;
  } catch {
    // the caller shows why the change was refused
    return false;
  }
});

export function resumeSession(): void {
  setOver(false);
}

/** Whether the session has ended, so that requests wait until the user signs in again. */
export function useIsSessionOver(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOver,
    () => false,
  );
}
