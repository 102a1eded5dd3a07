import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkIntegrity } from '../../src/maintenance/check-integrity.ts';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { merge } from '../support/merges.ts';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilEnded } from '../support/wait.ts';

const openService = serviceOfFile({ workers: 0 });

test('while scholars are crawled, runs continue, one is canceled and a scholar is untracked, no report finds a fault', async () => {
  const service = await startService({ sources: 'all', env: { INGESTION_PAGE_SIZE: '10' } });
  const { sandbox, admin, db } = service;
  const ids = [1, 2].map(profileId);
  for (const id of ids) sandbox.addScholar(id, 40);
  const ada = await service.newUser('ada');
  const look = async () => {
    const { status, failures, checks } = await checkIntegrity(db);
    expect([status, failures]).toEqual(['passed', []]);
    expect(checks.filter(({ message }) => message.startsWith('Not checked'))).toEqual([]);
    return checks;
  };
  const countOf = (checks: Awaited<ReturnType<typeof look>>, wanted: string) =>
    checks.find(({ name }) => name === wanted)?.count ?? 0;

  // each report begins while there is work, and work goes on under it
  const scholars: number[] = [];
  for (const id of ids) scholars.push(await service.track(admin, id));
  expect(countOf(await look(), 'scholars')).toBe(2);
  await service.track(ada, ids[0] ?? '');
  await look();
  await until(async () => {
    const { rows } = await sql`select from scholar_profiles where not baseline_completed`.execute(db);
    expect(rows).toHaveLength(0);
  });

  for (const id of [...ids, ...ids]) sandbox.addPublication(id);
  const { run_id: first } = await admin.ok('POST', '/runs/manual');
  const { run_id: second } = await ada.ok('POST', '/runs/manual');
  await look();
  await ada.call('POST', `/runs/${second}/cancel`);
  await admin.ok('DELETE', `/scholars/${scholars[0]}`);
  await look();
  await untilEnded(admin, first);
  await untilEnded(ada, second);
  const end = await look();
  expect(end.filter(({ severity, count }) => severity === 'warning' && count > 0)).toEqual([]);
  expect(countOf(end, 'publications')).toBeGreaterThan(60);
});

test('while publications are merged, unmerged and dropped, no report finds a fault, and a report blocks no one', async () => {
  const { admin, db } = await openService();
  const ada = await sql<{ id: number }>`
    insert into users (email, email_key, password_hash) values ('ada', 'ada', 'none') returning id`.execute(db);
  for (const user of [await adminId(db), ada.rows[0]?.id ?? 0]) {
    await savePageOf(db, await track(db, user, 'P1'), makeRows('P1', [0, 600]));
    await savePageOf(db, await track(db, user, 'P2'), makeRows('P2', [0, 200]));
  }
  let over = false;
  let reports = 0;
  const reporting = (async () => {
    while (!over) {
      const { failures, warnings, checks } = await checkIntegrity(db);
      expect([failures, warnings]).toEqual([[], []]);
      expect(checks.filter(({ message }) => message.startsWith('Not checked'))).toEqual([]);
      reports += 1;
    }
  })().finally(() => {
    over = true;
  });
  const working = (async () => {
    const { rows } = await sql<{ id: number }>`select id from publications order by id`.execute(db);
    const ids = rows.map(({ id }) => id);
    for (let at = 0; !over && (at < 8 || reports < 2); at += 1) {
      const [winner = 0, ...losers] = [ids[at % 600], ids[600 + (at % 100)], ids[700 + (at % 100)]].map(
        (id) => id ?? 0,
      );
      const job = await merge(db, winner, ...losers);
      await admin.ok('POST', `/admin/db/repairs/${job}/undo`, { body: {} });
    }
    const before = reports;
    for (let at = 0; !over && (at < 2 || reports < before + 2); at += 1) {
      const body = { confirmation_text: 'DROP ALL PUBLICATIONS' };
      await admin.ok('POST', '/admin/db/drop-all-publications', { body });
      const { rows: scholars } = await sql<{ id: number }>`select id from scholars order by id`.execute(db);
      for (const { id } of scholars) await savePageOf(db, id, makeRows(`P${2 - (id % 2)}`, [0, 300]));
    }
  })();
  const ended = working.finally(() => {
    over = true;
  });
  await Promise.all([reporting, ended]);
});
