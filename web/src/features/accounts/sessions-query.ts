import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { OpenSession } from '../../api/shapes.ts';

/** Where the user is signed in, this session first, then what was used last. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }): Promise<OpenSession[]> => {
    const { sessions } = await take(api.GET('/api/v1/auth/sessions', { signal }));
    return sessions.sort(
      (one, other) =>
        Number(other.is_current) - Number(one.is_current) || other.last_seen_at.localeCompare(one.last_seen_at),
    );
  },
});
