import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { Scholar } from '../../api/shapes.ts';

/** Works and citations by year; asked for anew as works come. */
export const statisticsQuery = ({ id, publication_count }: Scholar) =>
  queryOptions({
    queryKey: ['scholars', id, 'statistics', publication_count],
    queryFn: ({ signal }) => take(api.GET('/api/v1/scholars/{id}/statistics', { params: { path: { id } }, signal })),
    placeholderData: keepPreviousData,
  });
