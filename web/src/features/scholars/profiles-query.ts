import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { ScholarProfile } from '../../api/shapes.ts';

/** A scholar's profiles at other sources. */
export const profilesQuery = (scholarId: number) =>
  queryOptions({
    queryKey: ['scholars', scholarId, 'profiles'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: scholarId } };
      return (await unwrap(api.GET('/api/v1/scholars/{id}/profiles', { params, signal }))).profiles;
    },
  });

/** Confirms or rejects a profile for the user; null takes the decision back. */
export async function decideProfile(
  scholarId: number,
  { source, id }: ScholarProfile,
  decision: ScholarProfile['decision'],
): Promise<void> {
  const params = { path: { id: scholarId } };
  const body = { source, id, decision };
  const { profiles } = await unwrap(api.PUT('/api/v1/scholars/{id}/profiles', { params, body }));
  queryClient.setQueryData(profilesQuery(scholarId).queryKey, profiles);
}
