import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkIntegrity } from '../../src/maintenance/check-integrity.ts';
import { profileId, startCrawlService, until, untilEnded } from './crawl-service.ts';

test('while scholars are collected, runs go on, one is canceled and a scholar is left, no report finds a fault', async () => {
  const service = await startCrawlService({ lookups: true, env: { INGESTION_PAGE_SIZE: '10' } });
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
    const { rows } = await sql`select from scholars where not baseline_completed`.execute(db);
    expect(rows).toHaveLength(0);
  }, 50);

  for (const id of [...ids, ...ids]) sandbox.addWork(id);
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
