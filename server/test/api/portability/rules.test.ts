import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';
import { ADA, importInto } from './portability-service.ts';

const openService = serviceOfFile();

const RULE = {
  name: 'To cite',
  search: 'title:work',
  tags: ['cite'],
  mark_read: true,
  mark_favorite: false,
  is_enabled: false,
};
const file = (...rules: unknown[]) => ({ scholars: [{ scholar_id: ADA }], rules, publications: [] });

test('an import adds rules, never changes existing ones, and counts them in the preview', async () => {
  const service = await openService();
  const { admin } = service;
  const mine = { ...RULE, name: 'Mine', mark_favorite: true };
  await admin.ok('POST', '/rules', { body: mine, status: 201 });
  const given = file({ ...RULE, name: 'MINE' }, RULE, { name: 'Read', search: 'venue:journal', mark_read: true });
  const preview = await importInto(admin, given, '?dry_run=true');
  expect(preview).toMatchObject({ rules_created: 2, skipped_records: 0, warnings: [] });
  expect((await admin.ok('GET', '/rules')).rules).toHaveLength(1);
  expect(await importInto(admin, given)).toEqual(preview);
  expect(await importInto(admin, given)).toMatchObject({ rules_created: 0 });
  const exported = await admin.ok('GET', '/scholars/export');
  const read = {
    name: 'Read',
    search: 'venue:journal',
    tags: [],
    mark_read: true,
    mark_favorite: false,
    is_enabled: true,
  };
  expect(exported.rules).toEqual([mine, read, RULE]);
  const { scholars } = await admin.ok('GET', '/scholars');
  expect((await admin.ok('GET', `/scholars/export?ids=${scholars[0].id}`)).rules).toEqual([]);
  const other = await service.newUser('other');
  await importInto(other, exported);
  expect((await other.ok('GET', '/scholars/export')).rules).toEqual(exported.rules);
});

test('an import skips rules that are not valid, and says why', async () => {
  const { admin } = await openService();
  const given = file(
    ...[7, { name: '', search: 'x' }, { name: 'a', search: ' ' }, { name: 'a', search: 'x' }],
    ...[
      { ...RULE, search: 'is:unred' },
      { ...RULE, search: '...' },
      { ...RULE, tags: [7, 'ok'], mark_read: 'yes' },
    ],
  );
  const { warnings, rules_created, skipped_records } = await importInto(admin, given);
  expect({ rules_created, skipped_records }).toEqual({ rules_created: 1, skipped_records: 6 });
  const places = [0, 1, 2, 3, 6, 4, 5].map((at) => expect.stringContaining(`rules[${at}]`));
  expect(warnings).toEqual(places);
  expect(warnings[5]).toMatch(/Did you mean unread\?$/);
  expect((await admin.ok('GET', '/scholars/export')).rules).toEqual([{ ...RULE, tags: ['ok'], mark_read: false }]);
  const many = Array.from({ length: 101 }, (_, at) => ({ ...RULE, name: `rule ${at}` }));
  expect(await importInto(admin, file(...many))).toMatchObject({ rules_created: 99, skipped_records: 2 });
  expect((await admin.ok('GET', '/rules')).rules).toHaveLength(100);
});
