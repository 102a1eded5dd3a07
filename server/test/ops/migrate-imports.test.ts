import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { makeTestDatabase } from '../support/test-database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

test("publications that users shared through imports are separated, and each user's keys refer to the user's own", async () => {
  const database = await makeTestDatabase({ empty: true });
  const { db, close } = connectDatabase({
    url: database.url,
    maxConnections: 1,
    name: 'test',
    onError: () => undefined,
  });
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const run = async (file: string) => {
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    await db.transaction().execute((tx) => sql.raw(text).execute(tx));
  };
  for (const file of files.filter((name) => name < '0008')) await run(file);
  await sql
    .raw(`
    insert into users (email, email_key, password_hash) values ('a@x.example', 'a@x.example', ''), ('b@x.example', 'b@x.example', '');
    insert into profiles (source, source_id) values ('google_scholar', 'AAAAAAAAAAA1');
    insert into publications (title, title_key, venue_text, citation_count, search_vector, imported_fields)
      values ('Two Words', 'two words', 'SECRET', 7, array_to_tsvector(array['two', 'words', 'secret']), '{title,citation_count,venue_text}');
    insert into user_publications (user_id, publication_id, link_number, is_favorite, first_seen_at) values (1, 1, 1, false, now()), (2, 1, 1, true, now());
    insert into scholar_publications (user_id, profile_id, publication_id, created_at)
      select 2, 1, 1, created_at from publications union all select 1, 1, 1, created_at + interval '1 hour' from publications;
    insert into publication_sources values ('import', 'google_scholar cluster:5', 1), ('import', 'item 1 ' || repeat('ab', 32), 1);`)
    .execute(db);
  await run('0008-imports.sql');
  const { rows: seen } = await sql`
    select u.user_id, u.publication_id, p.title, p.venue_text, p.citation_count, u.is_favorite, p.search_vector::text as words
    from user_publications u join publications p on p.id = u.publication_id order by 1`.execute(db);
  expect(seen).toMatchObject(
    [
      {
        user_id: '1',
        publication_id: '2',
        title: 'Two Words',
        venue_text: null,
        citation_count: 0,
        is_favorite: false,
        words: "'two' 'words'",
      },
      {
        user_id: '2',
        publication_id: '1',
        title: 'Two Words',
        venue_text: 'SECRET',
        citation_count: 7,
        is_favorite: true,
      },
    ].map((row) => expect.objectContaining({ ...row, user_id: expect.anything(), publication_id: expect.anything() })),
  );
  const { rows: keys } = await sql<{ key: string; publication_id: number }>`
    select key, publication_id from publication_sources order by key`.execute(db);
  expect(keys.map(({ key, publication_id }) => [key, Number(publication_id)])).toEqual([
    ['google_scholar cluster:5 1', 2],
    ['google_scholar cluster:5 2', 1],
    [`item 1 ${'ab'.repeat(16)}`, 2],
  ]);
  const { rows: claims } = await sql<{ user_id: number; publication_id: number }>`
    select user_id, publication_id from scholar_publications order by 1`.execute(db);
  expect(claims.map((one) => [Number(one.user_id), Number(one.publication_id)])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  await close();
  await database.drop();
});
