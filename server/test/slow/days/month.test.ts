import { openAlexAuthorIdOf, orcidOf } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { runJob } from '../../support/due.ts';
import { passDay } from '../../support/pass-day.ts';
import { profileId, type Service, startService } from '../../support/service.ts';
import { until, untilEnded, untilNoLookups } from '../../support/wait.ts';

const DAYS = 30;
const REFUSES_FROM = 3;
/** Two of them have the same name in the same field. */
const NAMES = ['Ottilie Vandermolen', 'Ruprecht Oldenhage', 'Wei Katzmarek', 'Wei Katzmarek'];

/** Collects scholars with eight publications each, and their metadata, so that their ids at OpenAlex are confirmed. */
async function collectPersons(service: Service): Promise<number[]> {
  const { admin, sandbox, db } = service;
  for (const [at, name] of NAMES.entries()) {
    sandbox.addScholar(profileId(at + 1), 0, { name, field: 'economics' });
    for (let n = 0; n < 8; n += 1)
      sandbox.addPublication(profileId(at + 1), { doi: `10.5555/month.${at}.${n}`, oddity: null });
  }
  const ids = await service.collect(
    admin,
    NAMES.map((_, at) => profileId(at + 1)),
  );
  await untilNoLookups(db);
  await sql`update profiles set author_ids_counted_at = null`.execute(db);
  await runJob(db, 'count-author-ids');
  await until(async () => {
    const { queue_items } = await admin.ok('GET', '/runs/queue/items');
    expect(queue_items).toEqual([]);
  });
  return ids;
}

/** Starts the scheduled run of a day and waits for its end. Returns its detail. */
async function runOfDay({ admin, db }: Service) {
  const before = (await admin.ok('GET', '/runs')).runs[0]?.id ?? 0;
  await runJob(db, 'start-due-runs');
  const { runs } = await admin.ok('GET', '/runs');
  expect(runs[0]?.id, 'a run starts each day').toBeGreaterThan(before);
  return untilEnded(admin, runs[0].id);
}

/** Each scholar has the ids of this person, and none of a namesake. */
async function expectOwnIds(admin: Client, scholarIds: readonly number[]): Promise<void> {
  for (const [at, id] of scholarIds.entries()) {
    const { profiles } = await admin.ok('GET', `/scholars/${id}/profiles`);
    const confirmed = profiles.filter(({ state }: { state: string }) => state === 'confirmed');
    const own = profileId(at + 1);
    expect(confirmed.map((one: { id: string }) => one.id).sort(), NAMES[at]).toEqual(
      [own, openAlexAuthorIdOf(own), ...[orcidOf(own) ?? []].flat()].sort(),
    );
  }
}

test('a month in which Google Scholar refuses from the third day', { timeout: 600_000 }, async () => {
  const service = await startService({ sources: 'all', env: { SCHEDULER_TICK_SECONDS: '3600' } });
  const { admin, sandbox, db } = service;
  const scholarIds = await collectPersons(service);
  expect((await admin.ok('GET', '/publications')).total_count, 'both sources list the same').toBe(8 * NAMES.length);
  await expectOwnIds(admin, scholarIds);
  await admin.ok('PUT', '/settings', { body: { auto_run_enabled: true, run_interval_minutes: 1380 } });
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });

  const planted: string[] = [];
  let requestsInCooldowns = 0;
  for (let day = 1; day <= DAYS; day += 1) {
    if (day === REFUSES_FROM) sandbox.setFault('google_scholar', { kind: 'captcha' });
    const title = `Observed on day ${day} of the month`;
    const owner = profileId(1 + (day % NAMES.length));
    const doi = day % 2 === 0 ? `10.5555/planted.${day}` : null;
    sandbox.addPublication(owner, { title, italic: null, doi, oddity: null, isMissingAtGoogleScholar: true });
    planted.push(title);
    await passDay(db);
    const isCooling = (await admin.ok('GET', '/runs')).safety_state.cooldown_active;
    const before = sandbox.requestCount('google_scholar');
    const { run } = await runOfDay(service);
    expect(run.status, `day ${day}`).toBe(day < REFUSES_FROM ? 'success' : 'partial_failure');
    expect(run.new_publication_count, `day ${day}`).toBe(1);
    if (isCooling) requestsInCooldowns += sandbox.requestCount('google_scholar') - before;
    const { publications } = await admin.ok('GET', '/publications?mode=latest');
    expect(publications.map((one: { title: string }) => one.title)).toEqual([title]);
    if (day % 5 === 0) await admin.ok('POST', `/publications/${publications[0].publication_id}/favorite`, { body: {} });
    else
      await admin.ok('POST', '/publications/mark-read', {
        body: { publication_ids: [publications[0].publication_id] },
      });
  }
  expect(requestsInCooldowns).toBe(0);

  // Google Scholar returns, and lists everything
  const before = await admin.ok('GET', '/publications');
  sandbox.setFault('google_scholar', null);
  for (const at of NAMES.keys()) sandbox.listAtGoogleScholar(profileId(at + 1));
  for (let day = 0; day < 9; day += 1) {
    await passDay(db);
    const { run } = await runOfDay(service);
    expect(run.new_publication_count, 'nothing is new a second time').toBe(0);
    if (day > 2) expect(run.status).toBe('success');
  }
  const after = await admin.ok('GET', '/publications');
  expect([after.total_count, after.unread_count, after.favorites_count]).toEqual([
    before.total_count,
    before.unread_count,
    before.favorites_count,
  ]);
  expect(after.total_count).toBe(8 * NAMES.length + DAYS);
  const { publications } = await admin.ok('GET', '/publications?page_size=500');
  const titles = publications.map((one: { title: string }) => one.title);
  for (const title of planted)
    expect(
      titles.filter((one: string) => one === title),
      title,
    ).toHaveLength(1);
  await expectOwnIds(admin, scholarIds);
});
