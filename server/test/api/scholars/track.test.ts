import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

const ID = 'AbCdEfGh_-12';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const create = (scholar_id: unknown, more: Record<string, unknown> = {}) => ({ body: { scholar_id, ...more } });

test('tracking a profile answers with the scholar, and queues its first crawl', async () => {
  const { admin, db } = await startService();
  const scholar = await admin.ok('POST', '/scholars', { ...create(ID), status: 201 });
  expect(scholar).toEqual({
    id: expect.any(Number),
    scholar_id: ID,
    display_name: null,
    affiliation: null,
    profile_url: `http://127.0.0.1:9/citations?user=${ID}&hl=en`,
    profile_image_url: null,
    profile_image_source: 'none',
    profile_image_state: 'none',
    profile_image_override_url: null,
    is_enabled: true,
    baseline_completed: false,
    publication_count: 0,
    unread_count: 0,
    last_run_dt: null,
    last_run_status: null,
    created_at: TIME,
    crawl: { state: 'queued', collected: 0, next_attempt_dt: TIME, reason: null },
  });
  expect(await admin.ok('GET', '/scholars')).toEqual({ scholars: [scholar] });
  expect(await admin.ok('GET', '/runs/queue/items')).toEqual({
    queue_items: [
      {
        id: expect.any(Number),
        scholar_profile_id: scholar.id,
        scholar_label: ID,
        status: 'queued',
        reason: 'first_crawl',
        dropped_reason: null,
        attempt_count: 0,
        resume_cstart: 0,
        next_attempt_dt: TIME,
        updated_at: TIME,
        last_error: null,
        last_run_id: null,
      },
    ],
    pagination: { page: 1, page_size: 200, has_prev: false, has_next: false, total_count: 1 },
  });
  const jobs = await db.selectFrom('queue_items').select('source').execute();
  expect(jobs).toEqual([{ source: 'google_scholar' }]);
});

test('a profile is named by its id or by the address of its page', async () => {
  const { admin } = await startService();
  const forms = [
    '  AAAAAAAAAAA1 ',
    'https://scholar.google.com/citations?user=AAAAAAAAAAA2',
    'https://scholar.google.com/citations?hl=de&user=AAAAAAAAAAA3&view_op=list_works#d=gs_md',
    'http://scholar.google.co.uk/citations?user=AAAAAAAAAAA4&hl=en',
    'scholar.google.de/citations?user=AAAAAAAAAAA5',
    'HTTPS://SCHOLAR.GOOGLE.COM/citations?user=AAAAAAAAAAA6',
  ];
  for (const [index, form] of forms.entries()) {
    const scholar = await admin.ok('POST', '/scholars', { ...create(form), status: 201 });
    expect(scholar.scholar_id).toBe(`AAAAAAAAAAA${index + 1}`);
  }
  expect((await admin.ok('GET', '/scholars')).scholars).toHaveLength(6);
});

test('what names no profile is refused, and nothing is queued', async () => {
  const { admin } = await startService();
  const wrong = [
    '',
    'short',
    'thirteenchars',
    'has a space1',
    'https://scholar.google.com/citations',
    'https://scholar.google.com/citations?user=short',
    `https://scholar.google.com.evil.example/citations?user=${ID}`,
    `https://evil.example/citations?user=${ID}`,
    `https://scholar.google.com/scholar?user=${ID}`,
    `https://scholar.google.com/citations?user=${ID}&user=AAAAAAAAAAA1`,
    `javascript:scholar.google.com/citations?user=${ID}`,
  ];
  for (const form of wrong) {
    const { error } = await admin.fails(422, 'invalid_scholar', 'POST', '/scholars', create(form));
    expect(error.details, form).toEqual([{ path: 'scholar_id', message: expect.any(String) }]);
  }
  for (const body of [{}, { scholar_id: 7 }, { scholar_id: null }, { scholar_id: ID, name: 'x' }, []]) {
    await admin.fails(422, 'validation_error', 'POST', '/scholars', { body });
  }
  expect((await admin.ok('GET', '/scholars')).scholars).toEqual([]);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
});

