import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';
import { ADA, countsOf, importInto } from './portability-service.ts';

const openService = serviceOfFile();

const file = (...items: object[]) => ({
  scholars: [{ scholar_id: ADA }],
  publications: items.map((publication, at) => ({ scholar_id: ADA, title: `Work ${at}`, ...publication })),
});

async function startImported() {
  const service = await openService();
  const { admin } = service;
  const tagsByTitle = async () => {
    const { publications } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
    return publications.map(({ tags }: { tags: { name: string; color: string }[] }) =>
      tags.map(({ name, color }) => `${name}: ${color}`),
    );
  };
  return { ...service, tagsByTitle };
}

test('an import adds tags and never changes or removes existing ones', async () => {
  const { admin, tagsByTitle } = await startImported();
  await importInto(admin, file({ tags: [{ name: 'Mine', color: 'red' }] }, {}));
  expect(await tagsByTitle()).toEqual([['Mine: red'], []]);
  const more = file({ tags: [{ name: 'theirs', color: 'blue' }] }, { tags: [{ name: 'MINE', color: 'pink' }] });
  const preview = await importInto(admin, more, '?dry_run=true');
  expect(countsOf(preview)).toEqual([0, 0, 0, 0, 0, 2]);
  expect(await tagsByTitle()).toEqual([['Mine: red'], []]);
  expect((await admin.ok('GET', '/tags')).tags).toHaveLength(1);
  expect(await importInto(admin, more)).toEqual(preview);
  expect(await tagsByTitle()).toEqual([['Mine: red', 'theirs: blue'], ['Mine: red']]);
  expect(countsOf(await importInto(admin, more))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('an import takes names in place of tags, combines duplicates, and skips what is not a tag', async () => {
  const { admin, tagsByTitle } = await startImported();
  const tags = ['plain', 'PLAIN', { name: ' spaced  out ', color: 'black' }, { color: 'red' }, '', 7, 'x'.repeat(51)];
  const { warnings } = await importInto(
    admin,
    file({ title: 'Same', tags }, { title: 'Same', tags: ['second'] }, { tags: 'nothing' }),
  );
  expect(warnings).toEqual([expect.stringMatching(/publications\[2\].*tags/)]);
  expect(await tagsByTitle()).toEqual([
    [expect.stringMatching(/^plain: /), expect.stringMatching(/^second: /), expect.stringMatching(/^spaced out: /)],
    [],
  ]);
});

test('an import leaves out tags that are more than a user can have', async () => {
  const { admin } = await startImported();
  const many = (from: number) => Array.from({ length: 300 }, (_, at) => `tag ${from + at}`);
  await importInto(admin, file({ tags: many(0) }));
  const { warnings } = await importInto(admin, file({}, { tags: many(250) }, { tags: ['tag 549'] }));
  expect(warnings).toHaveLength(50);
  expect(warnings[0]).toMatch(/^The tag “tag \d+” was not created/);
  const { tags } = await admin.ok('GET', '/tags');
  expect(tags).toHaveLength(500);
  // the most frequent ones come first
  expect(tags).toContainEqual(expect.objectContaining({ name: 'tag 549', publication_count: 2 }));
});
