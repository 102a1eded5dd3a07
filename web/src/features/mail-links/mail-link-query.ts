import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** What a link in a mail would do. It is requested once, because the page shows what using it changed. */
export function mailLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['mail-link', token],
    queryFn: () => unwrap(api.GET('/mail/{token}', { params: { path: { token } } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Does what the link says. */
export function postMailLink(token: string) {
  return unwrap(
    api.POST('/mail/{token}', {
      params: { path: { token } },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: {},
      bodySerializer: () => '',
    }),
  );
}
