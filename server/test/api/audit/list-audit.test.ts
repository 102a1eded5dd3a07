import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

test('changes are listed in pages, the latest first: all, those of one repair, or those of one publication', async () => {
  const { admin, db } = await openService();
  const page = (query: string) => admin.ok('GET', `/admin/audit?kind=changes${query}`);
  expect(await page('')).toMatchObject({ entries: [], pagination: { page: 1, page_size: 100, total_count: 0 } });
  await sql`insert into repair_jobs (job_name, requested_by, dry_run) values ('undo_merges', 'one', false), ('undo_merges', 'two', false)`.execute(
    db,
  );
  await sql`insert into audit_log (actor, action, repair_job_id, publication_id, before, after)
    select 'somebody', 'change ' || n, j.id, n % 3, json_build_object('n', n), null
    from generate_series(1, 7) n join (select min(id) as first from repair_jobs) f on true
    join repair_jobs j on j.id = f.first + n % 2 order by n`.execute(db);
  const second = await page('&page=2&page_size=3');
  expect(second.entries.map(({ action }: { action: string }) => action)).toEqual(['change 4', 'change 3', 'change 2']);
  expect(second.pagination).toEqual({ page: 2, page_size: 3, has_prev: true, has_next: true, total_count: 7 });
  expect(second.entries[0]).toMatchObject({ actor: 'somebody', before: { n: 4 }, after: null, publication_id: 1 });
  const jobId = second.entries[0].repair_job_id;
  const ofJob = await page(`&repair_job_id=${jobId}`);
  expect(ofJob.entries.map(({ before }: { before: { n: number } }) => before.n)).toEqual([6, 4, 2]);
  const ofPublication = await page(`&repair_job_id=${jobId}&publication_id=1`);
  expect([ofPublication.total_count, ofPublication.entries[0].before.n]).toEqual([1, 4]);
  expect((await page('&page=1000000000&page_size=500')).entries).toEqual([]);
});
