import { expect, test } from 'vitest';
import { cleanText, dropDirection } from '../../src/platform/clean-text.ts';
import { Client } from '../support/client.ts';
import { ENDLESS_TEXT, HOSTILE_TEXTS, LINE_BREAKS, UNSTORABLE_TEXTS } from '../support/hostile-texts.ts';
import { expectLogLines } from '../support/log-lines.ts';
import { serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile();

const texts = Object.entries(HOSTILE_TEXTS);
const ADA = 'AAAAAAAAAAA1';
const json = { 'content-type': 'application/json' };

test('names of tokens and of requesters of repairs are returned as one visible line, and nothing in them is executed', async () => {
  const { admin, log } = await openService();
  // composed characters may be longer than what was sent
  const sent = [...texts, ['lineBreaks', LINE_BREAKS]].map(([, text]) => `${text}`.slice(0, 80));
  for (const name of sent) {
    await admin.ok('POST', '/auth/tokens', { body: { name, scope: 'read' }, status: 201 });
    await admin.ok('POST', '/admin/db/repairs/publication-links', {
      body: { user_id: admin.userId, requested_by: name },
    });
  }
  const kept = sent.map(cleanText).sort();
  const { tokens } = await admin.ok('GET', '/auth/tokens');
  expect(tokens.map(({ name }: { name: string }) => name).sort()).toEqual(kept);
  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs?limit=200');
  expect(jobs.map((job: { requested_by: string }) => job.requested_by).sort()).toEqual(kept);
  const answer = await admin.raw('GET', '/api/v1/auth/tokens');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expectLogLines(log());
});

test('a text with forbidden characters or beyond the maximum length is rejected, not truncated', async () => {
  const { admin, log } = await openService();
  const [first] = (await admin.ok('GET', '/admin/users')).users;
  for (const text of [...Object.values(UNSTORABLE_TEXTS), ENDLESS_TEXT.slice(0, 10_000)]) {
    const password = `${text} and a long phrase`;
    const requests: [method: string, path: string, body: object][] = [
      ['POST', '/auth/tokens', { name: text, scope: 'read' }],
      ['POST', '/admin/users', { email: `${text}@lectern.example`, password: 'a long phrase', is_admin: false }],
      ['POST', '/admin/users', { email: 'new@lectern.example', password, is_admin: false }],
      ['POST', `/admin/users/${first.id}/reset-password`, { new_password: password }],
      ['POST', '/admin/db/repairs/publication-links', { user_id: first.id, requested_by: text }],
      ['PUT', '/settings', { openalex_api_key: text }],
      ['PUT', '/settings', { unpaywall_email: `${text}@a.example` }],
      ['POST', '/scholars', { scholar_id: text }],
    ];
    for (const [method, path, body] of requests) {
      const { status, error } = await admin.call(method, path, { body });
      expect([status, error.code], `${method} ${path} ${text.slice(0, 20)}`).toEqual([422, expect.any(String)]);
    }
  }
  await admin.fails(413, 'payload_too_large', 'POST', '/auth/tokens', { body: { name: ENDLESS_TEXT, scope: 'read' } });
  expect((await admin.ok('GET', '/auth/tokens')).tokens).toEqual([]);
  expect((await admin.ok('GET', '/admin/users')).users).toEqual([first]);
  expectLogLines(log());
});

test('an email address or a password with hostile text is kept exactly', async () => {
  const { admin, url, log } = await openService();
  const emails: string[] = [];
  // a few, because each password is hashed three times
  for (const key of ['script', 'zalgo', 'emoji', 'quotes'] as const) {
    const text = HOSTILE_TEXTS[key];
    // an address contains neither spaces nor invisible characters
    const email = `${text.replace(/[\s\p{C}@]/gu, '')}.${key}@lectern.example`.normalize('NFC');
    const password = `quiet harbour and ${text}`;
    const made = await admin.ok('POST', '/admin/users', { body: { email, password, is_admin: false }, status: 201 });
    expect(made.email).toBe(email);
    emails.push(email);
    const client = new Client(url);
    await client.signIn(email, password);
    expect((await client.ok('GET', '/auth/me')).user.email).toBe(email);
    const wrong = { body: { email, password: `${password} ` } };
    await client.fails(401, 'invalid_credentials', 'POST', '/auth/login', wrong);
  }
  const { users } = await admin.ok('GET', '/admin/users');
  expect(users.map(({ email }: { email: string }) => email)).toEqual(expect.arrayContaining(emails));
  expectLogLines(log());
});

test('an import keeps hostile text but its direction, reports what it truncated or omitted, and the export returns the text', async () => {
  const { admin, log } = await openService();
  const items = texts.map(([key, text], at) => ({
    ...{ scholar_id: ADA, title: `${key}: ${text}`, author_text: text, venue_text: `Journal of ${text}` },
    ...{ year: 2020, citation_count: at, is_read: false, is_favorite: true },
  }));
  const spoilt = [
    { scholar_id: ADA, title: `unclean: ${Object.values(UNSTORABLE_TEXTS).join(' ')}`, is_favorite: true },
    { scholar_id: ADA, title: `endless: ${ENDLESS_TEXT}`, author_text: ENDLESS_TEXT, venue_text: ENDLESS_TEXT },
    {
      scholar_id: ADA,
      title: 'addresses',
      pub_url: HOSTILE_TEXTS.link,
      pdf_url: `http://a.example/${'é'.repeat(1_000)}`,
    },
    {
      scholar_id: ADA,
      title: 'identifiers',
      doi: `10.1000/${HOSTILE_TEXTS.image}`,
      identifiers: [{ kind: 'x', value: '<' }],
    },
    { scholar_id: HOSTILE_TEXTS.script, title: 'of nobody' },
  ];
  const file = { schema_version: 1, scholars: [{ scholar_id: ADA }], publications: [...items, ...spoilt] };
  const answer = await admin.ok('POST', '/scholars/import', { body: JSON.stringify(file), headers: json });
  expect(answer).toMatchObject({ publications_created: items.length + 4, skipped_records: 1 });
  const from = items.length;
  const expectedWarnings = [
    `publications[${from + 1}]: fields were too long and were cut: title, author_text, venue_text.`,
    `publications[${from + 2}]: unreadable fields were ignored: pub_url, pdf_url.`,
    `publications[${from + 4}] was skipped: scholar_id is not a valid profile id.`,
  ];
  expect(answer.warnings).toEqual(expect.arrayContaining(expectedWarnings));

  const { publications } = await admin.ok('GET', '/publications?page_size=500');
  const shown = new Map<string, Record<string, unknown>>(
    publications.map((one: { title: string }) => [one.title.split(':', 1)[0], one]),
  );
  // characters that change the direction of a text are the only ones that are dropped
  const kept = items.map(({ title, author_text, venue_text }) => ({
    ...{ title: dropDirection(title), author_text: dropDirection(author_text), venue_text: dropDirection(venue_text) },
  }));
  for (const { title, author_text, venue_text } of kept)
    expect(shown.get(title.split(':', 1)[0] ?? '')).toMatchObject({ title, author_text, venue_text });
  expect(shown.get('unclean')?.title).toBe('unclean: ab half \ufffd a character half \ufffd a character');
  expect(shown.get('endless')?.title).toBe(`endless: ${ENDLESS_TEXT}`.slice(0, 2_000));
  expect(shown.get('addresses')).toMatchObject({ pub_url: null, pdf_url: null });

  for (const [key, text] of texts) {
    // in a search, a hyphen before a word excludes the word
    const search = encodeURIComponent(`${key} ${text}`.slice(0, 200).replaceAll(' -', ' '));
    const found = (await admin.ok('GET', `/publications?search=${search}`)).publications;
    expect(
      found.map(({ title }: { title: string }) => title),
      key,
    ).toEqual([`${key}: ${dropDirection(text)}`]);
  }

  const response = await admin.raw('GET', '/api/v1/scholars/export');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  // no file name in a response contains text from users
  expect(response.headers.get('content-disposition')).toBeNull();
  const { data } = (await response.json()) as { data: { publications: { title: string }[] } };
  for (const { title, author_text, venue_text } of kept)
    expect(data.publications).toContainEqual(expect.objectContaining({ title, author_text, venue_text }));
  const again = await admin.ok('POST', '/scholars/import', { body: JSON.stringify(data), headers: json });
  expect(again).toMatchObject({ publications_created: 0, publications_updated: 0, links_created: 0, warnings: [] });
  expectLogLines(log());
});

test('hostile text in URLs, headers and forms matches nothing, breaks no log line, and is returned as plain text', async () => {
  const { admin, log } = await openService();
  for (const text of [...Object.values(HOSTILE_TEXTS), ...Object.values(UNSTORABLE_TEXTS), LINE_BREAKS]) {
    const sent = encodeURIComponent(text.toWellFormed());
    const { publications } = await admin.ok(
      'GET',
      `/publications?search=${encodeURIComponent(text.toWellFormed().slice(0, 200))}`,
    );
    expect(publications).toEqual([]);
    const header = Buffer.from(text)
      .toString('latin1')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
      .trim();
    const headers = { 'user-agent': header, 'x-request-id': header, 'idempotency-key': header, referer: header };
    const { requestId } = await admin.call('GET', `/runs/${sent}`, { headers });
    expect(requestId).toMatch(/^[\w.-]{1,128}$/);
    const { error } = await admin.call('POST', '/publications/mark-read', { body: { [text]: text } });
    expect(error.details).toContainEqual({
      path: expect.any(String),
      message: expect.stringMatching(/^(is not a known field|must not contain .*)$/),
    });
    const form = new FormData();
    form.append('image', new Blob(['no picture']), text.toWellFormed());
    await admin.fails(404, 'scholar_not_found', 'POST', '/scholars/4711/image/upload', { body: form });
  }
  expectLogLines(log());
});
