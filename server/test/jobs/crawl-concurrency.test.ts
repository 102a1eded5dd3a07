import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, randomFrom } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { makeWorkDue } from '../support/due.ts';
import { profileId, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';

const PROFILES = 8;

test('users start runs, track and untrack while the source blocks and fails, and nothing waits forever or breaks', async () => {
  const { sandbox, admin, newUser, db, startWorker, log } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_PAGE_SIZE: '20', INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' },
  });
  await startWorker();
  for (let number = 1; number <= PROFILES; number += 1) sandbox.addScholar(profileId(number), 60);
  const clients: Client[] = [admin, await newUser('second'), await newUser('third')];
  const allowed = new Set([200, 201, 404, 409, 429]);
  const ends = Date.now() + 6000;

  const actConcurrently = async (client: Client, name: string) => {
    const random = randomFrom(name);
    let requested = 0;
    const call = async (method: string, path: string, body?: unknown) => {
      const { status, error } = await client.call(method, path, body === undefined ? {} : { body });
      expect(allowed, `${method} ${path}: ${JSON.stringify(error)}`).toContain(status);
      requested += 1;
    };
    while (Date.now() < ends) {
      const { scholars } = await client.ok('GET', '/scholars');
      const id = scholars.length > 0 ? pick<{ id: number }>(random, scholars).id : 0;
      const what = between(random, 1, 10);
      if (what <= 4) await call('POST', '/scholars', { scholar_id: profileId(between(random, 1, PROFILES)) });
      else if (what <= 7) await call('POST', '/runs/manual');
      else if (id > 0) await Promise.all([call('DELETE', `/scholars/${id}`), call('POST', '/runs/manual')]);
    }
    return requested;
  };
  const disturb = async () => {
    const random = randomFrom('disturb');
    while (Date.now() < ends) {
      await delay(150);
      sandbox.setFault(profileId(between(random, 1, PROFILES)), {
        kind: pick(random, ['captcha', 'error', 'layout']),
        times: 2,
      });
      await makeWorkDue(db);
    }
  };
  const [, ...requested] = await Promise.all([
    disturb(),
    ...clients.map((client, index) => actConcurrently(client, `user ${index}`)),
  ]);
  // how much is done in the time depends on the machine
  expect(Math.min(...requested)).toBeGreaterThan(3);

  for (let number = 1; number <= PROFILES; number += 1) sandbox.setFault(profileId(number), null);
  await until(async () => {
    await makeWorkDue(db);
    const open = await sql`select from queue_items where status <> 'dropped'`.execute(db);
    const running = await sql`select from runs where end_dt is null`.execute(db);
    expect([open.rows.length, running.rows.length]).toEqual([0, 0]);
  });
  expect(log()).not.toMatch(/deadlock|"level":[56]0/);
  expect(await db.selectFrom('run_scholars').select('id').where('outcome', '=', 'pending').execute()).toEqual([]);
  const { rows } = await sql`
    select l.user_id from libraries l, lateral (
      select count(*) as links, count(*) filter (where not u.is_read) as unread from library_entries u
      where u.user_id = l.user_id and not u.is_hidden
    ) n where (l.entry_count, l.unread_count) <> (n.links, n.unread)`.execute(db);
  expect(rows, 'libraries whose counts are wrong').toEqual([]);
  const doubled = await sql`select key from records group by key having count(*) > 1`.execute(db);
  expect(doubled.rows).toEqual([]);
});
