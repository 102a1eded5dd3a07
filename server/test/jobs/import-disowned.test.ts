import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seenBy } from '../api/portability/portability-service.ts';
import { type CrawlService, profileId, startCrawlService, until } from './crawl-service.ts';

const GAPS = { venue_text: 'A secret note', doi: '10.1000/secret' };

/** A work that a user collected and filled from a file, and what sources answered to the file's DOI. */
async function startFilled() {
  const service = await startCrawlService();
  service.sandbox.addScholar(profileId(1), 0);
  const listed = service.sandbox.addWork(profileId(1), { title: 'A work with an open venue', italic: null });
  const one = await service.newUser('one');
  await service.collect(one, [profileId(1)]);
  const [work] = (await one.ok('GET', '/publications')).publications;
  const { title, year, author_text } = work;
  const file = { scholars: [], publications: [{ scholar_id: profileId(1), title, year, author_text, ...GAPS }] };
  expect(await one.ok('POST', '/scholars/import', { body: file })).toMatchObject({ publications_updated: 1 });
  const id: number = work.publication_id;
  await service.db
    .insertInto('publication_identifiers')
    .values({
      publication_id: id,
      kind: 'pmid',
      value: '123456',
      confidence: 0.9,
      source: 'openalex',
      evidence_url: null,
    })
    .execute();
  await sql`
    insert into pdf_jobs (publication_id, status, pdf_url) values (${id}, 'resolved', 'https://secret.example/a.pdf')`.execute(
    service.db,
  );
  return { service, one, id, file, listed };
}

const NOTHING = { venue_text: null, doi: null, display_identifier: null, pdf_url: null };

/** Ends when a statement waits for the row of a work. */
async function untilWaiting({ db }: CrawlService): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%publications%'`.execute(
      db,
    );
    expect(rows).not.toHaveLength(0);
  });
}

test('who comes to link a work waits for whoever holds it, and sees nothing of another’s file, nor what was found by it', async () => {
  const { service, one, id, file } = await startFilled();
  const other = await service.newUser('other');
  const collected = await service.db.transaction().execute(async (tx) => {
    await sql`select from publications where id = ${id} for no key update`.execute(tx);
    const collecting = service.collect(other, [profileId(1)]);
    await untilWaiting(service);
    expect(await seenBy(other)).toEqual([]);
    return { collecting };
  });
  await collected.collecting;
  for (const user of [one, other]) expect(await seenBy(user)).toMatchObject([NOTHING]);
  const { rows } = await sql`select kind from publication_identifiers where publication_id = ${id}`.execute(service.db);
  expect(rows).toEqual([]);
  // it is searched for anew, and that may have ended by now
  expect(await service.db.selectFrom('pdf_jobs').select(['publication_id', 'pdf_url']).execute()).toEqual([
    { publication_id: id, pdf_url: null },
  ]);
  expect(await one.ok('POST', '/scholars/import', { body: file })).toMatchObject({ publications_updated: 0 });
});

test('an import waits, too', async () => {
  const { service, one, id, file } = await startFilled();
  const other = await service.newUser('other');
  const [{ title, year, author_text }] = file.publications as [(typeof file.publications)[0]];
  const theirs = { scholars: [], publications: [{ scholar_id: null, is_favorite: true, title, year, author_text }] };
  const importing = await service.db.transaction().execute(async (tx) => {
    // somebody else has linked it before the first import's words were taken out
    await sql`select from publications where id = ${id} for no key update`.execute(tx);
    const third = await service.newUser('third');
    const { user } = await third.ok('GET', '/auth/me');
    await sql`
      insert into user_publications (user_id, publication_id, link_number, first_seen_at) values (${user.id}, ${id}, 1, now())`.execute(
      service.db,
    );
    const answer = other.ok('POST', '/scholars/import', { body: theirs });
    await untilWaiting(service);
    return { answer };
  });
  expect(await importing.answer).toMatchObject({ links_created: 1 });
  for (const user of [one, other]) expect(await seenBy(user)).toMatchObject([NOTHING]);
});

test('another DOI of the source takes the file’s with all that was found by it', async () => {
  const { service, one, id, listed } = await startFilled();
  const { db, sandbox } = service;
  // a co-author's page lists it, too
  sandbox.addScholar(profileId(2), 0);
  const { title, authors, year } = listed;
  sandbox.addWork(profileId(2), { title, authors, year, italic: null, venue: 'Notes, doi:10.1000/source' });
  await service.collect(one, [profileId(2)]);
  expect(await seenBy(one)).toMatchObject([{ doi: '10.1000/source', pdf_url: null }]);
  const { rows } = await sql`select kind, value from publication_identifiers where publication_id = ${id}`.execute(db);
  expect(rows).toEqual([{ kind: 'doi', value: '10.1000/source' }]);
  expect(await db.selectFrom('pdf_jobs').select(['publication_id', 'pdf_url']).execute()).toEqual([
    { publication_id: id, pdf_url: null },
  ]);
});
