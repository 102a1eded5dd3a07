import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { UserPage } from '../../api/shapes.ts';

/** More than any service of this kind has; who has more is told that there are. */
const PAGE_SIZE = 500;

export const usersQuery = queryOptions({
  queryKey: ['admin', 'users'],
  queryFn: ({ signal }): Promise<UserPage> =>
    take(api.GET('/api/v1/admin/users', { params: { query: { page_size: PAGE_SIZE } }, signal })),
});
