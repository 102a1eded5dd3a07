import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { Scholar } from '../../api/shapes.ts';

const IMPORTING_MS = 3000;
/** Profile pictures are fetched with low priority. */
const PENDING_PICTURES_MS = 20_000;

/** How many scholars a search for a few lists. */
export const MAX_FOUND = 20;
const TYPING_MS = 120;
/** A user with at most this many scholars takes first steps. */
export const MAX_FIRST = 5;

export const scholarsQuery = queryOptions({
  queryKey: ['scholars'],
  queryFn: async ({ signal }): Promise<Scholar[]> => (await unwrap(api.GET('/api/v1/scholars', { signal }))).scholars,
  // refresh often during a first import, and while the user waits for a picture
  refetchInterval({ state: { data } }) {
    if (data?.some((scholar) => isImporting(scholar) || isPictureAwaited(scholar))) return IMPORTING_MS;
    return data?.some((scholar) => scholar.profile_image_state === 'pending') ? PENDING_PICTURES_MS : false;
  },
});

/** One scholar. */
export const scholarQuery = (id: number) =>
  queryOptions({
    queryKey: ['scholars', id],
    queryFn: ({ signal }): Promise<Scholar> =>
      unwrap(api.GET('/api/v1/scholars/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && isImporting(data) ? IMPORTING_MS : false),
  });

/** The first scholars that match a typed text, and one more if there are more than `MAX_FOUND`. */
export const foundScholarsQuery = (text: string) =>
  queryOptions({
    queryKey: ['scholars', 'found', text],
    async queryFn({ signal }): Promise<Scholar[]> {
      if (text !== '') await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      // the next letter cancels this search before it is sent
      signal.throwIfAborted();
      return listScholars({ search: text, limit: MAX_FOUND + 1 }, signal);
    },
    placeholderData: keepPreviousData,
  });

/** The request of {@link firstScholarsQuery}. */
export const firstScholarsPath = `/api/v1/scholars?limit=${MAX_FIRST + 1}`;

/** The scholars of a new user, and one more if there are more than `MAX_FIRST`. */
export const firstScholarsQuery = queryOptions({
  queryKey: ['scholars', 'first'],
  queryFn: ({ signal }): Promise<Scholar[]> => listScholars({ limit: MAX_FIRST + 1 }, signal),
  refetchInterval: ({ state: { data } }) => (data?.some(isImporting) ? IMPORTING_MS : false),
});

async function listScholars(query: { search?: string; limit: number }, signal: AbortSignal): Promise<Scholar[]> {
  return (await unwrap(api.GET('/api/v1/scholars', { params: { query }, signal }))).scholars;
}

/** Whether the first import is queued or in progress. */
export function isImporting({ baseline_completed, crawl }: Scholar): boolean {
  return !baseline_completed && crawl.state !== 'idle';
}

function isPictureAwaited({ profile_image_state, profile_image_source }: Scholar): boolean {
  return profile_image_state === 'pending' && profile_image_source === 'override';
}