test('an image address is absolute, http or https, and 2,048 characters at most', async () => {
  const { admin } = await startService();
  const longest = `https://x.example/${'a'.repeat(2048 - 18)}`;
  for (const [index, address] of ['https://x.example/a.png', 'http://x.example/?a=1#b', longest].entries()) {
    const asked = { ...create(`AAAAAAAAAAA${index}`, { profile_image_url: address }), status: 201 };
    expect(await admin.ok('POST', '/scholars', asked)).toMatchObject({
      profile_image_override_url: address,
      profile_image_source: 'override',
      profile_image_state: 'pending',
    });
  }
  for (const address of ['', 'a.png', '/a.png', '//x.example/a.png', 'ftp://x.example/a', 'javascript:alert(1)']) {
    const asked = create(ID, { profile_image_url: address });
    const { error } = await admin.fails(422, 'invalid_scholar_image', 'POST', '/scholars', asked);
    expect(error.details[0].path, address).toBe('profile_image_url');
  }
  for (const address of ['http:x.example', ' https://x.example/a', 'https://x.example/a b', 'https://', 'data:,x']) {
    const asked = create(ID, { profile_image_url: address });
    await admin.fails(422, 'invalid_scholar_image', 'POST', '/scholars', asked);
  }
  const tooLong = await admin.call('POST', '/scholars', create(ID, { profile_image_url: `${longest}a` }));
  expect(tooLong.status).toBe(422);
  await admin.ok('POST', '/scholars', { ...create(ID, { profile_image_url: null }), status: 201 });
});

test('a profile is tracked once a user, also when several requests race', async () => {
  const { admin, newUser, db } = await startService();
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.call('POST', '/scholars', create(ID))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const { error } = await admin.fails(409, 'scholar_already_tracked', 'POST', '/scholars', create(ID));
  expect(error.details).toEqual({ scholar_id: ID });
  const address = `https://scholar.google.com/citations?user=${ID}`;
  await admin.fails(409, 'scholar_already_tracked', 'POST', '/scholars', create(address));
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toHaveLength(1);
  const other = await newUser('other');
  await other.ok('POST', '/scholars', { ...create(ID), status: 201 });
  expect(await db.selectFrom('profiles').select('id').execute()).toHaveLength(1);
});

test('toggling twice changes nothing in the end', async () => {
  const { admin } = await startService();
  const scholar = await admin.ok('POST', '/scholars', { ...create(ID), status: 201 });
  const off = await admin.ok('PATCH', `/scholars/${scholar.id}/toggle`);
  expect(off).toEqual({ ...scholar, is_enabled: false });
  expect(await admin.ok('PATCH', `/scholars/${scholar.id}/toggle`)).toEqual(scholar);
});

test("another user's scholars are not there", async () => {
  const { admin, newUser } = await startService();
  const { id } = await admin.ok('POST', '/scholars', { ...create(ID), status: 201 });
  const other = await newUser('other');
  expect(await other.ok('GET', '/scholars')).toEqual({ scholars: [] });
  expect((await other.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
  for (const unknown of [id, 999_999, Number.MAX_SAFE_INTEGER]) {
    await other.fails(404, 'scholar_not_found', 'PATCH', `/scholars/${unknown}/toggle`);
    await other.fails(404, 'scholar_not_found', 'DELETE', `/scholars/${unknown}`);
  }
  for (const path of ['0', '-1', 'x', '1.5', '99999999999999999999']) {
    await other.fails(422, 'validation_error', 'PATCH', `/scholars/${path}/toggle`);
    await other.fails(422, 'validation_error', 'DELETE', `/scholars/${path}`);
  }
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([{ id, is_enabled: true }]);
});

test('a deleted scholar is gone with its work, and a second time there is none', async () => {
  const { admin } = await startService();
  const { id } = await admin.ok('POST', '/scholars', { ...create(ID), status: 201 });
  expect(await admin.ok('DELETE', `/scholars/${id}`)).toEqual({ message: expect.any(String) });
  await admin.fails(404, 'scholar_not_found', 'DELETE', `/scholars/${id}`);
  expect((await admin.ok('GET', '/scholars')).scholars).toEqual([]);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
});

test('without a session or a CSRF token nothing is changed', async () => {
  const { admin, url } = await startService();
  const { Client } = await import('../../support/client.ts');
  const visitor = new Client(url);
  for (const [method, path] of [
    ['GET', '/scholars'],
    ['POST', '/scholars'],
    ['PATCH', '/scholars/1/toggle'],
    ['DELETE', '/scholars/1'],
    ['GET', '/runs'],
    ['GET', '/runs/1'],
    ['POST', '/runs/manual'],
    ['GET', '/runs/queue/items'],
  ] as const) {
    await visitor.fails(401, 'auth_required', method, path);
    if (method !== 'GET') await admin.fails(403, 'csrf_missing', method, path, { csrf: false });
  }
});
