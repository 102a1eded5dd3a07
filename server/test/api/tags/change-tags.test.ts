import { expect, test } from 'vitest';
import { expectSound, merge, unmerge } from '../../support/merges.ts';
import { age } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';
import { namesOf, startTagged } from './tagged-library.ts';

const openService = serviceOfFile();

test('renames and recolors a tag, and refuses a name that another tag has', async () => {
  const { admin, setTags, list } = await startTagged(openService);
  const [first, second] = (await setTags(0, ['first', 'second'])).tags;
  const change = { name: 'First', color: 'pink' };
  const counted = { publication_count: 1, unread_count: 1 };
  expect(await admin.ok('PATCH', `/tags/${first.id}`, { body: change })).toEqual({ ...first, ...change, ...counted });
  expect(await admin.ok('PATCH', `/tags/${first.id}`, { body: {} })).toEqual({ ...first, ...change, ...counted });
  const { error } = await admin.fails(409, 'tag_exists', 'PATCH', `/tags/${first.id}`, { body: { name: 'SECOND' } });
  expect(error).toMatchObject({ details: { tag_id: second.id }, message: expect.stringContaining('merge') });
  await admin.fails(422, 'validation_error', 'PATCH', `/tags/${first.id}`, { body: { name: ' ' } });
  expect((await list()).publications[0].tags).toEqual([{ ...first, ...change }, second]);
});

test('merges two tags: each publication has the one that remains', async () => {
  const { db, admin, setTags, list } = await startTagged(openService);
  const [from] = (await setTags(0, ['from', 'other'])).tags;
  const [to] = (await setTags(1, ['to'])).tags;
  await setTags(2, ['from', 'to']);
  const merged = await admin.ok('PATCH', `/tags/${from.id}`, { body: { name: 'TO', color: 'red', merge: true } });
  expect(merged).toEqual({ id: to.id, name: 'to', color: 'red', publication_count: 3, unread_count: 3 });
  const { publications } = await list();
  expect(publications.slice(0, 3).map(namesOf)).toEqual([['other', 'to'], ['to'], ['to']]);
  expect(namesOf(await admin.ok('GET', '/tags'))).toEqual(['other', 'to']);
  // nothing is lost: the merged tag can be restored, too
  await admin.ok('POST', `/tags/${from.id}/restore`);
  expect(namesOf((await list()).publications[2])).toEqual(['from', 'to']);
  await expectSound(db);
});

test('a deleted tag is gone everywhere, and its undo restores all of it, whatever happened since', async () => {
  const { db, admin, idOf, setTags, list } = await startTagged(openService);
  for (const at of [0, 1, 2]) await setTags(at, ['gone', 'stays']);
  const [tag] = (await list()).publications[0].tags;
  expect(await admin.ok('DELETE', `/tags/${tag.id}`)).toMatchObject({ publication_count: 3 });
  await admin.fails(404, 'tag_not_found', 'DELETE', `/tags/${tag.id}`);
  expect(namesOf(await admin.ok('GET', '/tags'))).toEqual(['stays']);
  expect(namesOf((await list()).publications[0])).toEqual(['stays']);
  expect(JSON.stringify(await admin.ok('GET', '/scholars/export'))).not.toContain('gone');
  // a merge in between, and replaced tags
  await merge(db, idOf(0), idOf(1));
  await setTags(0, ['stays', 'more']);
  expect(await admin.ok('POST', `/tags/${tag.id}/restore`)).toMatchObject({ ...tag, publication_count: 2 });
  expect(namesOf((await list()).publications[0])).toEqual(['gone', 'more', 'stays']);
  expect(await admin.ok('POST', `/tags/${tag.id}/restore`), 'a second time').toMatchObject(tag);
  await expectSound(db);
});

test('the undo gives the publications to a tag that has the name now', async () => {
  const { admin, setTags, list } = await startTagged(openService);
  const [tag] = (await setTags(0, ['name'])).tags;
  await admin.ok('DELETE', `/tags/${tag.id}`);
  const [other] = (await setTags(1, ['Name'])).tags;
  expect(other.id).not.toBe(tag.id);
  expect(await admin.ok('POST', `/tags/${tag.id}/restore`)).toMatchObject({ ...other, publication_count: 2 });
  expect((await list()).publications.slice(0, 2).map(namesOf)).toEqual([['Name'], ['Name']]);
});

test('a deleted tag is kept for a day', async () => {
  const { db, admin, setTags } = await startTagged(openService);
  const [old, recent] = (await setTags(0, ['old', 'recent'])).tags;
  await admin.ok('DELETE', `/tags/${old.id}`);
  await age(db, 'stored_tags.deleted_at', '25 hours', old.id);
  await admin.ok('DELETE', `/tags/${recent.id}`);
  await admin.fails(404, 'tag_not_found', 'POST', `/tags/${old.id}/restore`);
  await admin.ok('POST', `/tags/${recent.id}/restore`);
});

test('merged publications have the tags of all, and after the undo the canonical one keeps them and the other one has its own', async () => {
  const { db, admin, ids, idOf, setTags, list } = await startTagged(openService);
  await setTags(0, ['both', 'one', 'renamed']);
  await setTags(1, ['both', 'two', 'removed']);
  const job = await merge(db, idOf(0), idOf(1));
  const names = async () =>
    new Map(
      (await list()).publications.map((one: { publication_id: number }) => [one.publication_id, namesOf(one as never)]),
    );
  expect((await names()).get(ids[0])).toEqual(['both', 'one', 'removed', 'renamed', 'two']);
  const byName = new Map(
    (await admin.ok('GET', '/tags')).tags.map(({ id, name }: { id: number; name: string }) => [name, id]),
  );
  // by the id of the merged publication
  await admin.ok('POST', '/publications/tag', {
    body: { publication_ids: [idOf(1)], add: ['added'], remove: ['removed'] },
  });
  await admin.ok('PATCH', `/tags/${byName.get('renamed')}`, { body: { name: 'two', merge: true } });
  await unmerge(db, job);
  const apart = await names();
  expect(apart.get(ids[0])).toEqual(['added', 'both', 'one', 'two']);
  expect(apart.get(ids[1])).toEqual(['both', 'removed', 'two']);
  await expectSound(db);
});

test('tags of publications return when their scholar is tracked again', async () => {
  const { db, admin, scholar, setTags, list } = await startTagged(openService);
  await setTags(0, ['kept']);
  await admin.ok('DELETE', `/scholars/${scholar}`);
  expect(await admin.ok('GET', '/tags')).toMatchObject({ tags: [{ name: 'kept', publication_count: 0 }] });
  await expectSound(db);
  await admin.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAAA' }, status: 201 });
  expect(namesOf((await list()).publications[0])).toEqual(['kept']);
  expect(await admin.ok('GET', '/tags')).toMatchObject({ tags: [{ publication_count: 1 }] });
});
