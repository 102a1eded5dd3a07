import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { OpenSession } from '../../api/shapes.ts';

/** The user's sessions: the current one first, then the most recently used. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }): Promise<OpenSession[]> => {
    const { sessions } = await unwrap(api.GET('/api/v1/auth/sessions', { signal }));
    return sessions.sort(
      (one, other) =>
        Number(other.is_current) - Number(one.is_current) || other.last_seen_at.localeCompare(one.last_seen_at),
    );
  },
});
