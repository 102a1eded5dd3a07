import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/**
 * The authors with whom a scholar wrote most. Tracking a scholar invalidates it, because its key begins like that of
 * the scholars.
 */
export const coAuthorsQuery = (scholarId: number) =>
  queryOptions({
    queryKey: ['scholars', scholarId, 'co-authors'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: scholarId } };
      return (await unwrap(api.GET('/api/v1/scholars/{id}/co-authors', { params, signal }))).co_authors;
    },
  });
