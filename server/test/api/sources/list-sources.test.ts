import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { otherSources } from '../../support/other-sources.ts';
import { serviceOfFile } from '../../support/service.ts';

interface Source {
  source: string;
  state: string;
}

test('only administrators see all sources, used or not, with cooldown, budget and last success', async () => {
  const env = { ...otherSources(true), CROSSREF_ENABLED: '0', OPENALEX_API_KEY: 'openalex-key-0001' };
  const { admin, newUser, db } = await serviceOfFile({ env })();
  const list = async () => {
    const { sources } = await admin.ok('GET', '/admin/sources');
    return Object.fromEntries(sources.map((one: Source) => [one.source, one]));
  };
  const fresh = await list();
  expect(Object.values(fresh as Record<string, Source>).map(({ source, state }) => `${source} ${state}`)).toEqual([
    'google_scholar ready',
    'google_scholar_photos ready',
    'google_scholar_search ready',
    'openalex ready',
    'crossref disabled',
    'arxiv ready',
    'datacite ready',
    'biorxiv ready',
    'unpaywall not_configured',
    'europepmc ready',
    'orcid ready',
    'dblp ready',
  ]);
  expect(fresh.openalex).toMatchObject({
    last_request_dt: null,
    budget: { spent: 0, limit: 10_000, resets_dt: null },
    cooldown_active: false,
    own_keys: { used_today: 0, refused: 0 },
  });
  await sql`insert into source_states (source, last_success_at, last_request_at, cooldown_until, cooldown_reason, blocked_in_a_row, next_request_at) values
    ('google_scholar', '2026-01-02T03:04:05Z', now(), now() + interval '1 hour', 'blocked_failure_threshold_exceeded', 1, null),
    ('arxiv', now(), now(), now() - interval '1 hour', 'network_failure_threshold_exceeded', 0, now() - interval '1 hour'),
    ('openalex', now(), now(), null, null, 0, now() + interval '1 minute'), ('google_scholar_search', null, '2026-01-02T03:04:06Z', now() + interval '2 hours', 'network_failure_threshold_exceeded', 0, null),
    ('another', null, null, null, null, 0, null)`.execute(db);
  await sql`insert into source_states (source, credential, spent, advertised_limit, resets_at, refused_until) values
    ('openalex', 'shared', 500, 500, now() + interval '1 hour', null),
    ('openalex_search', 'shared', 90, null, now() + interval '1 hour', null),
    ('openalex', 'user:1:abc', 5, null, now() + interval '1 hour', null),
    ('openalex', 'user:2:abc', 0, null, now() + interval '1 hour', now() + interval '1 hour'),
    ('unpaywall', 'shared', 9, null, now() - interval '1 hour', null)
    on conflict (source, credential) do update set spent = excluded.spent, advertised_limit = excluded.advertised_limit, resets_at = excluded.resets_at`.execute(
    db,
  );
  const response = await list();
  const {
    google_scholar,
    google_scholar_photos: photos,
    google_scholar_search: search,
    arxiv,
    openalex,
    unpaywall,
  } = response;
  expect(google_scholar).toMatchObject({
    state: 'cooldown',
    last_success_at: '2026-01-02T03:04:05.000Z',
    cooldown_active: true,
    cooldown_reason: 'blocked_failure_threshold_exceeded',
    consecutive_blocked: 1,
    budget: null,
  });
  expect(google_scholar.cooldown_remaining_seconds).toBeGreaterThan(3500);
  // an ended cooldown is no longer shown
  expect(arxiv).toMatchObject({ state: 'ready', cooldown_reason: null, cooldown_until: null, next_request_dt: null });
  expect(openalex).toMatchObject({
    state: 'budget_spent',
    budget: { spent: 500, limit: 500, resets_at: expect.any(String) },
    own_keys: { used_today: 1, refused: 1 },
    next_request_dt: expect.any(String),
  });
  expect(unpaywall.budget).toEqual({ spent: 0, limit: 100_000, resets_at: null, resets_dt: null });
  expect(Object.keys(response), 'a source that this service never queries').not.toContain('another');
  // a cooldown of the source also holds for its photos and search, whose own cooldowns may last longer
  expect(photos).toMatchObject({ state: 'cooldown', last_request_dt: null, consecutive_blocked: 0 });
  expect(photos.cooldown_until).toBe(google_scholar.cooldown_until);
  expect(search).toMatchObject({
    state: 'cooldown',
    min_interval_seconds: 8,
    cooldown_reason: 'network_failure_threshold_exceeded',
    last_request_dt: '2026-01-02T03:04:06.000Z',
  });
  expect(search.cooldown_remaining_seconds).toBeGreaterThan(7000);
  expect(JSON.stringify(await list())).not.toContain('abc');

  const plain = await newUser('plain');
  await plain.fails(403, 'forbidden', 'GET', '/admin/sources');
  await admin.fails(422, 'validation_error', 'GET', '/admin/sources?page=1');
});

test.each([
  [{ GOOGLE_SCHOLAR_OBEY_ROBOTS: '1' }, ['google_scholar ready']],
  [{ GOOGLE_SCHOLAR_ENABLED: '0' }, ['google_scholar disabled']],
  [{ GOOGLE_SCHOLAR_NAME_SEARCH: '0' }, ['google_scholar ready', 'google_scholar_photos ready']],
])('with %o, only what is requested is shown, whatever was requested before', async (env, expected) => {
  const { admin, db } = await serviceOfFile({ env })();
  await sql`insert into source_states (source, last_request_at) values ('google_scholar_photos', now()), ('google_scholar_search', now())`.execute(
    db,
  );
  const { sources } = await admin.ok('GET', '/admin/sources');
  const ofScholar = sources.filter(({ source }: Source) => source.startsWith('google'));
  expect(ofScholar.map(({ source, state }: Source) => `${source} ${state}`)).toEqual(expected);
});
