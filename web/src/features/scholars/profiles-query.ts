import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { ScholarProfile } from '../../api/shapes.ts';
import { scholarsQuery } from './scholars-query.ts';

const FIRST_CHECK_MS = 5000;

/** A scholar's profiles, refreshed while one waits for its first check. */
export const profilesQuery = (scholarId: number) =>
  queryOptions({
    queryKey: ['scholars', scholarId, 'profiles'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: scholarId } };
      return (await unwrap(api.GET('/api/v1/scholars/{id}/profiles', { params, signal }))).profiles;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, crawled_at, next_crawl_at }) => state === 'confirmed' && !crawled_at && next_crawl_at)
        ? FIRST_CHECK_MS
        : false,
  });

/**
 * Confirms or rejects a profile for the user; null takes the decision back. `id` may also be the address of the
 * profile.
 * @throws ApiError `main_profile`, `profile_of_another_scholar`, `invalid_scholar`
 */
export async function decideProfile(
  scholarId: number,
  { source, id }: Pick<ScholarProfile, 'source' | 'id'>,
  decision: ScholarProfile['decision'],
): Promise<void> {
  const params = { path: { id: scholarId } };
  const body = { source, id, decision };
  const { profiles } = await unwrap(api.PUT('/api/v1/scholars/{id}/profiles', { params, body }));
  const { queryKey } = profilesQuery(scholarId);
  // a list that is loading may still have the old decision
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, profiles);
  void queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey, exact: true });
  void queryClient.invalidateQueries({ queryKey: ['publications'] });
}

/** The scholar that has the profile already, if that is why the service refused it. */
export function ownerOf(error: Error | null): number | null {
  if (!(error instanceof ApiError) || error.code !== 'profile_of_another_scholar') return null;
  const { details } = error;
  if (typeof details !== 'object' || details === null || !('scholar_profile_id' in details)) return null;
  return typeof details.scholar_profile_id === 'number' ? details.scholar_profile_id : null;
}
