import { expect, test } from 'vitest';
import { ONE, serviceOfFile } from '../../support/service.ts';
import { untilQueueIsDone } from '../../support/wait.ts';

const openCrawling = serviceOfFile({ sources: 'google_scholar' });
const openService = serviceOfFile();

const ID = 'AbCdEfGh_-12';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const create = (scholar_id: unknown, more: Record<string, unknown> = {}) => ({ body: { scholar_id, ...more } });

test('tracking a profile returns the scholar and queues its first crawl', async () => {
  const { admin } = await openService();
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
    profiles: [{ source: 'google_scholar', id: ID, state: 'confirmed' }],
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
        source: 'google_scholar',
        source_id: ID,
      },
    ],
    pagination: { page: 1, page_size: 200, has_prev: false, has_next: false, total_count: 1 },
  });
});

test('a profile can be given by its id or by the URL of its page', async () => {
  const { admin } = await openService();
  const forms = ['  AAAAAAAAAAA1 ', 'https://scholar.google.com/citations?hl=de&user=AAAAAAAAAAA2#d=gs_md'];
  for (const [index, form] of forms.entries()) {
    const scholar = await admin.ok('POST', '/scholars', { ...create(form), status: 201 });
    expect(scholar.scholar_id).toBe(`AAAAAAAAAAA${index + 1}`);
  }
  expect((await admin.ok('GET', '/scholars')).scholars).toHaveLength(forms.length);
});

test('an address without a scheme or with a query is read alone, in a list and in a decision', async () => {
  const { admin } = await openService();
  const scholar = await admin.ok('POST', '/scholars', { ...create('orcid.org/0000000218250097?lang=en'), status: 201 });
  expect(scholar.scholar_id).toBe('0000-0002-1825-0097');
  const lines = ['https://orcid.org/0000-0002-1825-0097#x', 'api.openalex.org/people/A5023888391?x=1'];
  const { results } = await admin.ok('POST', '/scholars/batch', { body: { lines } });
  expect(results).toMatchObject([{ status: 'already_tracked' }, { status: 'added' }]);
  const profile = { source: 'dblp', id: 'dblp.org/pid/65%2F9612' };
  await admin.ok('PUT', `/scholars/${scholar.id}/profiles`, { body: { ...profile, decision: 'confirmed' } });
  const [tracked] = (await admin.ok('GET', '/scholars')).scholars.filter(({ id }: { id: number }) => id === scholar.id);
  expect(tracked.profiles).toMatchObject([{ source: 'orcid' }, { source: 'dblp', id: '65/9612' }]);
});

