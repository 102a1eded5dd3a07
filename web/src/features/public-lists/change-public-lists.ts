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

/** What can be changed of a list, as it is. */
export function changeOf(list: PublicList): PublicListChange {
  const { slug, name, text, order, kinds, year_from, year_to, has_bold_names, is_indexed, has_imported } = list;
  const { pinned_ids, hidden_ids } = list;
  return {
    ...{ slug, name, text, order, kinds, year_from, year_to },
    ...{ has_bold_names, is_indexed, has_imported, pinned_ids, hidden_ids },
  };
}

/** The page that strangers would see, as HTML. Nothing is saved. */
export async function previewPublicList(list: NewPublicList): Promise<string> {
  return (await unwrap(api.POST('/api/v1/public-lists/preview', { body: list }))).html;
}

/** Where a list shows a publication: before the years, as all others, or not at all. */
export type Place = 'first' | 'usual' | 'hidden';

export function placeOf({ pinned_ids, hidden_ids }: PublicList, id: number): Place {
  return pinned_ids.includes(id) ? 'first' : hidden_ids.includes(id) ? 'hidden' : 'usual';
}

export function placePublication(list: PublicList, id: number, place: Place): Promise<PublicList> {
  const others = (ids: readonly number[]) => ids.filter((one) => one !== id);
  return changePublicList(list.id, {
    ...changeOf(list),
    pinned_ids: [...others(list.pinned_ids), ...(place === 'first' ? [id] : [])],
    hidden_ids: [...others(list.hidden_ids), ...(place === 'hidden' ? [id] : [])],
  });
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
