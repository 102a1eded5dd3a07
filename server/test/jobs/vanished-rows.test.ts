import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { makeWorkDue } from '../support/due.ts';
import { ONE, serviceOfFile } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

/** Every crawl reads the whole profile, with at least two pages, and is never skipped because the profile is fresh. */
const FULL = { INGESTION_PAGE_SIZE: '20', PROFILE_FULL_CRAWL_DAYS: '0', PROFILE_FRESH_MINUTES: '0' };
const openService = serviceOfFile({ sources: 'google_scholar', env: FULL });

const countOf = async (client: Client, mode = 'all') =>
  (await client.ok('GET', `/publications?mode=${mode}`)).total_count;

test('rows that vanish from a profile stay in the library, are not given to new followers, and are new to them when they return', async () => {
  const { sandbox, admin, newUser, collect, runToEnd } = await openService();
  sandbox.addScholar(ONE, 50);
  await collect(admin, [ONE]);
  sandbox.hidePublications(ONE, 3);
  expect((await runToEnd(admin)).run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect(await countOf(admin), 'what was seen once is never lost').toBe(50);

  const later = await newUser('later');
  await collect(later, [ONE]);
  expect(await countOf(later), 'what the profile shows now').toBe(47);

  sandbox.hidePublications(ONE, 0);
  expect((await runToEnd(later)).run).toMatchObject({ status: 'success', new_publication_count: 3 });
  expect([await countOf(later), await countOf(later, 'latest')]).toEqual([50, 3]);
  expect((await runToEnd(admin)).run, 'known to whoever had them before').toMatchObject({ new_publication_count: 0 });
  expect(await countOf(admin)).toBe(50);
});

test('a profile that lacks more than a fifth of its rows is suspect: nothing is stored until that has lasted a day', async () => {
  const { sandbox, admin, newUser, collect, db } = await openService();
  sandbox.addScholar(ONE, 50);
  await collect(admin, [ONE]);
  sandbox.hidePublications(ONE, 11);
  const failed = async () => (await admin.ok('GET', '/runs/queue/items')).queue_items;
  await admin.ok('POST', '/runs/manual');
  await until(async () =>
    expect(await failed()).toMatchObject([{ attempt_count: 1, last_error: 'layout_changed: rows_missing' }]),
  );
  await makeWorkDue(db);
  await until(async () => expect(await failed()).toMatchObject([{ attempt_count: 2 }]));

  await sql`update profiles set rows_missed_since = rows_missed_since - interval '25 hours'`.execute(db);
  await makeWorkDue(db);
  expect(await untilQueueIsDone(admin), 'who removed them meant it').toEqual([]);
  expect(await countOf(admin)).toBe(50);
  const later = await newUser('later');
  await collect(later, [ONE]);
  expect(await countOf(later)).toBe(39);
});
