import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { CountedTag, TagColor } from '../../api/shapes.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { ownedList } from '../../ui/owned.ts';
import { tagsQuery } from './tags-query.ts';

const tags = ownedList<CountedTag>('tags', tagsQuery.queryKey, refresh);

interface TagChange {
  readonly name: string;
  readonly color?: TagColor;
  /** merges the tag into the one that has the name */
  readonly merge?: boolean;
}

/** @throws ApiError `tag_exists` if another tag has the name */
export async function changeTag(id: number, change: TagChange): Promise<CountedTag> {
  const tag = await unwrap(api.PATCH('/api/v1/tags/{id}', { params: { path: { id } }, body: change }));
  await refresh();
  return tag;
}

/** Deletes a tag, and offers an undo: the service has kept its publications. */
export function deleteTag(tag: CountedTag): Promise<void> {
  return tags.remove(tag, tagTexts.page.deleted);
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['publications'] }),
  ]);
}
