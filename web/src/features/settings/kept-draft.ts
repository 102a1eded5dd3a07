import { useSyncExternalStore } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../accounts/session-query.ts';
import type { Draft } from './draft.ts';

const NOTHING: Draft = {};

// only in memory, because it may hold API keys; it survives leaving the page, but not the tab or the user
let kept: { readonly userId: number | undefined; readonly draft: Draft } = { userId: undefined, draft: NOTHING };
const listeners = new Set<() => void>();

/** The user's unsaved settings. */
export function useKeptDraft(): Draft {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readKept(),
  );
}

export function changeKept(next: (before: Draft) => Draft): void {
  kept = { userId: userId(), draft: next(readKept()) };
  // listen only while there are changes, because some browsers exclude pages with this listener from the back/forward cache
  if (isEmpty(kept.draft)) window.removeEventListener('beforeunload', ask);
  else window.addEventListener('beforeunload', ask);
  for (const listener of listeners) listener();
}

export function isEmpty(draft: Draft): boolean {
  return Object.keys(draft).length === 0;
}

/** Asks before the page unloads with unsaved changes. After signing out there are none. */
function ask(event: BeforeUnloadEvent): void {
  if (!isEmpty(readKept())) event.preventDefault();
}

function readKept(): Draft {
  return kept.userId === userId() ? kept.draft : NOTHING;
}

function userId(): number | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
}
