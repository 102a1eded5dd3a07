import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';
import { ADA, BEN, importInto, startLibrary } from './portability-service.ts';

const openService = serviceOfFile();

const DEFAULTS = { mode: 'all', favorite_only: false, with_running: false, sort_by: 'first_seen', sort_dir: 'desc' };
const file = (...views: unknown[]) => ({ scholars: [{ scholar_id: ADA }], views, publications: [] });

test('views move to another installation with their order and scholars, and nothing is overwritten', async () => {
  const { admin, scholars } = await startLibrary(openService);
  const dump = await admin.ok('GET', '/scholars/export');
  expect(dump.views).toEqual([
    { name: 'Of Ada', layout: 'abstracts', scholar_id: ADA, parameters: { ...DEFAULTS, mode: 'unread' } },
    {
      name: 'To cite',
      layout: 'titles',
      scholar_id: null,
      parameters: { ...DEFAULTS, search: 'tag:"to cite"', sort_by: 'year' },
    },
  ]);
  expect((await admin.ok('GET', `/scholars/export?ids=${scholars[1]}`)).views).toEqual([]);
  const { admin: other } = await openService();
  const own = { name: 'to CITE', parameters: { mode: 'latest' } };
  await other.ok('POST', '/views', { body: own, status: 201 });
  const tried = await importInto(other, dump, '?dry_run=true');
  expect(tried).toMatchObject({ views_created: 1, skipped_records: 0, warnings: [] });
  expect((await other.ok('GET', '/views')).views).toHaveLength(1);
  expect(await importInto(other, dump)).toEqual(tried);
  const ada = (await other.ok('GET', '/scholars')).scholars.find(
    (one: { scholar_id: string }) => one.scholar_id === ADA,
  );
  expect((await other.ok('GET', '/views')).views).toMatchObject([
    { ...own, layout: 'titles' },
    { name: 'Of Ada', layout: 'abstracts', parameters: { mode: 'unread', scholar_profile_id: ada.id } },
  ]);
  expect(await importInto(other, dump)).toMatchObject({ views_created: 0, warnings: [] });
});

test('a view that cannot be read, or whose scholar is not tracked, is skipped with its reason', async () => {
  const { admin } = await openService();
  const { warnings, ...counts } = await importInto(
    admin,
    file(
      'x',
      { name: ' ' },
      { name: 'a', parameters: { page: 2 } },
      { name: 'b', parameters: { search: 'is:unred' } },
      { name: 'c', parameters: { scholar_profile_id: 1 } },
      { name: 'd', scholar_id: BEN },
      { name: 'e', scholar_id: 7 },
      { name: 'good', layout: 'huge', parameters: { search: 'x' } },
      { name: 'GOOD' },
      { name: 'hostile', parameters: { search: 'x\0\udc00' } },
    ),
  );
  expect(counts).toMatchObject({ views_created: 2, skipped_records: 7 });
  expect(warnings).toHaveLength(8);
  expect(warnings).toContain('views[7]: unreadable fields were ignored: layout.');
  expect(warnings).toContain('views[5] was skipped: you do not track its scholar.');
  expect((await admin.ok('GET', '/views')).views).toMatchObject([
    { name: 'good', layout: 'titles', parameters: { ...DEFAULTS, search: 'x' } },
    { name: 'hostile', parameters: { search: 'x \ufffd' } },
  ]);
});

test('an import creates no more views than a user can have', async () => {
  const { admin } = await openService();
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, at) => ({ name: `${prefix}${at}` }));
  expect(await importInto(admin, file(...many(99, 'a')))).toMatchObject({ views_created: 99 });
  const more = await importInto(admin, file(...many(2, 'b'), ...many(3, 'a')));
  expect(more).toMatchObject({ views_created: 1, skipped_records: 1 });
  expect(more.warnings).toEqual(['views[1] was skipped: you can have at most 100 views.']);
});
