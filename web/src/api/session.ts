import { focusManager } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import type { Session } from './shapes.ts';

export interface KnownSession extends Session {
  /** whether the service has ended it while a page was open */
  readonly isOver?: boolean;
}

export const SESSION_KEY = ['session'] as const;

/** The session in the query cache: null for a visitor, undefined before it was requested. */
export function knownSession(): KnownSession | null | undefined {
  return queryClient.getQueryData<KnownSession | null>(SESSION_KEY);
}

/** Stores a new session. Its CSRF token is used from now on, and automatic requests continue. */
export function startSession(session: Session): void {
  queryClient.setQueryData<KnownSession | null>(SESSION_KEY, session);
  focusManager.setFocused(undefined);
}

/**
 * Notes that the session has ended. The page stays with what the user typed. The router redirects a visitor without a
 * session.
 */
export function noteSessionEnd(): void {
  const session = knownSession();
  if (!session) return;
  const ended: KnownSession = { ...session, isOver: true };
  queryClient.setQueryData<KnownSession | null>(SESSION_KEY, ended);
  // an unfocused query client sends no automatic requests
  focusManager.setFocused(false);
}
