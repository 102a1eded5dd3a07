import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { PdfQueue } from '../../api/shapes.ts';
import type { PdfState } from '../admin/admin-search.ts';

export const PAGE_SIZE = 50;
const WHILE_BUSY_MS = 4000;
const KEY = ['admin', 'pdf-queue'];

/** A page of the PDF searches, refreshed while one of them is queued or running. */
export function pdfQueueQuery({ status, page }: { status: PdfState | undefined; page: number }) {
  return queryOptions({
    queryKey: [...KEY, status ?? 'all', page],
    queryFn: ({ signal }): Promise<PdfQueue> => {
      const query = { page, page_size: PAGE_SIZE, ...(status ? { status } : {}) };
      return unwrap(api.GET('/api/v1/admin/db/pdf-queue', { params: { query }, signal }));
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? WHILE_BUSY_MS : false),
  });
}

/** The number of searches with one status. */
export function countQuery(status: PdfState) {
  return queryOptions({
    queryKey: [...KEY, 'count', status],
    queryFn: async ({ signal }) => {
      const query = { page_size: 1, status };
      return (await unwrap(api.GET('/api/v1/admin/db/pdf-queue', { params: { query }, signal }))).pagination
        .total_count;
    },
  });
}

export function isOpen({ status }: { status: PdfState }): boolean {
  return status === 'queued' || status === 'running';
}

/** Queues a new search for a PDF and returns the message of the service. */
export async function requeue(publicationId: number): Promise<string> {
  const params = { path: { id: publicationId } };
  const { message } = await unwrap(api.POST('/api/v1/admin/db/pdf-queue/{id}/requeue', { params }));
  await queryClient.invalidateQueries({ queryKey: KEY });
  return message;
}

export async function requeueAll(limit: number): Promise<{ requested_count: number; queued_count: number }> {
  const done = await unwrap(api.POST('/api/v1/admin/db/pdf-queue/requeue-all', { params: { query: { limit } } }));
  await queryClient.invalidateQueries({ queryKey: KEY });
  return done;
}
