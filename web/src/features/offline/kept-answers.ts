import { hashKey, queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../accounts/session-query.ts';

/** The service worker (`public/sw.js`) has the same names. */
const [KEPT, KEPT_AT] = ['lectern-kept', 'x-kept-at'];

/** When the service sent the list that is shown, if the service worker answered in its place. Otherwise null. */
export const keptAtQuery = queryOptions<string | null>({
  queryKey: ['kept-at'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Notes when answers come from the service worker's cache. Once the service responds again, requests everything shown
 * anew.
 */
export function watchKeptAnswers(): void {
  // the service worker adds this element to a kept page, because the page may contain the list
  const page = document.querySelector<HTMLMetaElement>('meta[name="kept-at"]');
  queryClient.setQueryData(keptAtQuery.queryKey, page?.content ?? null);
  api.use({
    onResponse({ response }) {
      const keptAt = keptAtOf(response);
      if (keptAt !== null) queryClient.setQueryData(keptAtQuery.queryKey, keptAt);
      else if (queryClient.getQueryData(keptAtQuery.queryKey)) refresh();
    },
  });
}

/** When the service sent a response that came from the service worker's cache. Null: it came from the network. */
export function keptAtOf({ headers }: Response): string | null {
  return headers.get(KEPT_AT);
}

function refresh(): void {
  queryClient.setQueryData(keptAtQuery.queryKey, null);
  const session = hashKey(sessionQuery.queryKey);
  // the page stays that of its user, so that a session that has ended is renewed over it
  void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== session });
}

/** Starts the service worker, which then keeps the page, the list and the code in use. */
export function keepForOffline(): void {
  // a browser without room or permission keeps nothing, and everything else works
  startWorker().catch(() => undefined);
}

async function startWorker(): Promise<void> {
  // browsers allow service workers only over TLS and on the same machine
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ kind: 'keep', urls: performance.getEntriesByType('resource').map(({ name }) => name) });
}

/** Deletes the user's data that the service worker has kept. Responses under way cannot add to it any more. */
export async function forgetKept(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(KEPT);
}
