import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { photoPace } from '../../src/sources/photo-pace.ts';
import { takeSideTurn } from '../../src/sources/side-turn.ts';
import { GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS } from '../../src/sources/source.ts';
import { startTestService } from '../support/test-service.ts';

test('photos keep ten seconds from each other, the floor from pages, and pages the floor from them', async () => {
  const { db, services } = await startTestService();
  const policy = { ...services.config.ingestion, minRequestDelaySeconds: 2 };
  /** 0 when the turn was granted; else the milliseconds to wait. */
  const take = async () => {
    const turn = await takeSideTurn(db, photoPace(policy));
    return turn.kind === 'granted' ? 0 : turn.milliseconds;
  };
  /** The last request to a source was so long ago. */
  const setLast = (source: string, seconds: number) =>
    sql`update source_states set last_request_at = clock_timestamp() - make_interval(secs => ${seconds}) where source = ${source}`.execute(
      db,
    );
  const secondsSince = async (source: string) => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from clock_timestamp() - last_request_at)::float8 as seconds from source_states where source = ${source}`.execute(
      db,
    );
    return rows[0]?.seconds ?? Number.NaN;
  };
  const turns = await Promise.all([take(), take(), take()]);
  expect(
    turns.filter((waitMs) => waitMs === 0),
    'of those who ask at once one',
  ).toHaveLength(1);
  expect(Math.max(...turns)).toBeLessThanOrEqual(10_000);
  // an hour ago: the next page counts its distance from the photo
  await setLast(GOOGLE_SCHOLAR, 3600);
  await setLast(GOOGLE_SCHOLAR_PHOTOS, 3600);
  expect(await take()).toBe(0);
  expect(await secondsSince(GOOGLE_SCHOLAR)).toBeLessThan(60);
  await setLast(GOOGLE_SCHOLAR, 3600);
  await setLast(GOOGLE_SCHOLAR_PHOTOS, -3600);
  expect(await take(), 'a clock that was set back').toBeGreaterThan(9000);
  await setLast(GOOGLE_SCHOLAR_PHOTOS, 3600);
  await setLast(GOOGLE_SCHOLAR, -3600);
  const untilFloor = await take();
  // a page may be sent some milliseconds after its turn
  expect([untilFloor > 1000, untilFloor <= 2045], 'after a page').toEqual([true, true]);
  for (const source of [GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS]) {
    await setLast(GOOGLE_SCHOLAR, 3600);
    await setLast(GOOGLE_SCHOLAR_PHOTOS, 3600);
    await sql`update source_states set cooldown_until = now() + interval '1 hour' where source = ${source}`.execute(db);
    expect(await take(), `in a pause of ${source}`).toBeGreaterThan(3_500_000);
    await sql`update source_states set cooldown_until = null`.execute(db);
  }
  expect(await take()).toBe(0);
});
