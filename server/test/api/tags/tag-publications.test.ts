import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';
import { namesOf, startTagged } from './tagged-library.ts';

const openService = serviceOfFile();

test('replaces the tags of a publication, creates unknown ones, and shows them in the list and the detail', async () => {
  const { admin, ids, list, setTags } = await startTagged(openService);
  const { tags } = await setTags(0, ['  to   read ', 'Écologie']);
  expect(tags).toEqual([
    { id: expect.any(Number), name: 'Écologie', color: expect.any(String) },
    { id: expect.any(Number), name: 'to read', color: expect.any(String) },
  ]);
  expect(tags[0].color).not.toBe(tags[1].color);
  const { publications } = await list();
  expect(publications[0].tags).toEqual(tags);
  expect(publications[1].tags).toEqual([]);
  expect((await admin.ok('GET', `/publications/${ids[0]}`)).tags).toEqual(tags);
  // names are equal without regard to case and accents
  const again = await setTags(0, ['ECOLOGIE', 'ecologie', 'new']);
  expect(again.tags).toEqual([tags[0], expect.objectContaining({ name: 'new' })]);
  expect((await setTags(0, [])).tags).toEqual([]);
  expect(namesOf(await admin.ok('GET', '/tags'))).toEqual(['Écologie', 'new', 'to read']);
});

test('tags up to 1,000 publications at once, ignores what is not in the library, and says how to undo it', async () => {
  const { db, admin } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 1000]));
  const pages = await Promise.all([1, 2].map((page) => admin.ok('GET', `/publications?page_size=500&page=${page}`)));
  const ids: number[] = pages.flatMap(({ publications }) =>
    publications.map((one: { publication_id: number }) => one.publication_id),
  );
  expect(ids).toHaveLength(1000);
  const tag = (body: object) => admin.ok('POST', '/publications/tag', { body });
  await tag({ publication_ids: ids.slice(0, 3), add: ['old', 'kept'] });
  const all = { publication_ids: [...ids.slice(1), 999_999_999], add: ['kept', 'new'], remove: ['old', 'unknown'] };
  const changed = await tag(all);
  expect(changed).toMatchObject({ requested_count: 1000, updated_count: 999 });
  expect(await tag(all)).toMatchObject({ updated_count: 0, undo: [] });
  const counts = async () => {
    const { tags } = await admin.ok('GET', '/tags');
    return tags.map((one: { name: string; publication_count: number; unread_count: number }) => [
      one.name,
      one.publication_count,
      one.unread_count,
    ]);
  };
  expect(await counts()).toEqual([
    ['kept', 1000, 1000],
    ['new', 999, 999],
    ['old', 1, 1],
  ]);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: ids.slice(0, 10) } });
  for (const body of changed.undo) await tag(body);
  expect(await counts()).toEqual([
    ['kept', 3, 0],
    ['new', 0, 0],
    ['old', 3, 0],
  ]);
});

test('tags belong to one user', async () => {
  const { admin, db, other, ids, setTags, list } = await startTagged(openService);
  const { tags } = await setTags(0, ['mine']);
  const shared = await track(db, other.userId, 'AAAAAAAAAAAA');
  await savePageOf(db, shared, makeRows('A', [0, 5]));
  const theirs = async () => (await other.ok('GET', '/publications?search=A:0')).publications;
  expect(await theirs()).toMatchObject([{ publication_id: ids[0], tags: [] }]);
  await other.ok('PUT', `/publications/${ids[0]}/tags`, { body: { tags: ['mine', 'theirs'] } });
  expect((await other.ok('GET', '/tags')).tags.map(({ id }: { id: number }) => id)).not.toContain(tags[0].id);
  await other.ok('POST', '/publications/tag', { body: { publication_ids: ids, remove: ['mine'] } });
  expect((await list()).publications[0].tags).toEqual(tags);
  expect(namesOf(await admin.ok('GET', '/tags'))).toEqual(['mine']);
});

test('refuses names that cannot be shown, names on both lists, and more tags than a user can have', async () => {
  const { admin, ids, setTags, idOf } = await startTagged(openService);
  const path = `/publications/${idOf(0)}/tags`;
  for (const name of ['', '  ', '\u00ad', '\u200b', 'x'.repeat(51)])
    await admin.fails(422, 'validation_error', 'PUT', path, { body: { tags: [name] } });
  const { error } = await admin.fails(422, 'validation_error', 'PUT', path, { body: { tags: ['good', ' \t '] } });
  expect(error.details).toEqual([{ path: 'tags.1', message: expect.any(String) }]);
  const both = { publication_ids: ids, add: ['Both'], remove: ['both'] };
  await admin.fails(422, 'validation_error', 'POST', '/publications/tag', { body: both });
  await admin.fails(422, 'validation_error', 'POST', '/publications/tag', {
    body: { publication_ids: Array.from({ length: 1001 }, (_, at) => at + 1), add: ['x'] },
  });
  expect((await admin.ok('GET', '/tags')).tags).toEqual([]);
  await setTags(
    0,
    Array.from({ length: 500 }, (_, at) => `tag ${at}`),
  );
  const full = await admin.fails(409, 'too_many_tags', 'PUT', path, { body: { tags: ['one more'] } });
  expect(full.error.details).toEqual({ max_count: 500 });
  await admin.fails(409, 'too_many_tags', 'POST', '/publications/tag', {
    body: { publication_ids: ids, add: ['one more'] },
  });
  expect((await setTags(1, ['TAG 7'])).tags).toMatchObject([{ name: 'tag 7' }]);
});

test('concurrent changes of tags are all kept, and a new name is created once', async () => {
  const { admin, ids, list } = await startTagged(openService);
  await Promise.all(
    ids.map((id, at) =>
      admin.ok('POST', '/publications/tag', { body: { publication_ids: [id], add: ['all', `tag ${at % 2}`] } }),
    ),
  );
  const { publications } = await list();
  for (const one of publications) expect(one.tags).toHaveLength(2);
  expect(namesOf(await admin.ok('GET', '/tags'))).toEqual(['all', 'tag 0', 'tag 1']);
});
