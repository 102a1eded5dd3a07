import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewZoteroSync, Zotero, ZoteroSync } from '../../api/shapes.ts';

/** While a push is running, its progress is requested this often. */
const PROGRESS_MS = 1500;

/** What the user's key for Zotero reaches, and which lists are kept there. */
export const zoteroQuery = queryOptions({
  queryKey: ['zotero'],
  queryFn: ({ signal }): Promise<Zotero> => unwrap(api.GET('/api/v1/zotero', { signal })),
  refetchInterval: ({ state }) => (state.data?.syncs.some((one) => one.state === 'pushing') ? PROGRESS_MS : false),
});

export async function saveKey(key: string): Promise<Zotero> {
  const saved = await unwrap(api.PUT('/api/v1/zotero', { body: { api_key: key.trim() } }));
  queryClient.setQueryData(zoteroQuery.queryKey, saved);
  return saved;
}

export async function forgetKey(): Promise<void> {
  await unwrap(api.DELETE('/api/v1/zotero'));
  await refresh();
}

export async function createSync(sync: NewZoteroSync): Promise<ZoteroSync> {
  const created = await unwrap(api.POST('/api/v1/zotero/syncs', { body: sync }));
  await refresh();
  return created;
}

export async function removeSync(id: number): Promise<void> {
  await unwrap(api.DELETE('/api/v1/zotero/syncs/{id}', { params: { path: { id } } }));
  await refresh();
}

/** Makes a push due, or only says what it would do. */
export async function pushSync(id: number, isDryRun: boolean) {
  const params = { path: { id }, query: { dry_run: isDryRun } };
  const { preview } = await unwrap(api.POST('/api/v1/zotero/syncs/{id}/push', { params }));
  await refresh();
  return preview;
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: zoteroQuery.queryKey });
}
