import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pauseSource } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();
const openSlow = serviceOfFile({ env: { GOOGLE_SCHOLAR_MIN_INTERVAL_SECONDS: '2' } });
const openStrict = serviceOfFile({
  env: {
    INGESTION_MIN_RUN_INTERVAL_MINUTES: '60',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '20',
    INGESTION_AUTOMATION_ALLOWED: '0',
    INGESTION_MANUAL_RUN_ALLOWED: '0',
    INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '60',
    INGESTION_SAFETY_COOLDOWN_NETWORK_SECONDS: '50.5',
    LINK_RESOLVER: 'https://resolver.example/openurl',
    PROXY_PREFIX: 'https://login.proxy.example/login?url=',
  },
});

const PAGES = ['dashboard', 'scholars', 'publications', 'settings', 'runs', 'users'];

test('a new user has the default settings, the policy and the safety state', async () => {
  const { admin, newUser } = await openSlow();
  const other = await newUser('other');
  const expected = {
    auto_run_enabled: false,
    run_interval_minutes: 1440,
    request_delay_seconds: 10,
    nav_visible_pages: PAGES,
    reading_order_parts: ['people', 'words', 'venues', 'references', 'freshness'],
    start_view_id: null,
    openalex_api_key: null,
    crossref_api_token: null,
    crossref_api_mailto: null,
    unpaywall_email: null,
    link_resolver: null,
    proxy_prefix: null,
    policy: {
      min_run_interval_minutes: 15,
      min_request_delay_seconds: 2,
      automation_allowed: true,
      manual_run_allowed: true,
      blocked_failure_threshold: 1,
      network_failure_threshold: 2,
      cooldown_blocked_seconds: 1800,
      cooldown_network_seconds: 900,
      link_resolver: null,
      proxy_prefix: null,
    },
    safety_state: (await admin.ok('GET', '/runs')).safety_state,
  };
  expect(await admin.ok('GET', '/settings')).toEqual(expected);
  expect(await other.ok('GET', '/settings')).toEqual(expected);
  expect(Object.keys(expected.safety_state.counters)).toHaveLength(7);
});

test("the policy shows the operator's configuration; a value below a minimum that was raised later is returned as the minimum, and can be sent back", async () => {
  const { admin, db } = await openStrict();
  await sql`update user_settings set run_interval_minutes = 15, request_delay_seconds = 2`.execute(db);
  const { policy, safety_state, ...own } = await admin.ok('GET', '/settings');
  expect(policy).toEqual({
    min_run_interval_minutes: 60,
    min_request_delay_seconds: 20,
    automation_allowed: false,
    manual_run_allowed: false,
    blocked_failure_threshold: 1,
    network_failure_threshold: 2,
    cooldown_blocked_seconds: 60,
    cooldown_network_seconds: 50.5,
    link_resolver: 'https://resolver.example/openurl',
    proxy_prefix: 'https://login.proxy.example/login?url=',
  });
  expect([own.run_interval_minutes, own.request_delay_seconds]).toEqual([60, 20]);
  expect(await admin.ok('PUT', '/settings', { body: own })).toEqual({ ...own, policy, safety_state });
});

test('a cooldown is reported to every user until it ends, and reading changes no row', async () => {
  const { admin, newUser, db } = await openService();
  const other = await newUser('other');
  const reason = 'blocked_failure_threshold_exceeded';
  await pauseSource(db, 'google_scholar');
  const rows = async () =>
    (
      await sql`select xmin::text, ctid::text from user_settings union all select xmin::text, ctid::text from source_states`.execute(
        db,
      )
    ).rows;
  const before = await rows();
  for (const client of [admin, other]) {
    const { safety_state } = await client.ok('GET', '/settings');
    expect(safety_state).toMatchObject({ cooldown_active: true, cooldown_reason: reason });
    expect(safety_state.cooldown_remaining_seconds).toBeGreaterThan(3000);
  }
  expect(await rows()).toEqual(before);
  await pauseSource(db, 'google_scholar', -1);
  expect((await other.ok('GET', '/settings')).safety_state).toMatchObject({
    cooldown_active: false,
    cooldown_reason: null,
    cooldown_until: null,
    cooldown_remaining_seconds: 0,
  });
});
