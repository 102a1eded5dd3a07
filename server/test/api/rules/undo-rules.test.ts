import { expect, test } from 'vitest';
import { copyOrder } from '../../../src/library/copy-order.ts';
import { expectSound, merge, unmerge } from '../../support/merges.ts';
import { age } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';
import { startRuled } from './ruled-library.ts';

const openService = serviceOfFile();

const ALL = { search: 'work', tags: ['x'], mark_read: true, mark_favorite: true };

test('an undo takes back what one rule did, except what the user changed since or had before, and what another rule set, too', async () => {
  const { admin, addRule, arrive, list, marks, idOf, runJob, db } = await startRuled(openService);
  const rule = await addRule({ name: 'one', ...ALL });
  await addRule({ name: 'two', search: '"A:4" or "A:5"', tags: ['x', 'y'], mark_read: true });
  await list(3, 9);
  const [six, seven, eight] = [await idOf(6), await idOf(7), await idOf(8)];
  // before the rule acts
  await admin.ok('PUT', `/publications/${six}/tags`, { body: { tags: ['x', 'own'] } });
  await runJob();
  expect(await marks()).toMatchObject({ 3: 'x read favorite', 4: 'x y read favorite', 6: 'own x read favorite' });
  // since: removed, and set again by the user
  const isRead = (id: number, is_read: boolean) =>
    admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [id], is_read } });
  await isRead(seven, false);
  await isRead(seven, true);
  for (const tags of [[], ['x']]) await admin.ok('PUT', `/publications/${seven}/tags`, { body: { tags } });
  for (const is_favorite of [false, true])
    await admin.ok('POST', `/publications/${eight}/favorite`, { body: { is_favorite } });
  expect((await admin.ok('GET', `/publications/${seven}`)).rules).toMatchObject([
    { tags: [], marked_read: false, marked_favorite: true },
  ]);
  expect(await admin.ok('POST', `/rules/${rule.id}/undo`)).toMatchObject({ updated_count: 6 });
  expect(await marks()).toEqual({
    ...{ 0: '', 1: '', 2: '', 3: '' },
    ...{ 4: 'x y read', 5: 'x y read', 6: 'own x', 7: 'x read', 8: 'favorite' },
  });
  expect((await admin.ok('GET', `/publications/${six}`)).rules).toEqual([]);
  expect(await admin.ok('POST', `/rules/${rule.id}/undo`)).toMatchObject({ updated_count: 0 });
  // it does not act on them again, but on what arrives later
  await arrive(9, 10);
  expect(await marks()).toMatchObject({ 3: '', 9: 'x read favorite' });
  await expectSound(db);
});

test('the undo of two rules that set the same takes it back with the second', async () => {
  const { admin, addRule, arrive, marks } = await startRuled(openService);
  const [one, two] = [await addRule({ name: 'one', ...ALL }), await addRule({ name: 'two', ...ALL })];
  await arrive(3, 4);
  // a rule that is made later finds the marks of the others
  expect(await admin.ok('POST', `/rules/${one.id}/undo`)).toMatchObject({ updated_count: 0 });
  expect(await marks()).toMatchObject({ 3: 'x read favorite' });
  expect(await admin.ok('POST', `/rules/${two.id}/undo`)).toMatchObject({ updated_count: 1 });
  expect(await marks()).toMatchObject({ 3: '' });
});

test('a renamed tag stays with the rule, a merged one is replaced, and a deleted one is left out', async () => {
  const { admin, addRule, arrive, marks, idOf } = await startRuled(openService);
  const rule = await addRule({ name: 'one', search: 'work', tags: ['a', 'b', 'c'] });
  await admin.ok('PUT', `/publications/${await idOf(0)}/tags`, { body: { tags: ['target'] } });
  await arrive(3, 4);
  const [a, b, c] = rule.tags;
  await admin.ok('PATCH', `/tags/${a.id}`, { body: { name: 'renamed' } });
  await admin.ok('PATCH', `/tags/${b.id}`, { body: { name: 'target', merge: true } });
  await admin.ok('DELETE', `/tags/${c.id}`);
  await arrive(4, 5);
  expect(await marks()).toMatchObject({ 3: 'renamed target', 4: 'renamed target' });
  expect((await admin.ok('GET', '/rules')).rules[0].tags).toMatchObject([{ name: 'renamed' }, { name: 'target' }]);
  expect(await admin.ok('POST', `/rules/${rule.id}/undo`)).toMatchObject({ updated_count: 2 });
  expect(await marks()).toMatchObject({ 3: '', 4: '' });
});

