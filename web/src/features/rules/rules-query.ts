import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** The user's rules, ordered by name. */
export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/rules', { signal }))).rules,
});

/** What a rule with this search would have acted on. */
export function rulePreviewQuery(search: string) {
  return queryOptions({
    queryKey: ['rules', 'preview', search],
    queryFn: ({ signal }) => unwrap(api.POST('/api/v1/rules/preview', { body: { search }, signal })),
    // a preview costs a search, and is as good as when the dialog was opened
    staleTime: 60_000,
    retry: false,
  });
}
