import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { atScholarHost, awaitSlot, reserve, type Slot } from '../../src/sources/request-slots.ts';
import { GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS, GOOGLE_SCHOLAR_SEARCH } from '../../src/sources/source.ts';
import { searchFor, startSearchService } from '../api/scholars/search-service.ts';
import { serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile();

const photo = atScholarHost(300, { source: GOOGLE_SCHOLAR_PHOTOS, intervalSeconds: 600 });
const search = atScholarHost(300, { source: GOOGLE_SCHOLAR_SEARCH, intervalSeconds: 600 });
const outcomeOf = (slot: Slot) => (slot.isGranted ? 'granted' : `${slot.reason} by ${slot.by}`);

/** A database in which as much time passes as a test needs. */
async function start() {
  const { db } = await openService();
  const pass = (seconds: number) =>
    sql`
      update source_states set next_request_at = next_request_at - make_interval(secs => ${seconds}),
        cooldown_until = cooldown_until - make_interval(secs => ${seconds}), resets_at = resets_at - make_interval(secs => ${seconds})`.execute(
      db,
    );
  const cool = (source: string) =>
    sql`
      update source_states set cooldown_until = now() + interval '1 hour', cooldown_reason = 'network_failure_threshold_exceeded' where source = ${source}`.execute(
      db,
    );
  const take = async (request = photo) => outcomeOf(await reserve(db, request, 0));
  return { db, pass, cool, take };
}

test('all requests to Google Scholar keep the minimum interval, and each kind its own', async () => {
  const { pass, take } = await start();
  const atOnce = await Promise.all([take(photo), take(search), take(photo), take(search)]);
  expect(
    atOnce.filter((outcome) => outcome === 'granted'),
    'of simultaneous requests one',
  ).toHaveLength(1);
  await pass(700);
  expect(await take(photo)).toBe('granted');
  await pass(299);
  expect(await take(search), 'the floor, with its margin').toBe('rate_limit by source');
  await pass(10);
  expect(await take(photo)).toBe('rate_limit by own');
  expect(await take(search)).toBe('granted');
});

test('a cooldown of the source refuses every request, one of a kind only its own requests', async () => {
  const { db, pass, cool, take } = await start();
  await take(photo);
  await take(search);
  await pass(1000);
  await cool(GOOGLE_SCHOLAR_PHOTOS);
  const refused = await reserve(db, photo);
  expect(refused).toMatchObject({
    reason: 'cooldown',
    by: 'own',
    cooldownReason: 'network_failure_threshold_exceeded',
  });
  expect(await take(search)).toBe('granted');
  await pass(1000);
  await cool(GOOGLE_SCHOLAR);
  expect(await take(search)).toBe('cooldown by source');
  await pass(3601);
  expect(await take(search)).toBe('granted');
});

test('slots that are reserved at once are an interval apart, as far ahead as the caller allows', async () => {
  const { db } = await start();
  const request = { source: 'arxiv', intervalSeconds: 0.5 };
  const begin = (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now;
  const slots = await Promise.all(Array.from({ length: 8 }, () => reserve(db, request, 2000)));
  const granted = slots.filter(({ isGranted }) => isGranted).length;
  expect(slots.length - granted, 'further ahead than two seconds').toBeGreaterThan(2);
  // by the database's clock, because some calls take longer than others
  const { next_request_at: next } = await db
    .selectFrom('source_states')
    .select('next_request_at')
    .where('source', '=', 'arxiv')
    .executeTakeFirstOrThrow();
  expect(Number(next) - Number(begin)).toBeGreaterThanOrEqual(500 * granted);
});

test('a budget covers as many requests as it allows, simultaneous or not, and resets', async () => {
  const { db, pass } = await start();
  const request = { source: 'openalex', intervalSeconds: 0, cost: 10, dailyBudget: 55 };
  const reserveOne = () => reserve(db, request).then(outcomeOf);
  const outcomes = await Promise.all(Array.from({ length: 12 }, reserveOne));
  expect(outcomes.filter((outcome) => outcome === 'granted')).toHaveLength(5);
  expect(new Set(outcomes)).toEqual(new Set(['granted', 'budget by source']));
  expect(outcomeOf(await reserve(db, { ...request, credential: 'user:1:abc' })), 'a key of their own').toBe('granted');
  expect(outcomeOf(await reserve(db, { ...request, cost: 0 })), 'what is free').toBe('granted');
  await pass(86_400);
  expect(await reserveOne()).toBe('granted');
});

test('a waiting caller gets a slot after the others, and a caller without time is refused', async () => {
  const { db } = await start();
  const request = { source: 'arxiv', intervalSeconds: 0.2 };
  const { signal } = new AbortController();
  const begin = performance.now();
  const slots = await Promise.all(
    Array.from({ length: 4 }, () => awaitSlot(db, request, { maxWaitMs: 20_000, signal })),
  );
  expect(slots.map(outcomeOf)).toEqual(['granted', 'granted', 'granted', 'granted']);
  expect(performance.now() - begin).toBeGreaterThan(590);
  const slow = { source: 'crossref', intervalSeconds: 60 };
  await reserve(db, slow);
  expect(outcomeOf(await awaitSlot(db, slow, { maxWaitMs: 500, signal }))).toBe('rate_limit by source');
});

test('a search that misses its slot is not sent until it gets another one', async () => {
  const env = { INGESTION_MIN_REQUEST_DELAY_SECONDS: '2' };
  const { admin, db, requested, relay } = await startSearchService({ env });
  // simulate a machine that pauses after each slot was reserved
  await sql`
    create function stand_still() returns trigger language plpgsql as $$ begin perform pg_sleep(0.4); return null; end $$`.execute(
    db,
  );
  await sql`
    create constraint trigger stand_still after insert or update of last_request_at on source_states deferrable initially deferred
    for each row when (new.source = 'google_scholar_search' and new.last_request_at is not null) execute function stand_still()`.execute(
    db,
  );
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({ candidates: [{ source: 'openalex' }], people: [{}] });
  expect(requested()).toEqual([0, 1]);
  await sql`drop trigger stand_still on source_states`.execute(db);
  await sql`update source_states set next_request_at = now()`.execute(db);
  expect(await admin.ok('GET', searchFor('ada loopback'))).toMatchObject({
    candidates: [{ source: 'google_scholar' }],
  });
  expect(relay.seen.filter(({ path }) => path.includes('search_authors'))).toHaveLength(1);
});
