import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { takeTurn } from '../../src/queue/take-turn.ts';
import { mayBeSent } from '../../src/sources/may-be-sent.ts';
import { mayStillSendSide, type SidePace, takeSideTurn } from '../../src/sources/side-turn.ts';
import { GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS, GOOGLE_SCHOLAR_SEARCH } from '../../src/sources/source.ts';
import { noteSending } from '../../src/sources/store.ts';
import { searchFor, startSearchService } from '../api/scholars/search-service.ts';
import { profileId, startCrawlService } from './crawl-service.ts';

const FLOOR = 300;

/** The service with one item that waits, and a clock that the test moves on. */
async function start() {
  const service = await startCrawlService({ workers: 0 });
  const { db, services, admin } = service;
  await service.track(admin, profileId(1));
  const policy = { ...services.config.ingestion, minRequestDelaySeconds: FLOOR };
  const pace = (side: SidePace['side']): SidePace => ({ side, apartSeconds: 600, floorSeconds: FLOOR });
  const takeSide = async (side: SidePace['side'] = GOOGLE_SCHOLAR_PHOTOS): Promise<Date | null> => {
    const turn = await takeSideTurn(db, pace(side));
    return turn.kind === 'granted' ? turn.takenAt : null;
  };
  const takePage = async () => {
    const turn = await takeTurn(db, GOOGLE_SCHOLAR, 1, policy);
    if (turn.kind !== 'item') return null;
    const { item, takenAt } = turn;
    return { userId: item.userId, itemId: item.id, claimNumber: item.claimNumber, takenAt };
  };
  /** So much time passes: all that is noted is that much longer ago. Gives what a time noted before is now. */
  const pass = async (seconds: number) => {
    await sql`update source_states set last_request_at = last_request_at - make_interval(secs => ${seconds})`.execute(
      db,
    );
    await sql`update source_turns set asked_at = asked_at - make_interval(secs => ${seconds})`.execute(db);
    return (time: Date) => new Date(time.getTime() - seconds * 1000);
  };
  const lastRequests = async () => {
    const { rows } = await sql<{
      source: string;
      at: Date;
    }>`select source, last_request_at as at from source_states`.execute(db);
    return new Map(rows.map(({ source, at }) => [source, at.getTime()]));
  };
  return { db, pace, takeSide, takePage, pass, lastRequests };
}

test('who is held up after taking a turn notes the request anew when it is sent, at the source and at its side', async () => {
  const { db, pace, takeSide, pass, lastRequests } = await start();
  const takenAt = await takeSide();
  if (!takenAt) throw new Error('the first turn is free');
  const then = (await pass(100))(takenAt);
  expect(await mayStillSendSide(db, pace(GOOGLE_SCHOLAR_PHOTOS), then)).toBe(true);
  const noted = await lastRequests();
  expect(noted.get(GOOGLE_SCHOLAR)).toBeGreaterThan(then.getTime() + 99_000);
  expect(noted.get(GOOGLE_SCHOLAR_PHOTOS)).toBe(noted.get(GOOGLE_SCHOLAR));
});

test('a photo that was held up is not sent near to a page that was asked for meanwhile, nor a page near to a photo', async () => {
  const { db, pace, takeSide, takePage, pass, lastRequests } = await start();
  const photo = await takeSide();
  if (!photo) throw new Error('the first turn is free');
  const heldUp = (await pass(400))(photo);
  const page = await takePage();
  if (!page) throw new Error('the floor has passed');
  const before = await lastRequests();
  expect(await mayStillSendSide(db, pace(GOOGLE_SCHOLAR_PHOTOS), heldUp)).toBe(false);
  expect(await lastRequests(), 'nothing is noted of what is not sent').toEqual(before);

  const late = { ...page, takenAt: (await pass(400))(page.takenAt) };
  expect(await takeSide(GOOGLE_SCHOLAR_SEARCH)).not.toBeNull();
  expect(await mayBeSent(db, GOOGLE_SCHOLAR, late, FLOOR)).toBe(false);
  await pass(400);
  const now = { ...late, takenAt: new Date(late.takenAt.getTime() - 400_000) };
  expect(await mayBeSent(db, GOOGLE_SCHOLAR, now, FLOOR), 'a floor later it is a turn of its own').toBe(true);
});

test("a side's own distance holds as well, and what began a pause meanwhile keeps it from being sent", async () => {
  const { db, pace, takeSide, pass } = await start();
  const first = await takeSide();
  if (!first) throw new Error('the first turn is free');
  const heldUp = (await pass(700))(first);
  expect(await takeSide()).not.toBeNull();
  const past = await pass(400);
  expect(
    await mayStillSendSide(db, pace(GOOGLE_SCHOLAR_PHOTOS), past(heldUp)),
    'the floor has passed, 600 seconds have not',
  ).toBe(false);
  await pass(400);
  const turn = await takeSide();
  if (!turn) throw new Error('both distances have passed');
  for (const source of [GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS]) {
    await sql`update source_states set cooldown_until = now() + interval '1 hour' where source = ${source}`.execute(db);
    expect(await mayStillSendSide(db, pace(GOOGLE_SCHOLAR_PHOTOS), turn), `a pause of ${source}`).toBe(false);
    await sql`update source_states set cooldown_until = null`.execute(db);
  }
  expect(await mayStillSendSide(db, pace(GOOGLE_SCHOLAR_PHOTOS), turn)).toBe(true);
});

test('of those who were held up and send at once one may, whatever they ask for', async () => {
  const { db, pace, takeSide, pass } = await start();
  const taken = await takeSide();
  if (!taken) throw new Error('the first turn is free');
  const heldUp = (await pass(1000))(taken);
  const sides = [GOOGLE_SCHOLAR_PHOTOS, GOOGLE_SCHOLAR_SEARCH] as const;
  // the other side was asked for long ago, too
  await sql`insert into source_states (source, last_request_at) values (${GOOGLE_SCHOLAR_SEARCH}, now() - interval '1 day')`.execute(
    db,
  );
  await sql`update source_states set last_request_at = now() - interval '1 day' where source = ${GOOGLE_SCHOLAR}`.execute(
    db,
  );
  const noted = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      noteSending(db, GOOGLE_SCHOLAR, { ...pace(sides[at % 2] ?? GOOGLE_SCHOLAR_PHOTOS), takenAt: heldUp }, FLOOR),
    ),
  );
  expect(noted.filter((one) => one !== null)).toHaveLength(1);
});

test('a search that loses its turn while it is held up is not sent; when it may it is', async () => {
  const env = { INGESTION_MIN_REQUEST_DELAY_SECONDS: '2' };
  const { admin, db, asked, relay } = await startSearchService({ env });
  // the machine stands still after the turn was taken, and meanwhile somebody asks for a page
  await sql`
    create function ask_for_page() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.2);
      update source_states set last_request_at = clock_timestamp() where source = 'google_scholar';
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger stand_still after insert or update of last_request_at on source_states deferrable initially deferred
    for each row when (new.source = 'google_scholar_search' and new.last_request_at is not null) execute function ask_for_page()`.execute(
    db,
  );
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({ candidates: [{ source: 'openalex' }, {}] });
  expect(asked()).toEqual([0, 1]);
  await sql`drop trigger stand_still on source_states`.execute(db);
  expect(await admin.ok('GET', searchFor('ada loopback'))).toMatchObject({
    candidates: [{ source: 'google_scholar' }],
  });
  expect(relay.seen.filter(({ path }) => path.includes('search_authors'))).toHaveLength(1);
});
