import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** The user's public lists, the oldest first, and whether the server has public lists at all. */
export const publicListsQuery = queryOptions({
  queryKey: ['public-lists'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/public-lists', { signal })),
});

/** The public lists of all users. */
export const allPublicListsQuery = queryOptions({
  queryKey: ['admin', 'public-lists'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/admin/public-lists', { signal })),
});
