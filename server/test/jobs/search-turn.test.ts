import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { takeSideTurn } from '../../src/sources/side-turn.ts';
import { GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_SEARCH } from '../../src/sources/source.ts';
import { startTestService } from '../support/test-service.ts';

test('a search by name keeps its distance from the one before and the floor from pages, and is told what it waits for', async () => {
  const { db } = await startTestService();
  const take = () => takeSideTurn(db, { side: GOOGLE_SCHOLAR_SEARCH, apartSeconds: 600, floorSeconds: 300 });
  const set = (source: string, seconds: number | null, pauseReason: string | null = null) =>
    sql`
      update source_states set last_request_at = clock_timestamp() - make_interval(secs => ${seconds}::float8), cooldown_reason = ${pauseReason},
        cooldown_until = case when ${pauseReason}::text is null then null else clock_timestamp() + interval '1 hour' end
      where source = ${source}`.execute(db);
  const turns = await Promise.all([take(), take(), take()]);
  expect(turns.map(({ kind }) => kind).sort(), 'of those who ask at once one').toEqual(['granted', 'wait', 'wait']);
  expect(await take()).toMatchObject({ kind: 'wait', reason: 'side_pace' });
  await set(GOOGLE_SCHOLAR_SEARCH, 3600);
  expect(await take(), 'the search before was a request to the source').toMatchObject({ reason: 'source_pace' });
  await set(GOOGLE_SCHOLAR, 3600, 'blocked_failure_threshold_exceeded');
  expect(await take()).toMatchObject({ reason: 'source_pause', sidePause: null });
  await set(GOOGLE_SCHOLAR, 3600);
  for (const reason of ['blocked_failure_threshold_exceeded', 'network_failure_threshold_exceeded']) {
    await set(GOOGLE_SCHOLAR_SEARCH, 3600, reason);
    expect(await take()).toMatchObject({ reason: 'side_pause', sidePause: reason });
  }
  await set(GOOGLE_SCHOLAR_SEARCH, 3600);
  expect(await take()).toEqual({ kind: 'granted', takenAt: expect.any(Date) });
});
