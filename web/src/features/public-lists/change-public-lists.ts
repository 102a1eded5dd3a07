import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewPublicList, PublicList, PublicListChange } from '../../api/shapes.ts';
import { publicListsQuery } from './public-lists-query.ts';

/** What a list can be of. */
export type ListSource = Pick<NewPublicList, 'scope' | 'scholar_profile_id' | 'view_id' | 'tag_id'>;

/** The list of the same scholar, view, tag or of the favorites. */
export function findPublicList(lists: readonly PublicList[], source: ListSource): PublicList | undefined {
  return lists.find(
    (list) =>
      list.scope === source.scope &&
      list.scholar_profile_id === (source.scholar_profile_id ?? null) &&
      list.view_id === (source.view_id ?? null) &&
      list.tag_id === (source.tag_id ?? null),
  );
}

export async function createPublicList(list: NewPublicList): Promise<PublicList> {
  const created = await unwrap(api.POST('/api/v1/public-lists', { body: list }));
  await refresh();
  return created;
}

export async function changePublicList(id: number, change: PublicListChange): Promise<PublicList> {
  const changed = await unwrap(api.PUT('/api/v1/public-lists/{id}', { params: { path: { id } }, body: change }));
  await refresh();
  return changed;
}

/** Its address stops at once. */
export async function revokePublicList(id: number): Promise<void> {
  await unwrap(api.DELETE('/api/v1/public-lists/{id}', { params: { path: { id } } }));
  await refresh();
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: publicListsQuery.queryKey });
}

/** An address that reads like the name. */
export function proposeSlug(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return slug.length < 3 ? '' : slug;
}
