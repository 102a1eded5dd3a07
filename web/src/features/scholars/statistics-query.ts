import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { Scholar } from '../../api/shapes.ts';

/** Publications and citations by year. Requested again when the number of publications changes. */
export const statisticsQuery = ({ id, publication_count }: Scholar) =>
  queryOptions({
    queryKey: ['scholars', id, 'statistics', publication_count],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/scholars/{id}/statistics', { params: { path: { id } }, signal })),
    placeholderData: keepPreviousData,
  });
