import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const PATH = '/admin/db/repairs/publication-links';

test('publications that no user has or can reach are deleted; those with an entry or a private record stay, with all publications merged into them', async () => {
  const { admin, newUser, db } = await openService();
  const [one, two] = [await adminId(db), await newUser('two')];
  const [mine, left] = [await track(db, one, 'P1'), await track(db, one, 'P2')];
  await savePageOf(db, mine, makeRows('P1', [0, 5]));
  await savePageOf(db, left, makeRows('P2', [0, 9]));
  const keys = await db.selectFrom('records').select(['key', 'publication_id']).execute();
  const idOf = (key: string) => keys.find((one) => one.key === key)?.publication_id ?? 0;
  await admin.ok('POST', `/publications/${idOf('P2:0')}/favorite`);
  await admin.ok('DELETE', `/scholars/${left}`);
  // the second profile: a favorite and a hidden entry; without entries an imported record, a merged one with such a
  // record, and a merged pair
  await sql`delete from user_publications where publication_id > ${idOf('P2:1')}`.execute(db);
  for (const key of ['P2:2', 'P2:4'])
    await sql`
      insert into records (publication_id, owner_user_id, source, key, evidence, title, stated_at)
      values (${idOf(key)}, ${two.userId}, 'import', ${key}, '{}', 'Imported', now())`.execute(db);
  await merge(db, idOf('P2:3'), idOf('P2:4'));
  await merge(db, idOf('P2:5'), idOf('P2:6'));
  // a tracked profile lists it, so its entry is added again
  await sql`delete from user_publications where publication_id = ${idOf('P1:2')}`.execute(db);
  // a run waits for the enrichment of a publication that is deleted
  const run = await sql<{ id: number }>`
    insert into runs (user_id, trigger_type, status) values (${one}, 'manual', 'resolving') returning id`.execute(db);
  await sql`insert into enrichment (publication_id, source) values (${idOf('P2:6')}, 'crossref')`.execute(db);
  await sql`insert into run_enrichment values (${idOf('P2:6')}, ${run.rows[0]?.id})`.execute(db);
  await sql`update profiles set settled_listing = 8, crawled_at = now(), fully_crawled_at = now(), top_digest = '\\x00', top_listing = 8`.execute(
    db,
  );

  const body = { user_id: one, gc_orphan_publications: true };
  const dry = await admin.ok('POST', PATH, { body });
  expect(dry.summary).toMatchObject({ links_added: 1, publications_deleted: 4 });
  const done = await admin.ok('POST', PATH, { body: { ...body, dry_run: false } });
  expect(done.summary).toEqual({ ...dry.summary, dry_run: false });
  const again = await admin.ok('POST', PATH, { body: { ...body, dry_run: false } });
  expect(again.summary).toMatchObject({ publications_deleted: 0 });

  const remaining = await db.selectFrom('publications').select('id').orderBy('id').execute();
  const stay = ['P1:0', 'P1:1', 'P1:2', 'P1:3', 'P1:4', 'P2:0', 'P2:1', 'P2:2', 'P2:3', 'P2:4'];
  expect(remaining.map(({ id }) => id)).toEqual(stay.map(idOf));
  const { entries } = await admin.ok('GET', `/admin/audit?repair_job_id=${done.job_id}`);
  expect(
    entries.filter(({ action }: { action: string }) => action === 'repair.delete-publication').reverse(),
  ).toMatchObject(
    ['P2:5', 'P2:6', 'P2:7', 'P2:8'].map((key) => ({
      publication_id: idOf(key),
      after: null,
      before: { title: `Work ${key}`, records: [{ source: 'google_scholar', key, profile_ids: [expect.any(Number)] }] },
    })),
  );
  // the next crawl of the profile is full, and the numbers of its listings keep growing
  const profiles = await db.selectFrom('profiles').selectAll().orderBy('id').execute();
  const forgotten = {
    settled_listing: null,
    crawled_at: null,
    fully_crawled_at: null,
    top_digest: null,
    top_listing: null,
  };
  expect(profiles).toMatchObject([
    { settled_listing: 8, top_listing: 8 },
    { ...forgotten, last_listing_number: 9 },
  ]);
  expect((await admin.ok('GET', `/runs/${run.rows[0]?.id}`)).run.status).toBe('success');
  expect((await admin.ok('GET', '/publications')).total_count).toBe(6);
});