test('an invalid profile is rejected, and nothing is queued', async () => {
  const { admin } = await openService();
  const wrong = [
    '',
    'short',
    `https://scholar.google.com.evil.example/citations?user=${ID}`,
    `javascript:scholar.google.com/citations?user=${ID}`,
  ];
  for (const form of wrong) {
    const { error } = await admin.fails(422, 'invalid_scholar', 'POST', '/scholars', create(form));
    expect(error.details, form).toEqual([{ path: 'scholar_id', message: expect.any(String) }]);
  }
  const former = create('https://dblp.org/pers/hd/b/Berg:Anna');
  const { error } = await admin.fails(422, 'invalid_scholar', 'POST', '/scholars', former);
  expect(error.message).toMatch(/former address of DBLP.*https:\/\/dblp\.org\/pid\//);
  expect((await admin.ok('GET', '/scholars')).scholars).toEqual([]);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
});

test('a profile can be tracked with an image URL, and an invalid one is rejected', async () => {
  const { admin } = await openService();
  const address = 'https://x.example/a.png';
  const requested = { ...create('AAAAAAAAAAA1', { profile_image_url: address }), status: 201 };
  expect(await admin.ok('POST', '/scholars', requested)).toMatchObject({
    profile_image_override_url: address,
    profile_image_source: 'override',
    profile_image_state: 'pending',
  });
  for (const wrong of ['', '/a.png', 'javascript:alert(1)']) {
    const refused = create(ID, { profile_image_url: wrong });
    const { error } = await admin.fails(422, 'invalid_scholar_image', 'POST', '/scholars', refused);
    expect(error.details[0].path, wrong).toBe('profile_image_url');
  }
  await admin.ok('POST', '/scholars', { ...create(ID, { profile_image_url: null }), status: 201 });
});

test('a user tracks a profile only once, also if several requests race', async () => {
  const { admin, newUser } = await openService();
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.call('POST', '/scholars', create(ID))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const { error } = await admin.fails(409, 'scholar_already_tracked', 'POST', '/scholars', create(ID));
  const [{ id: scholar_profile_id }] = (await admin.ok('GET', '/scholars')).scholars;
  expect(error.details).toEqual({ scholar_id: ID, scholar_profile_id });
  const address = `https://scholar.google.com/citations?user=${ID}`;
  await admin.fails(409, 'scholar_already_tracked', 'POST', '/scholars', create(address));
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toHaveLength(1);
  const other = await newUser('other');
  await other.ok('POST', '/scholars', { ...create(ID), status: 201 });
});

test('toggling twice restores the state; deleting a scholar deletes its queued work', async () => {
  const { admin } = await openService();
  const scholar = await admin.ok('POST', '/scholars', { ...create(ID), status: 201 });
  const { id } = scholar;
  expect(await admin.ok('PATCH', `/scholars/${id}/toggle`)).toEqual({ ...scholar, is_enabled: false });
  expect(await admin.ok('PATCH', `/scholars/${id}/toggle`)).toEqual(scholar);
  expect(await admin.ok('DELETE', `/scholars/${id}`)).toEqual({ message: expect.any(String) });
  expect((await admin.ok('GET', '/scholars')).scholars).toEqual([]);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
});

test('a list is tracked in one request, with a result for each line', async () => {
  const { admin } = await openService();
  await admin.ok('POST', '/scholars', { ...create('AAAAAAAAAAA1'), status: 201 });
  const lines = ['AAAAAAAAAAA1', 'AAAAAAAAAAA2', '', 'nobody', 'https://openalex.org/A5023888391', 'AAAAAAAAAAA2'];
  const { added_count, results } = await admin.ok('POST', '/scholars/batch', { body: { lines } });
  const statuses = results.map(({ status }: { status: string }) => status);
  expect([added_count, ...statuses]).toEqual([
    ...[2, 'already_tracked', 'added', 'skipped', 'invalid', 'added', 'already_tracked'],
  ]);
  const { scholars } = await admin.ok('GET', '/scholars');
  expect(scholars).toHaveLength(3);
  const idOf = (author: string) =>
    scholars.find((one: { scholar_id: string; id: number }) => one.scholar_id === author).id;
  expect(results.map((one: { scholar_profile_id: number | null }) => one.scholar_profile_id)).toEqual([
    ...[idOf('AAAAAAAAAAA1'), idOf('AAAAAAAAAAA2'), null, null, idOf('A5023888391'), idOf('AAAAAAAAAAA2')],
  ]);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toHaveLength(3);
  const { error } = await admin.fails(422, 'validation_error', 'POST', '/scholars/batch', {
    body: { lines: Array.from({ length: 501 }, () => ID) },
  });
  expect(error.details).toMatchObject([{ path: 'lines' }]);
});

test('lists of two requests in opposite orders are both tracked', async () => {
  const { admin, newUser } = await openService();
  const other = await newUser('other');
  const ids = Array.from({ length: 60 }, (_, at) => `AAAAAAAAA${100 + at}`);
  const send = (client: typeof admin, lines: string[]) => client.ok('POST', '/scholars/batch', { body: { lines } });
  const answers = await Promise.all([
    ...[send(admin, ids), send(other, ids.toReversed()), send(admin, ids.toReversed())],
  ]);
  expect(answers.map(({ added_count }) => added_count).sort()).toEqual([0, 60, 60]);
});

test.each([
  ['all', 4],
  ['recent', 2],
  ['none', 1],
])('of the past, %s is unread', async (unread_past, unreadCount) => {
  const service = await openCrawling();
  const { admin, sandbox } = service;
  sandbox.addScholar(ONE, 0, {});
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).getUTCFullYear();
  const years = [ago(90), ago(90) - 1, ago(900)];
  for (const year of years) sandbox.addPublication(ONE, { year, oddity: null });
  const { added_count } = await admin.ok('POST', '/scholars/batch', { body: { lines: [ONE], unread_past } });
  expect(added_count).toBe(1);
  await untilQueueIsDone(admin);
  // what a run finds later is unread
  sandbox.addPublication(ONE, { year: ago(900), oddity: null });
  await service.runToEnd(admin);
  expect(await admin.ok('GET', '/publications')).toMatchObject({ total_count: 4, unread_count: unreadCount });
});
