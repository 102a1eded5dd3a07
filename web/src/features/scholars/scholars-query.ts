import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { Scholar } from '../../api/shapes.ts';

const IMPORTING_MS = 3000;
/** Profile pictures are fetched with low priority. */
const PENDING_PICTURES_MS = 20_000;

export const scholarsQuery = queryOptions({
  queryKey: ['scholars'],
  queryFn: async ({ signal }): Promise<Scholar[]> => (await unwrap(api.GET('/api/v1/scholars', { signal }))).scholars,
  // refresh often during a first import, and while the user waits for a picture
  refetchInterval({ state: { data } }) {
    if (data?.some((scholar) => isImporting(scholar) || isPictureAwaited(scholar))) return IMPORTING_MS;
    return data?.some((scholar) => scholar.profile_image_state === 'pending') ? PENDING_PICTURES_MS : false;
  },
});

/** Whether the first import is queued or in progress. */
export function isImporting({ baseline_completed, crawl }: Scholar): boolean {
  return !baseline_completed && crawl.state !== 'idle';
}

function isPictureAwaited({ profile_image_state, profile_image_source }: Scholar): boolean {
  return profile_image_state === 'pending' && profile_image_source === 'override';
}
