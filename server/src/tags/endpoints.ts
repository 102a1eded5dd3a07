import { deleteOwned } from '../library/owned.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import { changeTag, restoreTag } from './change-tags.ts';
import * as contract from './contract.ts';
import { listTags, TAGS } from './store.ts';
import { setTags, tagPublications } from './tag-publications.ts';

export const list = endpoint({
  summary: 'List your tags with the number of their publications',
  description: 'Ordered by name.',
  response: contract.TagList,
  handle: async ({ db, user }) => ({ tags: await listTags(db, user.id) }),
});

export const change = endpoint({
  summary: 'Rename a tag, change its color, or merge it into another one',
  description: 'With `merge`, a name that another tag has makes the two one. Without it, such a name is refused.',
  path: IdInPath,
  body: contract.ChangeTagBody,
  response: contract.OneTag,
  errors: ['tag_not_found', 'tag_exists'],
  handle: ({ db, user, path, body }) => changeTag(db, user.id, path.id, body),
});

export const remove = endpoint({
  summary: 'Delete a tag',
  description: 'Its publications lose the tag. `POST /api/v1/tags/{id}/restore` gives it back within a day.',
  path: IdInPath,
  response: contract.DeleteTagResponse,
  errors: ['tag_not_found'],
  async handle({ db, user, path }) {
    const { name, publication_count } = await deleteOwned(db, user.id, TAGS, path.id);
    return { message: `“${name}” deleted. You can restore it for a day.`, publication_count };
  },
});

export const restore = endpoint({
  summary: 'Restore a tag that was deleted within the last day',
  description: 'Its publications have it again.',
  path: IdInPath,
  response: contract.OneTag,
  errors: ['tag_not_found', 'too_many_tags'],
  handle: ({ db, user, path }) => restoreTag(db, user.id, path.id),
});

export const setOfPublication = endpoint({
  summary: 'Replace the tags of a publication',
  description: 'Send names. Unknown tags are created, and tags that are left out are removed.',
  path: IdInPath,
  body: contract.SetTagsBody,
  response: contract.SetTagsResponse,
  errors: ['publication_not_found', 'too_many_tags'],
  handle: async ({ db, user, path, body }) => ({ tags: await setTags(db, user.id, path.id, body.tags) }),
});

export const tagSelected = endpoint({
  summary: 'Add tags to selected publications, and remove others',
  description:
    'Unknown tags are created. `undo` has the bodies of requests that reverse exactly what this one changed.',
  body: contract.TagPublicationsBody,
  response: contract.TagPublicationsResponse,
  errors: ['too_many_tags'],
  handle: ({ db, user, body }) => tagPublications(db, user.id, body),
});
