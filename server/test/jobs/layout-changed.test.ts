import { expect, test } from 'vitest';
import { makeWorkDue } from '../support/due.ts';
import { profileId, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

test('a page with a changed class for authors is not stored, and the normal page later adds nothing new', async () => {
  const { sandbox, admin, db, track, runToEnd } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_PAGE_SIZE: '10' },
  });
  const id = profileId(1);
  sandbox.addScholar(id, 30);
  sandbox.setFault(id, { kind: 'layout', renamed: 'gs_gray', after: 1, times: 1 });
  await track(admin, id);
  await until(async () => {
    const { queue_items } = await admin.ok('GET', '/runs/queue/items');
    expect(queue_items).toMatchObject([
      { status: 'queued', attempt_count: 1, resume_cstart: 10, last_error: 'layout_changed: authors_missing' },
    ]);
  });
  const { scholars } = await admin.ok('GET', '/scholars');
  expect(scholars).toMatchObject([{ baseline_completed: false }]);
  const list = async (query = '') => admin.ok('GET', `/publications?page_size=100${query}`);
  expect((await list()).total_count, 'the first page alone').toBe(10);

  await makeWorkDue(db);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([{ baseline_completed: true }]);
  const { publications, total_count } = await list();
  expect(total_count).toBe(30);
  expect(publications.filter(({ author_text }: { author_text: string | null }) => author_text === null)).toEqual([]);
  const { run } = await runToEnd(admin);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect((await list('&mode=latest')).total_count).toBe(0);
});
