import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addWorks, putPdf } from '../support/pdfs.ts';
import { until } from './crawl-service.ts';
import { ONE, startPdfService } from './pdf-service.ts';

const COUNT = 300;

test('a clock that strikes while administrators and users ask for the same works disturbs nobody, and each work is searched for once', async () => {
  const { sandbox, db, admin, newUser, untilSettled, log } = await startPdfService({ workers: 2 });
  sandbox.setFault('crossref', { kind: 'hang' });
  const reader = await newUser('reader');
  const ids = await addWorks(db, reader.userId, ONE, COUNT);
  for (const id of ids) await putPdf(db, id, { status: 'failed', attempts: 1, reason: 'no_open_copy', minutesAgo: 60 });
  await sql`update pdf_jobs set next_attempt_at = now() - interval '1 minute'`.execute(db);
  const strike = () => sql`select graphile_worker.add_job('retry-due-pdfs')`.execute(db);
  const ask = (id: number) => reader.call('POST', `/publications/${id}/retry-pdf`);
  const requeueAll = () => admin.call('POST', '/admin/db/pdf-queue/requeue-all');
  const answers = await Promise.all([strike(), requeueAll(), strike(), requeueAll(), ...ids.slice(0, 20).map(ask)]);
  const statuses = answers.flatMap((one) => ('status' in one ? one.status : []));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await until(async () => {
    const left = await sql`select from graphile_worker.jobs where task_identifier = 'retry-due-pdfs'`.execute(db);
    expect(left.rows).toEqual([]);
  });
  sandbox.setFault('crossref', null);
  sandbox.release();
  await untilSettled();
  expect(log()).not.toContain('deadlock');
  const { rows } = await sql`select attempt_count, count(*)::int from pdf_jobs group by 1`.execute(db);
  expect(rows).toEqual([{ attempt_count: 2, count: COUNT }]);
});
