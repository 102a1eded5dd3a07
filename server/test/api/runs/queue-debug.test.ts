import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { profileId, startCrawlService, until } from '../../jobs/crawl-service.ts';
test('debug', async () => {
  const { sandbox, admin, db, log } = await startCrawlService({ workers: 2 });
  for (let n = 1; n <= 60; n += 1) {
    sandbox.addScholar(profileId(n), 3);
    await admin.ok('POST', '/scholars', { body: { scholar_id: profileId(n) } });
    const answer = await admin.call('POST', '/runs/manual');
    if (answer.status === 409) continue;
    const { run_id } = answer.data;
    try {
      await until(async () => expect((await admin.ok('GET', `/runs/${run_id}`)).run.end_dt).not.toBeNull(), 15);
    } catch {
      console.log('HANGS at round', n, JSON.stringify((await sql`select * from run_scholars where run_id = ${run_id} and outcome = 'pending'`.execute(db)).rows), JSON.stringify((await sql`select * from queue_items`.execute(db)).rows), JSON.stringify((await sql`select id,key,run_at,locked_at,attempts,last_error from graphile_worker._private_jobs`.execute(db)).rows));
      console.log(log().split('\n').filter((l) => /"level":"(warn|error)"/.test(l)).slice(-5).join('\n').slice(0, 2000));
      throw new Error('hang');
    }
  }
});
