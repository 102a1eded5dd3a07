import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

const EVERY_MS = 60_000;

/** How the scheduled backups are. */
export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/admin/backups', { signal })),
  refetchInterval: EVERY_MS,
});
