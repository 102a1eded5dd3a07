import { expect, test } from 'vitest';
import { makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';
import { startRuled } from './ruled-library.ts';

const openService = serviceOfFile();

test('adds, lists, changes and deletes rules, and says what is wrong with one', async () => {
  const { admin, addRule } = await startRuled(openService);
  const rule = await addRule({ name: ' To  cite ', search: 'title:work', tags: ['Cite', 'cite'], mark_read: true });
  expect(rule).toEqual({
    id: expect.any(Number),
    name: 'To cite',
    search: 'title:work',
    tags: [{ id: expect.any(Number), name: 'cite', color: expect.any(String) }],
    mark_read: true,
    mark_favorite: false,
    is_enabled: true,
    acted_count: 0,
  });
  const first = await addRule({ name: 'Berg', search: 'author:berg', mark_favorite: true, is_enabled: false });
  expect((await admin.ok('GET', '/rules')).rules).toEqual([first, rule]);
  const changed = await admin.ok('PATCH', `/rules/${rule.id}`, { body: { name: 'Cite', tags: [], is_enabled: false } });
  expect(changed).toEqual({ ...rule, name: 'Cite', tags: [], is_enabled: false });
  const refused = async (body: object) => {
    const { error } = await admin.fails(422, 'validation_error', 'POST', '/rules', {
      body: { name: 'new', search: 'x', mark_read: true, ...body },
    });
    return error.details[0];
  };
  expect(await refused({ search: 'work auther:berg is:unred' })).toMatchObject({
    path: 'search',
    position: 20,
    suggestion: 'unread',
  });
  expect(await refused({ search: '...' })).toMatchObject({ path: 'search' });
  expect(await refused({ name: ' ' })).toMatchObject({ path: 'name' });
  expect(await refused({ mark_read: false })).toMatchObject({ path: 'tags' });
  expect(await refused({ tags: ['ok', '\u200b'] })).toMatchObject({ path: 'tags.1' });
  await admin.fails(422, 'validation_error', 'PATCH', `/rules/${rule.id}`, { body: { mark_read: false } });
  await admin.fails(409, 'rule_exists', 'PATCH', `/rules/${rule.id}`, { body: { name: 'BERG' } });
  await admin.fails(409, 'rule_exists', 'POST', '/rules', { body: { name: 'cite', search: 'x', mark_read: true } });
  await admin.ok('DELETE', `/rules/${rule.id}`);
  await admin.fails(404, 'rule_not_found', 'PATCH', `/rules/${rule.id}`, { body: {} });
  for (let at = 1; at < 100; at += 1) await addRule({ name: `rule ${at}`, search: 'x', mark_read: true });
  const { error } = await admin.fails(409, 'too_many_rules', 'POST', '/rules', {
    body: { name: 'one more', search: 'x', tags: ['never created'] },
  });
  expect(error.details).toEqual({ max_count: 100 });
  expect(JSON.stringify(await admin.ok('GET', '/tags'))).not.toContain('never');
});

test('acts on what arrives after a rule was made, enabled, or given another search, and on nothing else', async () => {
  const { admin, addRule, arrive, list, runJob, marks } = await startRuled(openService);
  const rule = await addRule({ name: 'all', search: 'work', tags: ['new'], mark_read: true, mark_favorite: true });
  await runJob();
  expect(await marks(), 'what was there before').toEqual({ 0: '', 1: '', 2: '' });
  await arrive(3, 5);
  expect(await marks()).toMatchObject({ 2: '', 3: 'new read favorite', 4: 'new read favorite' });
  await admin.ok('PATCH', `/rules/${rule.id}`, { body: { is_enabled: false } });
  await arrive(5, 6);
  // another rule keeps the library waiting for new entries
  await addRule({ name: 'other', search: 'nothing', mark_read: true });
  await list(6, 7);
  await admin.ok('PATCH', `/rules/${rule.id}`, { body: { is_enabled: true, mark_favorite: false } });
  await list(7, 8);
  await runJob();
  await list(8, 9);
  await admin.ok('PATCH', `/rules/${rule.id}`, { body: { search: 'title:work' } });
  await arrive(9, 10);
  const after = await marks();
  expect(after).toMatchObject({ 5: '', 6: '', 7: 'new read', 8: '', 9: 'new read' });
  expect((await admin.ok('GET', '/rules')).rules.map((one: { acted_count: number }) => one.acted_count)).toEqual([
    4, 0,
  ]);
  // a second execution changes nothing, also where the user took something back
  await admin.ok('POST', '/publications/mark-read', {
    body: {
      publication_ids: (await admin.ok('GET', '/publications?search=tag:new')).publications.map(
        (one: { publication_id: number }) => one.publication_id,
      ),
      is_read: false,
    },
  });
  await runJob();
  expect(await marks()).toMatchObject({ 3: 'new favorite', 9: 'new' });
});

test('a rule acts on a new entry whose scholar was not tracked for a while', async () => {
  const { admin, scholar, addRule, list, runJob, marks } = await startRuled(openService);
  await addRule({ name: 'all', search: 'work', tags: ['new'] });
  await list(3, 5);
  await admin.ok('DELETE', `/scholars/${scholar}`);
  await runJob();
  await admin.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAAA' }, status: 201 });
  await runJob();
  expect(await marks()).toEqual({ 0: '', 1: '', 2: '', 3: 'new', 4: 'new' });
});

test('rules look at an entry before any of them acts, so their order does not matter', async () => {
  const { admin, addRule, arrive, marks } = await startRuled(openService);
  await addRule({ name: 'a', search: 'is:unread', tags: ['a'], mark_read: true });
  await addRule({ name: 'b', search: 'is:unread -tag:a', tags: ['b'] });
  await addRule({ name: 'c', search: 'tag:a or is:read or is:favorite', tags: ['c'] });
  await arrive(3, 4);
  expect(await marks()).toMatchObject({ 3: 'a b read' });
  // what a rule marks as read is not what the user reads
  const { publications } = await admin.ok('GET', '/publications?sort_by=reading');
  expect(publications).toHaveLength(4);
  const detail = await admin.ok(
    'GET',
    `/publications/${publications.find((one: { title: string }) => one.title === 'Work A:3').publication_id}`,
  );
  expect(detail.rules).toEqual([
    {
      id: expect.any(Number),
      name: 'a',
      tags: ['a'],
      marked_read: true,
      marked_favorite: false,
      acted_at: expect.any(String),
    },
    {
      id: expect.any(Number),
      name: 'b',
      tags: ['b'],
      marked_read: false,
      marked_favorite: false,
      acted_at: expect.any(String),
    },
  ]);
});

test('rules of one user are not seen by others and do not act for them', async () => {
  const { admin, db, newUser, scholar, addRule, runJob, marks } = await startRuled(openService);
  const other = await newUser('other');
  const theirs = await track(db, other.userId, 'AAAAAAAAAAAA');
  await addRule({ name: 'mine', search: 'work', tags: ['mine'], mark_read: true });
  await other.ok('POST', '/rules', { body: { name: 'mine', search: 'work', tags: ['theirs'] }, status: 201 });
  await savePageOf(db, scholar, makeRows('A', [3, 5]));
  await savePageOf(db, theirs, makeRows('A', [0, 5]));
  await runJob();
  expect(await marks()).toEqual({ 0: '', 1: '', 2: '', 3: 'mine read', 4: 'mine read' });
  expect(await marks(other)).toEqual({ 0: 'theirs', 1: 'theirs', 2: 'theirs', 3: 'theirs', 4: 'theirs' });
  expect((await other.ok('GET', '/rules')).rules).toMatchObject([{ tags: [{ name: 'theirs' }], acted_count: 5 }]);
  const { publications } = await admin.ok('GET', '/publications?search=tag:mine');
  const { rules: shown } = await other.ok('GET', `/publications/${publications[0].publication_id}`);
  expect(shown).toMatchObject([{ tags: ['theirs'] }]);
  const preview = await other.ok('POST', '/rules/preview', { body: { search: 'tag:mine' } });
  expect(preview.total_count).toBe(0);
});

test('previews what matches of the last 90 days, and changes nothing', async () => {
  const { admin, db, scholar, marks } = await startRuled(openService);
  const old = new Date(Date.now() - 100 * 86_400_000);
  await savePageOf(
    db,
    scholar,
    makeRows('A', [100, 160], (at) => ({ title: `Recent ${at}` })),
  );
  await savePageOf(
    db,
    scholar,
    makeRows('A', [200, 203], (at) => ({ title: `Recent ${at}` })),
    { at: old },
  );
  const preview = await admin.ok('POST', '/rules/preview', { body: { search: 'title:recent' } });
  expect(preview).toMatchObject({ total_count: 60, days: 90 });
  expect(preview.publications).toHaveLength(50);
  expect(preview.publications[0]).toMatchObject({
    title: 'Recent 100',
    scholar_label: expect.any(String),
    first_seen_at: expect.any(String),
  });
  const { error } = await admin.fails(422, 'validation_error', 'POST', '/rules/preview', {
    body: { search: 'title:(a' },
  });
  expect(error.details).toMatchObject([{ path: 'search', position: expect.any(Number) }]);
  expect(Object.values(await marks()).join('')).toBe('');
});

test('the rules of a library can be applied by several processes at once, while new entries arrive', async () => {
  const { admin, addRule, runJob, list, marks } = await startRuled(openService);
  await addRule({ name: 'a', search: 'work', tags: ['a'], mark_favorite: true });
  await addRule({ name: 'b', search: 'work', tags: ['b'], mark_read: true });
  const arrive = async () => {
    for (let at = 3; at < 43; at += 10) await list(at, at + 10);
  };
  await Promise.all([arrive(), runJob(), runJob(), runJob()]);
  await Promise.all([runJob(), runJob()]);
  const { 0: _a, 1: _b, 2: _c, ...rest } = await marks();
  expect(Object.values(rest)).toEqual(Array.from({ length: 40 }, () => 'a b read favorite'));
  const { rules } = await admin.ok('GET', '/rules');
  expect(rules.map((one: { acted_count: number }) => one.acted_count)).toEqual([40, 40]);
});
