import { expect, test } from 'vitest';
import { serviceOfFile } from '../support/service.ts';
import { startTagged } from './tags/tagged-library.ts';

const openService = serviceOfFile();

test('papers that a view leaves out by a tag stay hidden when the tag is deleted', async () => {
  const { admin, setTags } = await startTagged(openService);
  await setTags(2, ['private']);
  const { id } = await admin.ok('POST', '/views', {
    body: { name: 'Public', parameters: { search: 'A -(tag:private or is:retracted)' } },
    status: 201,
  });
  const body = { slug: 'without-private', scope: 'view', view_id: id };
  const list = await admin.ok('POST', '/public-lists', { body, status: 201 });
  const read = async () => {
    const response = await fetch(list.url);
    return { status: response.status, isShown: (await response.text()).includes('Work A:2') };
  };
  expect(await read()).toEqual({ status: 200, isShown: false });
  const { tags } = await admin.ok('GET', '/tags');
  await admin.ok('DELETE', `/tags/${tags[0].id}`);
  expect(await read()).toEqual({ status: 404, isShown: false });
  const again = { body: { ...body, slug: 'once-more' } };
  const { error } = await admin.fails(422, 'validation_error', 'POST', '/public-lists', again);
  expect(error.message).toMatch(/leaves out a tag/);
  await admin.ok('POST', `/tags/${tags[0].id}/restore`);
  expect(await read()).toEqual({ status: 200, isShown: false });
});

test('an address with NUL is not found', async () => {
  const { url } = await openService();
  for (const ending of ['', '.bib']) expect((await fetch(`${url}/p/lab%00${ending}`)).status).toBe(404);
});

test('the last year of a list is not before its first one', async () => {
  const { admin } = await openService();
  const body = { slug: 'years', scope: 'favorites', year_from: 2020, year_to: 2010 };
  await admin.fails(422, 'validation_error', 'POST', '/public-lists', { body });
});
