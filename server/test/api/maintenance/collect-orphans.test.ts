import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { startTestService } from '../../support/test-service.ts';

const PATH = '/admin/db/repairs/publication-links';

test('of works that no link leads to only those go that nobody tracks, names or merged another into', async () => {
  const { admin, newUser, db } = await startTestService();
  const [one, two] = [await adminId(db), await newUser('two')];
  const [mine, left] = [await track(db, one, 'P1'), await track(db, one, 'P2')];
  await savePageOf(db, mine, makeRows('P1', [0, 5]));
  await savePageOf(db, left, makeRows('P2', [0, 8]));
  const keys = await db.selectFrom('publication_sources').select(['key', 'publication_id']).execute();
  const idOf = (key: string) => keys.find((one) => one.key === key)?.publication_id ?? 0;
  await admin.ok('POST', `/publications/${idOf('P2:0')}/favorite`);
  await admin.ok('DELETE', `/scholars/${left}`);
  // a favorite, a hidden link, two merges; the rest of the second profile has no link at all
  const kept = ['P2:0', 'P2:1'].map(idOf);
  await sql`delete from user_publications where publication_id > ${idOf('P2:1')}`.execute(db);
  await sql`update publications set merged_into = ${idOf('P2:2')} where id = ${idOf('P2:3')}`.execute(db);
  const p2 = (await db.selectFrom('profiles').select('id').where('source_id', '=', 'P2').executeTakeFirstOrThrow()).id;
  await sql`insert into scholar_publications values (${two.userId}, ${p2}, ${idOf('P2:4')})`.execute(db);
  // listed by a tracked profile, and its link is lost: it is linked, not deleted
  await sql`delete from user_publications where publication_id = ${idOf('P1:2')}`.execute(db);
  // a run waits for what is searched about one of those that go
  const run = await sql<{ id: number }>`
    insert into runs (user_id, trigger_type, status) values (${one}, 'manual', 'resolving') returning id`.execute(db);
  await sql`insert into lookups (publication_id, source) values (${idOf('P2:6')}, 'crossref')`.execute(db);
  await sql`insert into run_lookups values (${idOf('P2:6')}, ${run.rows[0]?.id})`.execute(db);
  await sql`update profiles set settled_listing = 8, looked_at = now(), fully_looked_at = now(), top_digest = '\\x00', top_listing = 8`.execute(
    db,
  );

  const body = { user_id: one, gc_orphan_publications: true };
  const dry = await admin.ok('POST', PATH, { body });
  expect(dry.summary).toMatchObject({ links_added: 1, publications_deleted: 3 });
  expect(await db.selectFrom('publications').select('id').execute()).toHaveLength(13);
  const done = await admin.ok('POST', PATH, { body: { ...body, dry_run: false } });
  expect(done.summary).toEqual(dry.summary);
  expect((await admin.ok('POST', PATH, { body: { ...body, dry_run: false } })).summary).toMatchObject({
    publications_deleted: 0,
  });

  const remaining = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(({ id }) => id);
  const stay = [...['P1:0', 'P1:1', 'P1:2', 'P1:3', 'P1:4', 'P2:2', 'P2:3', 'P2:4'].map(idOf), ...kept];
  expect(remaining).toEqual(stay.sort((a, b) => a - b));
  const audited = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'repair.delete-publication')
    .orderBy('id')
    .execute();
  expect(audited).toMatchObject(
    ['P2:5', 'P2:6', 'P2:7'].map((key) => ({
      publication_id: idOf(key),
      after: null,
      before: { title: `Work ${key}`, sources: [{ source: 'google_scholar', key }], profile_ids: [p2] },
    })),
  );
  const profiles = await db.selectFrom('profiles').selectAll().orderBy('id').execute();
  expect(profiles).toMatchObject([
    { settled_listing: 8, top_listing: 8 },
    {
      settled_listing: null,
      looked_at: null,
      fully_looked_at: null,
      top_digest: null,
      top_listing: null,
      last_listing_number: 8,
    },
  ]);
  expect((await admin.ok('GET', `/runs/${run.rows[0]?.id}`)).run.status).toBe('success');
  expect((await admin.ok('GET', '/publications')).total_count).toBe(6);
});
