import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** Publications that several users said are not by a person. */
export const rejectedQuery = queryOptions({
  queryKey: ['admin', 'rejected-publications'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/v1/admin/rejected-publications', { signal }))).rejected_publications,
});
