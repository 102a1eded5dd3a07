import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serviceOfFile } from '../support/service.ts';
import { codeOf, sendLine } from './envelope-requests.ts';

const openService = serviceOfFile();

const JSON_TYPE = { 'content-type': 'application/json' };
/** All keys of its body are optional. */
const LENIENT = '/publications/mark-all-read';

test('a body that is not JSON is malformed', async () => {
  const { admin } = await openService();
  for (const body of [
    '{oops',
    '{"a":',
    ' ',
    'undefined',
    '{} {}',
    '{"__proto__":{"is_admin":true}}',
    '{"is_read":{"__proto__":1}}',
    '{"constructor":{"prototype":{}}}',
  ]) {
    const answer = await admin.fails(400, 'invalid_json', 'POST', LENIENT, { body, headers: JSON_TYPE });
    expect(answer.error.details, body).toBeNull();
  }
});

test('an error for a body names the wrong type, the unknown name or the invalid value', async () => {
  const { admin } = await openService();
  const cases: [body: string, path: string, message: string][] = [
    ['{"publication_ids":[1e400]}', 'publication_ids.0', 'must be <= 9007199254740991'],
    ['{"publication_ids":[1],"is_read":1}', 'is_read', 'must be boolean'],
    ['{"publication_ids":[1],"a\\u0000":1}', 'a\0', 'is not a known field'],
    ['{"publication_ids":["\\ud800"]}', 'publication_ids.0', 'must be integer'],
  ];
  for (const [body, path, message] of cases) {
    const given = { body, headers: JSON_TYPE };
    const answer = await admin.fails(422, 'validation_error', 'POST', '/publications/mark-read', given);
    expect(answer.error.details, body).toContainEqual({ path, message });
  }
  await admin.ok('POST', LENIENT, { body: '{}', headers: JSON_TYPE });
});

test('an error names a text that PostgreSQL cannot store', async () => {
  const { admin } = await openService();
  for (const [text, message] of [
    ['\\u0000', 'must not contain the NUL character'],
    ['\\ud800', 'must not contain half a surrogate pair'],
  ]) {
    const given = { body: `{"scope_mode":"all_users","confirmation_text":"${text}"}`, headers: JSON_TYPE };
    const path = '/admin/db/repairs/publication-links';
    const { error } = await admin.fails(422, 'validation_error', 'POST', path, given);
    expect(error.details).toEqual([{ path: 'confirmation_text', message }]);
  }
});

test('an error for a form names all its mistakes; one for a list names the first, and the length of the list before its items', async () => {
  const { admin } = await openService();
  const body = { email: 1, password: 2, is_admin: 3 };
  const form = await admin.fails(422, 'validation_error', 'POST', '/admin/users', { body });
  expect(form.error.details.map((detail: { path: string }) => detail.path).sort()).toEqual(Object.keys(body).sort());
  const wrong = { publication_ids: Array(500).fill('x') };
  const list = await admin.fails(422, 'validation_error', 'POST', '/publications/mark-read', { body: wrong });
  expect(list.error.details).toEqual([{ path: 'publication_ids.0', message: 'must be integer' }]);
  const long = { publication_ids: Array(60_000).fill('x') };
  const tooLong = await admin.fails(422, 'validation_error', 'POST', '/publications/mark-read', { body: long });
  expect(tooLong.error.details).toEqual([{ path: 'publication_ids', message: 'must NOT have more than 1000 items' }]);
});

test('a body with very many mistakes or deep nesting gets a response of ordinary size', async () => {
  const { admin } = await openService();
  const keys = Array.from({ length: 2000 }, (_, at) => `"k${at}":1`).join(',');
  const longName = 'n'.repeat(250_000);
  for (const body of [
    `{${keys}}`,
    `{"publication_ids":[${Array(140_000).fill(0).join(',')}]}`,
    `{"${longName}":1}`,
    `${'['.repeat(32)}${']'.repeat(32)}`,
    `${'{"a":'.repeat(32)}"\\u0000"${'}'.repeat(32)}`,
  ]) {
    const given = { body, headers: JSON_TYPE };
    const answer = await admin.fails(422, 'validation_error', 'POST', '/publications/mark-read', given);
    expect(JSON.stringify(answer.error).length, body.slice(0, 30)).toBeLessThan(20_000);
    // client and service share one process here, so several slow iterations of both in a row would look like overload
    await setTimeout(600);
  }
});

