import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Feed, NewFeed } from '../../api/shapes.ts';
import { feedsQuery } from './feeds-query.ts';

export async function createFeed(feed: NewFeed): Promise<Feed> {
  const created = await unwrap(api.POST('/api/v1/feeds', { body: feed }));
  await refresh();
  return created;
}

export async function renameFeed(id: number, name: string): Promise<void> {
  await unwrap(api.PATCH('/api/v1/feeds/{id}', { params: { path: { id } }, body: { name } }));
  await refresh();
}

/** Gives a feed another address. The previous one stops at once. */
export async function replaceAddress(id: number): Promise<void> {
  await unwrap(api.POST('/api/v1/feeds/{id}/secret', { params: { path: { id } } }));
  await refresh();
}

export async function deleteFeed(id: number): Promise<void> {
  await unwrap(api.DELETE('/api/v1/feeds/{id}', { params: { path: { id } } }));
  await refresh();
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: feedsQuery.queryKey });
}
