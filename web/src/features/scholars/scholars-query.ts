import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { Scholar } from '../../api/shapes.ts';

const WHILE_READ_MS = 3000;
/** Pictures of profiles come when Google Scholar has time for them: nobody waits for one. */
const WHILE_PICTURES_COME_MS = 20_000;

export const scholarsQuery = queryOptions({
  queryKey: ['scholars'],
  queryFn: async ({ signal }): Promise<Scholar[]> => (await take(api.GET('/api/v1/scholars', { signal }))).scholars,
  // the first crawl of a scholar is followed as it goes on, and so is a picture that was asked for
  refetchInterval({ state: { data } }) {
    if (data?.some((scholar) => isBeingRead(scholar) || isPictureAwaited(scholar))) return WHILE_READ_MS;
    return data?.some((scholar) => scholar.profile_image_state === 'pending') ? WHILE_PICTURES_COME_MS : false;
  },
});

/** Whether the profile is still being read for the first time, or waits for it. */
export function isBeingRead({ baseline_completed, crawl }: Scholar): boolean {
  return !baseline_completed && crawl.state !== 'idle';
}

function isPictureAwaited({ profile_image_state, profile_image_source }: Scholar): boolean {
  return profile_image_state === 'pending' && profile_image_source === 'override';
}