test('two rules whose tags became one set it both', async () => {
  const { admin, addRule, arrive, marks } = await startRuled(openService);
  const one = await addRule({ name: 'one', search: 'work', tags: ['a'] });
  const two = await addRule({ name: 'two', search: 'work', tags: ['b'] });
  await arrive(3, 4);
  await admin.ok('PATCH', `/tags/${one.tags[0].id}`, { body: { name: 'b', merge: true } });
  expect(await admin.ok('POST', `/rules/${two.id}/undo`)).toMatchObject({ updated_count: 0 });
  expect(await marks()).toMatchObject({ 3: 'b' });
  expect(await admin.ok('POST', `/rules/${one.id}/undo`)).toMatchObject({ updated_count: 1 });
  expect(await marks()).toMatchObject({ 3: '' });
});

test('what is left of a rule leaves out deleted tags, and includes them again when they are restored', async () => {
  const { admin, addRule, arrive, marks } = await startRuled(openService);
  const rule = await addRule({ name: 'one', search: 'work', tags: ['a', 'b'] });
  await arrive(3, 4);
  const left = async () => (await admin.ok('GET', '/rules')).rules[0].acted_count;
  for (const { id } of rule.tags) await admin.ok('DELETE', `/tags/${id}`);
  expect(await left()).toBe(0);
  // a change of something else keeps the tags
  await admin.ok('PATCH', `/rules/${rule.id}`, { body: { name: 'two' } });
  for (const { id } of rule.tags) await admin.ok('POST', `/tags/${id}/restore`);
  expect(await left()).toBe(1);
  await arrive(4, 5);
  expect(await marks()).toMatchObject({ 3: 'a b', 4: 'a b' });
  for (const { id } of rule.tags) await admin.ok('DELETE', `/tags/${id}`);
  expect(await admin.ok('POST', `/rules/${rule.id}/undo`)).toMatchObject({ updated_count: 0 });
});

test.each([
  { when: 'before the undo of the merge', isMergedAtUndo: true },
  { when: 'after the undo of the merge', isMergedAtUndo: false },
])('an undo $when leaves each publication what it has without the rule', async ({ isMergedAtUndo }) => {
  const { admin, db, addRule, arrive, marksOf, idOf } = await startRuled(openService);
  const rule = await addRule({ name: 'one', search: '"A:3" or "A:5"', tags: ['x'], mark_read: true });
  await arrive(3, 7);
  // 3 and 4: only one of the two was read by the rule, and the other by the user; 5 and 6: only the rule did anything
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [await idOf(4)] } });
  const ids = [await idOf(3), await idOf(4), await idOf(5), await idOf(6)] as const;
  const jobs = [await merge(db, ids[1], ids[0]), await merge(db, ids[2], ids[3])];
  expect(await marksOf(ids)).toEqual(['x read', 'x read', 'x read', 'x read']);
  const undo = () => admin.ok('POST', `/rules/${rule.id}/undo`);
  if (isMergedAtUndo) {
    expect((await admin.ok('GET', `/publications/${ids[0]}`)).rules).toMatchObject([
      { tags: ['x'], marked_read: true },
    ]);
    expect(await undo()).toMatchObject({ updated_count: 2 });
    expect(await marksOf(ids)).toEqual(['read', 'read', '', '']);
  }
  for (const job of jobs) await unmerge(db, job);
  if (!isMergedAtUndo) {
    // the canonical publications keep what they took over, also from the rule
    expect(await marksOf(ids)).toEqual(['x read', 'x read', 'x read', '']);
    expect(await undo()).toMatchObject({ updated_count: 3 });
  }
  expect(await marksOf(ids)).toEqual(['', 'read', '', '']);
  await expectSound(db);
});

