import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { profileId, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';

test('a page that cannot be saved is retried later like one that cannot be read, and blocks no other work', async () => {
  const { sandbox, admin, track, db, log } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(profileId(1), 30);
  sandbox.addScholar(profileId(2), 3);
  const poison = sandbox.addPublication(profileId(1), { title: 'A title that the database will not take' });
  await sql`alter table publications add constraint refused check (title <> ${sql.lit(poison.title)})`.execute(db);
  await track(admin, profileId(1));
  await track(admin, profileId(2));
  await until(async () => {
    const { queue_items } = await admin.ok('GET', '/runs/queue/items');
    expect(queue_items).toMatchObject([{ attempt_count: 1, last_error: 'layout_changed: page_not_saved' }]);
    expect(Date.parse(queue_items[0].next_attempt_dt) - Date.now()).toBeGreaterThan(60_000);
  });
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(3));
  expect(sandbox.requestCount(), 'each requested once').toBe(2);
  expect(log()).toContain('a page could not be saved');
});
