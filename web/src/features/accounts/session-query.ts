import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import { type KnownSession, knownSession, SESSION_KEY } from '../../api/session.ts';

/** The signed-in user's session, or null. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  async queryFn(): Promise<KnownSession | null> {
    try {
      return await unwrap(api.GET('/api/v1/auth/me'));
    } catch (error) {
      // a known session has ended
      if (error instanceof ApiError && error.status === 401) return knownSession() ?? null;
      throw error;
    }
  },
});

/** Whether the signed-in user is an administrator. */
export const isAdminQuery = queryOptions({ ...sessionQuery, select: (session) => session?.user.is_admin === true });

/** Whether the user must replace a temporary password before anything else. */
export const mustChoosePasswordQuery = queryOptions({
  ...sessionQuery,
  select: (session) => session?.password_change_required === true,
});

/** Whether the session has ended, so that requests wait until the user signs in again. */
export const isSessionOverQuery = queryOptions({ ...sessionQuery, select: (session) => session?.isOver === true });