test('an undo reaches what every merge keeps, and leaves what the user did to any of the merged publications', async () => {
  const { admin, db, addRule, list, runJob, marksOf, idOf } = await startRuled(openService);
  const rule = await addRule({ name: 'one', search: '"A:3" or "A:6"', tags: ['x'], mark_favorite: true });
  await list(3, 9);
  const ids = await Promise.all([3, 4, 5, 6, 7, 8].map(idOf));
  const [three = 0, four = 0, five = 0, six = 0, seven = 0, eight = 0] = ids;
  // the rule acts on 3 and 4 together; the user tags 5, into which both are merged
  const jobs = [await merge(db, three, four)];
  await runJob();
  await admin.ok('PUT', `/publications/${five}/tags`, { body: { tags: ['x'] } });
  jobs.push(await merge(db, five, three));
  // the rule acts on 6; the user tags 7, which is merged into it before both are merged into 8
  await admin.ok('PUT', `/publications/${seven}/tags`, { body: { tags: ['x'] } });
  jobs.push(await merge(db, six, seven), await merge(db, eight, six));
  expect(await admin.ok('POST', `/rules/${rule.id}/undo`)).toMatchObject({ updated_count: 2 });
  expect(await marksOf([five, eight])).toEqual(['x', 'x']);
  // the canonical publications keep the user's tag
  await unmerge(db, jobs.pop() ?? 0);
  expect(await marksOf([six, eight])).toEqual(['x', 'x']);
  for (const job of jobs.reverse()) await unmerge(db, job);
  expect(await marksOf(ids)).toEqual(['', '', 'x', 'x', 'x', 'x']);
  await expectSound(db);
});

test('what a rule does to a merged publication stays with the canonical one, and after the undo the rule looks at the other one', async () => {
  const { admin, db, addRule, list, runJob, marksOf, idOf } = await startRuled(openService);
  const rule = await addRule({ name: 'one', ...ALL });
  await list(3, 5);
  const ids = [await idOf(3), await idOf(4)] as const;
  const job = await merge(db, ...ids);
  await runJob();
  expect(await marksOf(ids)).toEqual(['x read favorite', 'x read favorite']);
  expect((await admin.ok('GET', '/rules')).rules[0].acted_count).toBe(1);
  await unmerge(db, job);
  expect(await marksOf(ids)).toEqual(['x read favorite', '']);
  // now the rule looks at the other one itself
  await copyOrder(db);
  await runJob();
  expect(await marksOf(ids)).toEqual(['x read favorite', 'x read favorite']);
  expect(await admin.ok('POST', `/rules/${rule.id}/undo`)).toMatchObject({ updated_count: 2 });
  expect(await marksOf(ids)).toEqual(['', '']);
  await expectSound(db);
});

test('a deleted rule does nothing, and its undo restores it with its effects', async () => {
  const { admin, db, addRule, arrive, marks } = await startRuled(openService);
  const rule = await addRule({ name: 'one', ...ALL });
  await arrive(3, 4);
  await admin.ok('DELETE', `/rules/${rule.id}`);
  expect((await admin.ok('GET', '/rules')).rules).toEqual([]);
  await arrive(4, 5);
  expect(await marks()).toMatchObject({ 3: 'x read favorite', 4: '' });
  const other = await addRule({ name: 'ONE', ...ALL });
  await admin.fails(409, 'rule_exists', 'POST', `/rules/${rule.id}/restore`);
  await admin.ok('DELETE', `/rules/${other.id}`);
  const restored = { ...rule, acted_count: 1 };
  expect(await admin.ok('POST', `/rules/${rule.id}/restore`)).toEqual(restored);
  expect(await admin.ok('POST', `/rules/${rule.id}/restore`), 'a second time').toEqual(restored);
  await arrive(5, 6);
  expect(await admin.ok('POST', `/rules/${rule.id}/undo`)).toMatchObject({ updated_count: 2 });
  expect(await marks()).toMatchObject({ 3: '', 4: '', 5: '' });
  await age(db, 'stored_rules.deleted_at', '25 hours', other.id);
  await admin.ok('DELETE', `/rules/${rule.id}`);
  await admin.fails(404, 'rule_not_found', 'POST', `/rules/${other.id}/restore`);
});
