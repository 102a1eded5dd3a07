import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { strike } from '../support/due.ts';
import { withPdfSearches } from '../support/pdf-searches.ts';
import { addPublications, putPdf } from '../support/pdfs.ts';
import { ONE, serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked', workers: 2 });

const COUNT = 300;

test('automatic retries and requests of users and administrators for the same publications start one search each', async () => {
  const { sandbox, db, admin, newUser, untilSettled, log } = withPdfSearches(await openService());
  sandbox.setFault('crossref', { kind: 'hang' });
  const reader = await newUser('reader');
  const ids = await addPublications(db, reader.userId, ONE, COUNT);
  for (const id of ids) await putPdf(db, id, { status: 'failed', attempts: 1, reason: 'no_open_copy', minutesAgo: 60 });
  await sql`update enrichment set next_attempt_at = now() - interval '1 minute'`.execute(db);
  const request = (id: number) => reader.call('POST', `/publications/${id}/retry-pdf`);
  const requeueAll = () => admin.call('POST', '/admin/db/pdf-queue/requeue-all');
  const answers = await Promise.all([
    strike(db),
    requeueAll(),
    strike(db),
    requeueAll(),
    ...ids.slice(0, 20).map(request),
  ]);
  const statuses = answers.flatMap((one) => (one ? one.status : []));
  expect(new Set(statuses)).toEqual(new Set([200]));
  sandbox.setFault('crossref', null);
  sandbox.release();
  await untilSettled();
  expect(log()).not.toContain('deadlock');
  const { rows } = await sql`select attempt_count, count(*)::int from enrichment group by 1`.execute(db);
  expect(rows).toEqual([{ attempt_count: 2, count: COUNT }]);
});
