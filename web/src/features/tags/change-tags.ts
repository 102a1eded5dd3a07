import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { CountedTag, TagColor } from '../../api/shapes.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { offerUndo } from '../../ui/undo.ts';
import { tagsQuery } from './tags-query.ts';

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
export async function deleteTag({ id, name }: CountedTag): Promise<void> {
  await queryClient.cancelQueries({ queryKey: tagsQuery.queryKey });
  queryClient.setQueryData(tagsQuery.queryKey, (tags) => tags?.filter((tag) => tag.id !== id));
  const params = { path: { id } };
  const sent = unwrap(api.DELETE('/api/v1/tags/{id}', { params }));
  const forgetUndo = offerUndo(tagTexts.page.deleted(name), async () => {
    await sent;
    await unwrap(api.POST('/api/v1/tags/{id}/restore', { params }));
    await refresh();
  });
  sent.catch(forgetUndo);
  try {
    await sent;
  } finally {
    await refresh();
  }
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['publications'] }),
  ]);
}
