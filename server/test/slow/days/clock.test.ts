import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { WAITING_TIMES } from '../../../src/platform/database/clock-store.ts';
import { runJob } from '../../support/due.ts';
import { setClockBack } from '../../support/pass-day.ts';
import { profileId, startService } from '../../support/service.ts';
import { until, untilNoLookups, untilQueueIsDone } from '../../support/wait.ts';

test('a clock that is set back by a day stops neither crawls nor enrichment', async () => {
  const { sandbox, admin, newUser, track, db, log } = await startService({
    sources: 'all',
    env: { INGESTION_PAGE_SIZE: '10', INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.1', PROFILE_FRESH_MINUTES: '60' },
  });
  const other = await newUser('other');
  sandbox.addScholar(profileId(1), 45);
  sandbox.addScholar(profileId(2), 15);
  await sql`update user_settings set request_delay_seconds = 0.5`.execute(db);
  sandbox.setFault(profileId(2), { kind: 'hang', times: 1 });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  await track(other, profileId(2));
  await track(admin, profileId(1));
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  await runJob(db, 'correct-times');
  // the claims of the two requests that hang are a day ahead, too
  await setClockBack(db);
  for (const client of [admin, other]) expect(await untilQueueIsDone(client)).toEqual([]);
  sandbox.release();
  await untilNoLookups(db);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(45);
  expect((await other.ok('GET', '/publications')).total_count).toBe(15);
  expect(log()).toContain('clock was set back');
});

test('what waits keeps the length of its wait, and a job that is repeated changes nothing', async () => {
  const { db } = await startService({ workers: 1 });
  await sql`
    insert into source_states (source, cooldown_until, cooldown_entered_at, cooldown_reason)
    values ('crossref', now() + interval '1 hour', now(), 'blocked_failure_threshold_exceeded')`.execute(db);
  const minutesLeft = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from cooldown_until - now())::float8 / 60 as minutes from source_states where source = 'crossref'`.execute(
      db,
    );
    return rows[0]?.minutes ?? 0;
  };
  await runJob(db, 'correct-times');
  await setClockBack(db);
  for (let time = 0; time < 2; time += 1) {
    await runJob(db, 'correct-times');
    expect(await minutesLeft()).toBeGreaterThan(55);
    expect(await minutesLeft()).toBeLessThan(62);
  }
});

test('every time on which work waits is moved', async () => {
  const { db } = await startService();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and column_name ~ '_until$|due_at$|next_|retry_at$|resets_at$|fetched_at$|asked_at$'
      and table_name not in ('background_work', 'users')
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`.execute(db);
  const moved = Object.entries(WAITING_TIMES).flatMap(([table, times]) =>
    Object.values<readonly string[]>(times).flatMap((columns) => columns.map((column) => `${table}.${column}`)),
  );
  expect(rows.map(({ name }) => name).filter((name) => !moved.includes(name))).toEqual([]);
});
