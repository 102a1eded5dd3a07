import { expect, test } from 'vitest';
import { profileId, startCrawlService, until } from './crawl-service.ts';

test('the crawl that an import queues takes its works over: links and marks stay, and what was found for them is searched for anew', async () => {
  const { admin, db, sandbox, startWorker } = await startCrawlService({ workers: 0, lookups: true });
  const title = 'A work that was imported before it was found';
  sandbox.addScholar(profileId(1), 0);
  sandbox.addWork(profileId(1), { title, italic: null });
  const work = { scholar_id: profileId(1), title, year: null as number | null, author_text: null as string | null };
  const source = await startCrawlService({ workers: 1 });
  source.sandbox.addScholar(profileId(1), 0);
  source.sandbox.addWork(profileId(1), { title, italic: null });
  await source.collect(source.admin, [profileId(1)]);
  const [found] = (await source.admin.ok('GET', '/publications')).publications;
  Object.assign(work, { year: found.year, author_text: found.author_text });

  const file = {
    scholars: [{ scholar_id: profileId(1) }],
    publications: [{ ...work, is_favorite: true, venue_text: 'Of the file', doi: '10.1000/of-the-file' }],
  };
  expect(await admin.ok('POST', '/scholars/import', { body: file })).toMatchObject({ links_created: 1, warnings: [] });
  const [before] = (await admin.ok('GET', '/publications')).publications;
  expect(before).toMatchObject({ venue_text: 'Of the file', pdf_status: 'queued' });
  await db.updateTable('pdf_jobs').set({ status: 'resolved', pdf_url: 'https://forged.example/a.pdf' }).execute();
  // what a source answered to what the file says
  await db
    .insertInto('publication_identifiers')
    .values({
      publication_id: before.publication_id,
      kind: 'pmid',
      value: '123456',
      confidence: 0.9,
      source: 'openalex',
      evidence_url: null,
    })
    .execute();
  await startWorker();
  const [after] = await until(async () => {
    const { scholars } = await admin.ok('GET', '/scholars');
    expect(scholars[0].baseline_completed).toBe(true);
    const { publications } = await admin.ok('GET', '/publications');
    expect(publications[0].pdf_status).toMatch(/resolved|failed/);
    return publications;
  });
  expect(after).toMatchObject({
    publication_id: before.publication_id,
    is_favorite: true,
    first_seen_at: before.first_seen_at,
    // what the source leaves open
    venue_text: 'Of the file',
    is_new_in_latest_run: false,
  });
  const { publications } = await admin.ok('GET', '/scholars/export');
  expect(publications[0].identifiers).not.toContainEqual({ kind: 'pmid', value: '123456' });
  expect(after.pdf_url).not.toBe('https://forged.example/a.pdf');
});
