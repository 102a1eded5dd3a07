import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';

/** The pages that the user wants in the navigation. */
export const navPagesQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => take(api.GET('/api/v1/settings', { signal })),
  select: ({ nav_visible_pages: pages }) => pages,
});
