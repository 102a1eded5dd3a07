import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, rememberCsrfToken, unwrap } from '../../api/client.ts';
import type { Session } from '../../api/shapes.ts';

/** The signed-in user's session, or null. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  async queryFn(): Promise<Session | null> {
    try {
      const session = await unwrap(api.GET('/api/v1/auth/me'));
      rememberCsrfToken(session.csrf_token);
      return session;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Whether the signed-in user is an administrator. */
export const isAdminQuery = queryOptions({ ...sessionQuery, select: (session) => session?.user.is_admin === true });
