import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { AuditPage } from '../../api/shapes.ts';
import type { AuditSearch } from '../admin/admin-search.ts';

export const PAGE_SIZE = 50;

/** A page of the audit log, newest first, optionally of one kind, one repair or one publication. */
export function auditQuery({ kind, repair, publication, page = 1 }: AuditSearch) {
  return queryOptions({
    queryKey: ['admin', 'audit', kind ?? null, repair ?? null, publication ?? null, page],
    queryFn: ({ signal }): Promise<AuditPage> => {
      const query = {
        page,
        page_size: PAGE_SIZE,
        ...(kind === undefined ? {} : { kind }),
        ...(repair === undefined ? {} : { repair_job_id: repair }),
        ...(publication === undefined ? {} : { publication_id: publication }),
      };
      return unwrap(api.GET('/api/v1/admin/audit', { params: { query }, signal }));
    },
    placeholderData: (before) => before,
  });
}
