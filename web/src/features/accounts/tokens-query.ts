import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { ApiToken } from '../../api/shapes.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }): Promise<ApiToken[]> => (await unwrap(api.GET('/api/v1/auth/tokens', { signal }))).tokens,
});
