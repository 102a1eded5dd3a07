import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { UserPage } from '../../api/shapes.ts';

/** Few servers have more users. The page says so if there are more. */
const PAGE_SIZE = 500;

export const usersQuery = queryOptions({
  queryKey: ['admin', 'users'],
  queryFn: ({ signal }): Promise<UserPage> =>
    unwrap(api.GET('/api/v1/admin/users', { params: { query: { page_size: PAGE_SIZE } }, signal })),
});
