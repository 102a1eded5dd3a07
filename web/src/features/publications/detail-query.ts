import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { DETAIL_KEY } from './known-publications.ts';
import { withRecentMarks } from './recent-marks.ts';

const WHILE_SEARCHED_MS = 5000;

/** All that is known of one publication; asked for again while its PDF is looked for. */
export function detailQuery(id: number) {
  return queryOptions({
    queryKey: [...DETAIL_KEY, id],
    async queryFn({ signal }) {
      const askedAt = performance.now();
      return withRecentMarks(
        await take(api.GET('/api/v1/publications/{id}', { params: { path: { id } }, signal })),
        askedAt,
      );
    },
    refetchInterval: ({ state }) =>
      state.data?.pdf_status === 'queued' || state.data?.pdf_status === 'running' ? WHILE_SEARCHED_MS : false,
  });
}
