import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { AuditPage } from '../../api/shapes.ts';
import type { AuditSearch } from '../admin/admin-search.ts';

export const PAGE_SIZE = 50;

/** A page of what was changed, the latest first: all, or what one repair did, or what was done to one publication. */
export function auditQuery({ repair, publication, page = 1 }: AuditSearch) {
  return queryOptions({
    queryKey: ['admin', 'audit', repair ?? null, publication ?? null, page],
    queryFn: ({ signal }): Promise<AuditPage> => {
      const query = {
        page,
        page_size: PAGE_SIZE,
        ...(repair === undefined ? {} : { repair_job_id: repair }),
        ...(publication === undefined ? {} : { publication_id: publication }),
      };
      return take(api.GET('/api/v1/admin/audit', { params: { query }, signal }));
    },
    placeholderData: (before) => before,
  });
}
