import { expect, test } from 'vitest';
import { profileId, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';

test('the crawl that an import queues finds its publications: entries and marks stay, and text that only the file has is no longer shown', async () => {
  const { admin, db, sandbox, startWorker, newUser } = await startService({ sources: 'google_scholar', workers: 0 });
  sandbox.addScholar(profileId(1), 0);
  const { title, authors, year } = sandbox.addPublication(profileId(1), {
    title: 'A work that was imported first',
    italic: null,
  });
  const item = { scholar_id: profileId(1), title, author_text: authors.join(', '), year };
  const secret = { venue_text: 'Of the file', doi: '10.1000/of-the-file', pdf_url: 'https://forged.example/a.pdf' };
  const file = {
    scholars: [{ scholar_id: profileId(1) }],
    publications: [{ ...item, ...secret, is_favorite: true, first_seen_at: '2021-02-03T04:05:06.000Z' }],
  };
  expect(await admin.ok('POST', '/scholars/import', { body: file })).toMatchObject({ links_created: 1, warnings: [] });
  const [before] = (await admin.ok('GET', '/publications')).publications;
  expect(before).toMatchObject({ venue_text: 'Of the file', doi: '10.1000/of-the-file' });
  // what enrichment found by what the file says
  await db
    .insertInto('publication_identifiers')
    .values({
      publication_id: before.publication_id,
      kind: 'pmid',
      value: '123456',
      confidence: 0.9,
      source: 'openalex',
    })
    .execute();
  await startWorker();
  await until(async () => expect((await admin.ok('GET', '/scholars')).scholars[0].baseline_completed).toBe(true));
  const other = await newUser('other');
  await other.ok('POST', '/scholars', { body: { scholar_id: profileId(1) }, status: 201 });
  await until(async () => expect((await other.ok('GET', '/publications')).total_count).toBe(1));
  const open = { title, venue_text: null, doi: null, display_identifier: null, pdf_url: null };
  const first_seen_at = '2021-02-03T04:05:06.000Z';
  const mine = (await admin.ok('GET', '/publications')).publications;
  expect(mine).toMatchObject([{ ...open, is_favorite: true, first_seen_at, is_new_in_latest_run: false }]);
  expect((await other.ok('GET', '/publications')).publications).toMatchObject([{ ...open, is_favorite: false }]);
  // the id that a browser still has leads there
  const { publication_id } = await admin.ok('GET', `/publications/${before.publication_id}`);
  expect(publication_id).toBe(mine[0].publication_id);
  expect(await admin.ok('POST', '/scholars/import', { body: file })).toMatchObject({
    links_created: 0,
    links_updated: 0,
  });
});
