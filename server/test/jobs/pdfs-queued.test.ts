import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { merge, unmerge } from '../support/merges.ts';
import { withPdfSearches } from '../support/pdf-searches.ts';
import { addPublications } from '../support/pdfs.ts';
import { ONE, serviceOfFile, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked' });

const publicationOf = (n: number) => {
  const doi = `10.5555/queued.${n}`;
  return { title: `What becomes of paper ${n}`, copy: 'direct', doi, venue: `Papers, doi:${doi}` } as const;
};

/** Publications that wait for a response of OpenAlex. */
async function startSearching(count: number) {
  const service = withPdfSearches(await openService());
  const { sandbox, db, admin } = service;
  sandbox.setFault('openalex', { kind: 'hang' });
  for (let n = 0; n < count; n += 1) sandbox.addPublication(ONE, { arxivId: null, ...publicationOf(n) });
  await service.collect(admin, [ONE]);
  await until(async () => expect(sandbox.requestCount('openalex')).toBe(1));
  const answer = () => {
    sandbox.setFault('openalex', null);
    sandbox.release();
  };
  const tables = async () => {
    const { rows } = await sql<{ lookups: number; pdfs: number; publications: number }>`
      select (select count(*)::int from enrichment where source is not null) as lookups, (select count(*)::int from enrichment) as pdfs,
        (select count(*)::int from publications) as publications`.execute(db);
    return rows[0];
  };
  return { ...service, answer, tables };
}

test('publications are queued when they are saved, and never by a GET', async () => {
  const { sandbox, db, admin, job, answer, tables } = await startSearching(3);
  expect(await tables()).toEqual({ publications: 3, lookups: 3, pdfs: 3 });
  const { id } = await job(publicationOf(0).title);
  await sql`delete from enrichment`.execute(db);
  const requested = sandbox.requestCount();
  for (const path of [
    '/publications',
    '/publications?sort_by=pdf_status',
    `/publications?search=${encodeURIComponent(publicationOf(0).title)}`,
    '/scholars',
    '/runs',
    '/runs/queue/items',
    '/admin/db/pdf-queue',
    '/admin/db/pdf-queue?status=untracked',
  ])
    await admin.ok('GET', path);
  await admin.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: true } });
  expect(await tables()).toEqual({ publications: 3, lookups: 0, pdfs: 0 });
  expect(sandbox.requestCount()).toBe(requested);
  const { publications } = await admin.ok('GET', '/publications');
  expect(publications[0]).toMatchObject({ pdf_status: 'untracked', pdf_attempt_count: 0, pdf_url: null });
  answer();
});

test('the search for a merged publication continues, and its findings stay with that publication', async () => {
  const { db, job, answer, untilSettled, tables, log } = await startSearching(2);
  const [merged, standing] = [await job(publicationOf(0).title), await job(publicationOf(1).title)];
  const jobId = await merge(db, Number(standing.id), Number(merged.id));
  answer();
  await untilSettled();
  expect(await tables()).toMatchObject({ lookups: 0 });
  await unmerge(db, jobId);
  for (const at of [0, 1]) expect(await job(publicationOf(at).title)).toMatchObject({ status: 'resolved' });
  expect(log()).not.toMatch(/"level":"error"/);
});

test('the search for a deleted publication ends, and the others continue', async () => {
  const { db, job, answer, untilSettled, tables, log } = await startSearching(2);
  const { id } = await job(publicationOf(0).title);
  await sql`delete from publications where id = ${id}`.execute(db);
  answer();
  await untilSettled();
  expect(await tables()).toEqual({ publications: 1, lookups: 0, pdfs: 1 });
  expect(await job(publicationOf(1).title)).toMatchObject({ status: 'resolved' });
  expect(log()).not.toMatch(/"level":"error"/);
});

test('without enabled sources nothing is queued; after one is enabled, an administrator can queue it', async () => {
  const off = await startService({ sources: 'google_scholar', workers: 0 });
  const { id: adminId } = await off.admin.ok('GET', '/auth/me').then(({ user }) => user);
  const ids = await addPublications(off.db, adminId, ONE, 2);
  const { publications } = await off.admin.ok('GET', '/publications');
  expect(publications.map((one: { pdf_status: string }) => one.pdf_status)).toEqual(['untracked', 'untracked']);
  const answer = await off.admin.ok('POST', `/publications/${ids[0]}/retry-pdf`);
  expect(answer).toMatchObject({
    message: 'No source of PDFs is available.',
    queued: false,
    resolved_pdf: false,
    publication: { pdf_status: 'untracked' },
  });
  expect(await off.admin.ok('POST', '/admin/db/pdf-queue/requeue-all')).toMatchObject({ queued_count: 0 });

  const on = withPdfSearches(
    await startService({ sources: 'all', scholar: 'untracked', databaseUrl: off.services.config.databaseUrl ?? '' }),
  );
  expect(await on.admin.ok('POST', '/admin/db/pdf-queue/requeue-all')).toMatchObject({
    requested_count: 2,
    queued_count: 2,
  });
  await on.untilSettled();
  const { items } = await on.admin.ok('GET', '/admin/db/pdf-queue?status=failed');
  expect(items.map((one: { publication_id: number }) => one.publication_id).sort()).toEqual([...ids].sort());
});