test('a body with too many levels or parts is refused before it is parsed, whether it is JSON or not', async () => {
  const { admin } = await openService();
  const keys = Array.from({ length: 21_000 }, (_, at) => `"k${at}":1`).join(',');
  for (const [body, message] of [
    [`${'['.repeat(149_000)}${']'.repeat(149_000)}`, 'must not be nested more than 32 levels deep'],
    ['{"a":'.repeat(33), 'must not be nested more than 32 levels deep'],
    [`{${keys}}`, 'must not have more than 4096 keys, objects and lists'],
    [
      `{"publication_ids":[${Array(90_000).fill('{}').join(',')}]}`,
      'must not have more than 4096 keys, objects and lists',
    ],
  ]) {
    const given = { body, headers: JSON_TYPE };
    const { error } = await admin.fails(422, 'validation_error', 'POST', '/publications/mark-read', given);
    expect(error).toMatchObject({ message: `The body is not valid: it ${message}.`, details: [{ path: '', message }] });
  }
  const selections = Array.from({ length: 1000 }, (_, at) => ({ publication_id: at + 1, scholar_profile_id: at + 1 }));
  await admin.ok('POST', '/publications/mark-read', { body: { selections } });
});

test('a body whose keys are all optional may be missing, including its content type', async () => {
  const { admin, url } = await openService();
  await admin.ok('POST', LENIENT);
  await admin.ok('POST', LENIENT, { headers: JSON_TYPE });
  await admin.ok('POST', LENIENT, { body: '', headers: JSON_TYPE });
  const answer = await sendLine(url, `POST /api/v1${LENIENT}`, [...credentials(admin), 'Content-Length: 0']);
  expect(answer.status, answer.body).toBe(200);
  const missing = await admin.fails(422, 'validation_error', 'POST', '/scholars');
  expect(missing.error.details).toEqual([{ path: 'scholar_id', message: 'is required' }]);
});

test('a body that is not sent as JSON is not parsed', async () => {
  const { admin, url } = await openService();
  for (const type of [
    'text/plain',
    'text/csv',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/xml',
    'json',
  ]) {
    const given = { body: '{}', headers: { 'content-type': type } };
    await admin.fails(415, 'unsupported_media_type', 'POST', LENIENT, given);
  }
  await admin.fails(415, 'unsupported_media_type', 'DELETE', '/scholars/1', { body: 'x' });
  const untyped = await sendLine(url, `POST /api/v1${LENIENT}`, [...credentials(admin), 'Content-Length: 2'], '{}');
  expect([untyped.status, codeOf(untyped)]).toEqual([415, 'unsupported_media_type']);
  await admin.ok('POST', LENIENT, { body: '{}', headers: { 'content-type': 'Application/JSON; charset=UTF-8' } });
});

test('numbers and flags are read from text, but inexact numbers and names inherited by objects are not', async () => {
  const { admin } = await openService();
  await admin.ok('GET', '/publications?page=2&page_size=10&favorite_only=true');
  for (const [query, path] of [
    ['page=99999999999999999999', 'page'],
    ['__proto__=1', '__proto__'],
    ['mode[]=all', 'mode[]'],
  ] as const) {
    const answer = await admin.fails(422, 'validation_error', 'GET', `/publications?${query}`);
    expect(
      answer.error.details.map((detail: { path: string }) => detail.path),
      query,
    ).toContain(path);
  }
  for (const id of ['%00', '9007199254740993']) await admin.fails(422, 'validation_error', 'GET', `/runs/${id}`);
});

function credentials(client: { cookies: ReadonlyMap<string, string>; csrf: string | null }): string[] {
  const cookies = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  return [`Cookie: ${cookies}`, `X-CSRF-Token: ${client.csrf}`];
}
