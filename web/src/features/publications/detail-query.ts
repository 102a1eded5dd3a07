import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { DETAIL_KEY } from './cached-publications.ts';
import { withMarks } from './show-marks.ts';
import { marksSince } from './unconfirmed-marks.ts';

const WHILE_SEARCHING_MS = 5000;

/** The details of one publication, refreshed while its PDF is searched. */
export function detailQuery(id: number) {
  return queryOptions({
    queryKey: [...DETAIL_KEY, id],
    async queryFn({ signal }) {
      const requestedAt = performance.now();
      const detail = await unwrap(api.GET('/api/v1/publications/{id}', { params: { path: { id } }, signal }));
      return withMarks(detail, marksSince(requestedAt));
    },
    refetchInterval: ({ state }) =>
      state.data?.pdf_status === 'queued' || state.data?.pdf_status === 'running' ? WHILE_SEARCHING_MS : false,
  });
}
