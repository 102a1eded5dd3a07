import { expect, test } from 'vitest';
import { delayRequests } from '../../support/prepare.ts';
import { profileId, serviceOfFile } from '../../support/service.ts';
import { untilQueueIsDone } from '../../support/wait.ts';
import { ADMIN, allAtOnce, startReplicas } from '../accounts/replicas.ts';

const openCrawling = serviceOfFile({ sources: 'google_scholar' });
const openService = serviceOfFile();
const openStrict = serviceOfFile({
  env: { INGESTION_MIN_RUN_INTERVAL_MINUTES: '60', INGESTION_MIN_REQUEST_DELAY_SECONDS: '3' },
});

test("a request changes only the fields it contains, and only the user's own settings", async () => {
  const { admin, newUser } = await openService();
  const other = await newUser('other');
  const untouched = await other.ok('GET', '/settings');
  const changes = [
    { auto_run_enabled: true },
    { run_interval_minutes: 43_200 },
    { request_delay_seconds: 0.5 },
    { nav_visible_pages: ['scholars', 'settings'] },
    { nav_visible_pages: [] },
    { crossref_api_mailto: 'me@loopback.example' },
    { unpaywall_email: 'you@loopback.example' },
    { auto_run_enabled: false, run_interval_minutes: 15, request_delay_seconds: 600, unpaywall_email: null },
    { crossref_api_mailto: '' },
    { link_resolver: 'https://resolver.example/openurl?sid=1', proxy_prefix: null },
  ];
  let expected = await admin.ok('GET', '/settings');
  for (const body of changes) {
    expected = { ...expected, ...body };
    if (expected.crossref_api_mailto === '') expected.crossref_api_mailto = null;
    expect(await admin.ok('PUT', '/settings', { body })).toEqual(expected);
    expect(await admin.ok('GET', '/settings')).toEqual(expected);
  }
  // a client that sends all settings back changes only what differs
  const { policy: _policy, safety_state: _safety, ...own } = expected;
  expect(await admin.ok('PUT', '/settings', { body: { ...own, auto_run_enabled: true } })).toEqual({
    ...expected,
    auto_run_enabled: true,
  });
  expect(await other.ok('GET', '/settings')).toEqual(untouched);
});

test('an empty or missing body changes nothing', async () => {
  const { admin } = await openService();
  const settings = await admin.ok('GET', '/settings');
  expect(await admin.ok('PUT', '/settings', { body: {} })).toEqual(settings);
  expect(await admin.ok('PUT', '/settings')).toEqual(settings);
  expect(await admin.ok('PUT', '/settings', { body: { openalex_api_key: '••••' } })).toEqual(settings);
});

test('all invalid values are reported at once, and nothing is saved', async () => {
  const { admin, newUser } = await openStrict();
  await newUser('other');
  const before = await admin.ok('GET', '/settings');
  const wrong = {
    run_interval_minutes: 59,
    request_delay_seconds: 2.9,
    openalex_api_key: 'open sesame',
    unpaywall_email: 'nobody',
    link_resolver: 'javascript:alert(1)',
    proxy_prefix: 'https://me:secret@proxy.example/login?url=',
  };
  const { error } = await admin.fails(422, 'invalid_settings', 'PUT', '/settings', {
    body: { ...wrong, auto_run_enabled: true, crossref_api_token: 'good' },
  });
  expect(error.details).toEqual([
    { path: 'run_interval_minutes', message: 'must be from 60 to 43200' },
    { path: 'request_delay_seconds', message: 'must be from 3 to 600' },
    { path: 'openalex_api_key', message: expect.stringContaining('512 visible ASCII characters') },
    { path: 'unpaywall_email', message: 'must be an email address' },
    { path: 'link_resolver', message: 'must be an http or https address' },
    { path: 'proxy_prefix', message: 'must be an http or https address' },
  ]);
  expect(JSON.stringify(error)).not.toContain('sesame');
  for (const body of [
    { policy: before.policy },
    { safety_state: before.safety_state },
    { nav_visible_pages: ['runs', 'runs'] },
  ]) {
    const { error: refusal } = await admin.fails(422, 'validation_error', 'PUT', '/settings', { body });
    expect(refusal.details[0].path).toContain(Object.keys(body)[0]);
  }
  expect(await admin.ok('GET', '/settings')).toEqual(before);
});

test('simultaneous changes of different fields on different replicas are all saved', async () => {
  const replicas = await startReplicas();
  const here = await replicas.first.signedIn(ADMIN);
  const there = await replicas.second.signedIn(ADMIN);
  const changes = [
    { auto_run_enabled: true },
    { run_interval_minutes: 77 },
    { request_delay_seconds: 88 },
    { openalex_api_key: 'a-key-that-ends-in-wxyz' },
    { nav_visible_pages: ['runs'] },
    { unpaywall_email: 'me@loopback.example' },
  ];
  const answers = await allAtOnce(replicas.first, 'user_settings', () =>
    changes.map((body, at) => (at % 2 ? here : there).call('PUT', '/settings', { body })),
  );
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
  const expected = { ...Object.assign({}, ...changes), openalex_api_key: '••••wxyz' };
  expect(await here.ok('GET', '/settings')).toMatchObject(expected);
});

test('queued work that waits for a delay continues when the delay is shortened', async () => {
  const { sandbox, admin, collect, db } = await openCrawling();
  sandbox.addScholar(profileId(1), 1);
  sandbox.addScholar(profileId(2), 1);
  await collect(admin, [profileId(1)]);
  await delayRequests(db, admin, 600);
  await admin.ok('POST', '/scholars', { body: { scholar_id: profileId(2) }, status: 201 });
  await admin.ok('PUT', '/settings', { body: { request_delay_seconds: 0 } });
  await untilQueueIsDone(admin);
});
