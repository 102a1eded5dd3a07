import { expect, test } from 'vitest';
import { adminId, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const NAMES = {
  AAAAAAAAAAAA: 'Łukasz Wójcik',
  BBBBBBBBBBBB: 'Jürgen Müller',
  'CCCC-CCCC_CC': 'Ana García Peña',
  DDDDDDDDDDDD: '王小明',
  EEEEEEEEEEEE: 'Garo Müller',
};

test('scholars are found by the beginnings of words of their names and by the ids of their profiles', async () => {
  const { db, admin, newUser } = await openService();
  const user = await adminId(db);
  for (const [id, name] of Object.entries(NAMES)) await savePageOf(db, await track(db, user, id), [], { name });
  const nameless = await track(db, user, 'Unknown_-001');
  const namesOf = async (query: string): Promise<string[]> =>
    (await admin.ok('GET', `/scholars?${query}`)).scholars.map(
      (one: { display_name: string | null; scholar_id: string }) => one.display_name ?? one.scholar_id,
    );
  const find = (text: string) => namesOf(`search=${encodeURIComponent(text)}`);

  const all = await namesOf('');
  expect(all).toHaveLength(6);
  expect(await find('  ')).toEqual(all);
  const [first, second] = all;
  expect(await namesOf('limit=2')).toEqual([first, second]);
  expect(await namesOf('limit=500')).toEqual(all);

  expect(await find('wojcik LUK')).toEqual(['Łukasz Wójcik']);
  expect(await find('mull')).toEqual(['Garo Müller', 'Jürgen Müller']);
  expect(await namesOf('search=mull&limit=1')).toEqual(['Garo Müller']);
  expect(await find('gar')).toEqual(['Ana García Peña', 'Garo Müller']);
  expect(await find('gar pen')).toEqual(['Ana García Peña']);
  expect(await find('小')).toEqual(['王小明']);
  expect(await find('rcia'), 'not in the middle of a word').toEqual([]);
  expect(await find('cccc-CCCC_c')).toEqual(['Ana García Peña']);
  expect(await find('unknown_-001')).toEqual(['Unknown_-001']);
  expect(await find('%')).toEqual([]);

  expect((await admin.ok('GET', `/scholars/${nameless}`)).scholar_id).toBe('Unknown_-001');
  expect(await (await newUser('other')).ok('GET', '/scholars?search=unknown')).toEqual({ scholars: [] });
});
