import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';
import { codeOf, sendLine } from '../envelope-requests.ts';

const openService = serviceOfFile();

const text = (bytes: number) => 'x'.repeat(bytes);

test('a form may have 16 kB, by its announced and its actual length, a list 300 kB, and a note what its longest text needs', async () => {
  const { admin, url } = await openService();
  const login = (bytes: number) => ({ body: { email: 'x@x.example', password: text(bytes) } });
  await admin.fails(413, 'payload_too_large', 'POST', '/auth/login', login(16_384));
  await admin.fails(422, 'validation_error', 'POST', '/auth/login', login(16_000));
  await admin.fails(413, 'payload_too_large', 'PUT', '/settings', { body: { openalex_api_key: text(17_000) } });
  await admin.fails(413, 'payload_too_large', 'POST', '/nothing/here', { body: { text: text(17_000) } });
  const ids = Array.from({ length: 1000 }, (_, n) => 9_007_199_254_739_000 + n);
  const selections = ids.map((id) => ({ publication_id: id, scholar_profile_id: id }));
  expect(JSON.stringify({ selections }).length).toBeGreaterThan(16_384);
  const marked = await admin.ok('POST', '/publications/mark-read', { body: { selections } });
  expect(marked).toMatchObject({ requested_count: 1000, updated_count: 0 });
  await admin.fails(413, 'payload_too_large', 'POST', '/publications/mark-read', { body: { x: text(300_000) } });
  const note = (count: number) => ({ body: { publication_id: 1, text: '\\'.repeat(count), revision: null } });
  await admin.fails(413, 'payload_too_large', 'PUT', `/notes/${randomUUID()}`, note(70_000));
  await admin.fails(422, 'validation_error', 'PUT', `/notes/${randomUUID()}`, note(60_000));
  const head = ['Content-Type: application/json', 'Transfer-Encoding: chunked', `Cookie: ${cookiesOf(admin.cookies)}`];
  const chunk = `${(17_000).toString(16)}\r\n"${text(16_999)}\r\n`;
  const answer = await sendLine(url, 'POST /api/v1/auth/logout', [...head, `X-CSRF-Token: ${admin.csrf}`], chunk);
  expect([answer.status, codeOf(answer)]).toEqual([413, 'payload_too_large']);
});

test('the largest valid form fits into the limit, even if it is written with escapes', async () => {
  const { admin } = await openService();
  const escaped = (value: string) =>
    [...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const body = `{"email":"${escaped(text(254))}","password":"${escaped(text(256))}"}`;
  const answer = await admin.call('POST', '/auth/login', { body, headers: { 'content-type': 'application/json' } });
  expect(answer.status).not.toBe(413);
  const url = `https://x.example/${'a'.repeat(2048 - 18)}`;
  await admin.fails(404, 'scholar_not_found', 'PUT', '/scholars/1/image/url', {
    body: `{"image_url":"${escaped(url)}"}`,
    headers: { 'content-type': 'application/json' },
  });
});

function cookiesOf(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
