import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { NOTHING_YET } from '../../../src/enrichment/progress.ts';
import { addPublications } from '../../support/pdfs.ts';
import { ONE, startService } from '../../support/service.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

test('/healthz of a process with a worker is 503 while due work makes no progress for two minutes, and a metric reports it', async () => {
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  const api = await startService({ databaseUrl: database.url });
  await api.admin.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAAJ' }, status: 201 });
  await sql`
    update queue_items set next_attempt_at = now() - interval '3 minutes', updated_at = now() - interval '3 minutes'`.execute(
    api.db,
  );
  const readHealth = async (url: string) => {
    const response = await fetch(`${url}/healthz`);
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await readHealth(api.url), 'a process without a worker').not.toHaveProperty('worker');

  // no worker can claim the item while another transaction has locked it
  const holder = await api.db.startTransaction().execute();
  await sql`select from queue_items for update`.execute(holder);
  const { url } = await startService({ databaseUrl: database.url, workers: 1 });
  expect(await readHealth(url)).toMatchObject({
    status: 'unavailable',
    reason: 'Due background work has not moved for two minutes.',
    worker: { state: 'stalled' },
  });
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(Number(/^lectern_queue_stalled_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(170);

  await holder.commit().execute();
  await expect
    .poll(() => readHealth(url), { timeout: 20_000 })
    .toMatchObject({ status: 'ok', worker: { state: 'working', last_job_finished_at: expect.any(String) } });
});

test('/healthz of a process with a worker is 503 while due enrichment makes no progress for two minutes', async () => {
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  const api = await startService({ databaseUrl: database.url, sources: 'all', scholar: 'untracked', workers: 0 });
  const { userId } = await api.newUser('reader');
  await addPublications(api.db, userId, ONE, 1);
  await sql`
    insert into enrichment (publication_id, source, due_at, progress)
    select id, 'web', now() - interval '3 minutes', ${JSON.stringify(NOTHING_YET)}::jsonb from publications`.execute(
    api.db,
  );
  const before = sql`now() - interval '3 minutes'`;
  await sql`
    insert into background_work (name, due_at, claimed_until, claim_number) values ('enrich web', ${before}, ${before}, 1)`.execute(
    api.db,
  );
  // no worker can claim the source while another transaction has locked it
  const holder = await api.db.startTransaction().execute();
  await sql`select from background_work for update`.execute(holder);
  const { url } = await startService({ databaseUrl: database.url, workers: 1 });
  const readState = async () => ((await (await fetch(`${url}/healthz`)).json()) as { worker: unknown }).worker;
  expect(await readState()).toMatchObject({ state: 'stalled' });
  await holder.commit().execute();
  await expect.poll(readState, { timeout: 20_000 }).toMatchObject({ state: 'working' });
});
