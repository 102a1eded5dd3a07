import { useSyncExternalStore } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../accounts/session-query.ts';
import type { Draft } from './draft.ts';

const NOTHING: Draft = {};

// in memory alone, since it may hold keys: it outlives the page of the settings, not the tab, and is nobody else's
let kept: { readonly userId: number | undefined; readonly draft: Draft } = { userId: undefined, draft: NOTHING };
const listeners = new Set<() => void>();

/** What the user changed in the settings and has not saved. */
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
  // listened for only while there is something to lose: a page that listens always is not kept by every browser when one goes back
  if (isEmpty(kept.draft)) window.removeEventListener('beforeunload', ask);
  else window.addEventListener('beforeunload', ask);
  for (const listener of listeners) listener();
}

export function isEmpty(draft: Draft): boolean {
  return Object.keys(draft).length === 0;
}

/** Who has signed out goes without a question. */
function ask(event: BeforeUnloadEvent): void {
  if (!isEmpty(readKept())) event.preventDefault();
}

function readKept(): Draft {
  return kept.userId === userId() ? kept.draft : NOTHING;
}

function userId(): number | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
}
