import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listPublications } from '../../src/library/list-publications.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { makeRow, savePageOf } from '../support/library.ts';
import { expectSound } from '../support/merges.ts';
import { migrateTo010, openTestDatabase } from '../support/old-schema.ts';

const DUMP = fileURLToPath(new URL('../../../../shared/data/dumps-0.1.0/filled.dump', import.meta.url));

interface Shown {
  readonly title: string;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly citation_count: number;
  readonly pub_url: string | null;
  readonly doi: string | null;
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly first_seen_at: string;
  readonly scholars: readonly number[];
}

/** What each user sees in a database of version 0.1.0, in the default order. */
async function readOldLibraries(db: Database): Promise<Map<number, Shown[]>> {
  const { rows } = await sql<{ user_id: number; item: Shown }>`
    select u.user_id, json_build_object('title', p.title, 'author_text', p.author_text, 'venue_text', p.venue_text, 'year', p.year,
      'citation_count', p.citation_count, 'pub_url', p.pub_url, 'doi', p.doi, 'is_read', u.is_read, 'is_favorite', u.is_favorite,
      'first_seen_at', to_char(u.first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'scholars', coalesce((select json_agg(w.scholar_id order by w.scholar_id) from scholar_works w
        where w.user_id = u.user_id and w.publication_id = u.publication_id), '[]')) as item
    from user_publications u join publications p on p.id = u.publication_id
    where not u.is_hidden order by u.user_id, u.first_seen_at desc, u.link_number`.execute(db);
  const libraries = new Map<number, Shown[]>();
  for (const { user_id, item } of rows)
    libraries.set(Number(user_id), [...(libraries.get(Number(user_id)) ?? []), item]);
  return libraries;
}

async function readNewLibrary(db: Database, userId: number): Promise<Shown[]> {
  const items: Shown[] = [];
  for (let page = 1; ; page += 1) {
    const { publications, has_next } = await listPublications(db, userId, { page, page_size: 500 });
    for (const one of publications) {
      const { title, author_text, venue_text, year, citation_count, pub_url, doi, is_read, is_favorite } = one;
      const scholars = one.scholars.map(({ scholar_profile_id }) => scholar_profile_id).sort((a, b) => a - b);
      const shown = { title, author_text, venue_text, year, citation_count, pub_url, doi, is_read, is_favorite };
      items.push({ ...shown, first_seen_at: new Date(one.first_seen_at).toISOString(), scholars });
    }
    if (!has_next) return items;
  }
}

const words = (text: string) => `array_to_tsvector(string_to_array('${text.toLowerCase()}', ' '))`;

test('every user of 0.1.0 sees the same library after the migration, but for what one file had filled in', async () => {
  const { db, migrate } = await openTestDatabase({ empty: true });
  await migrateTo010(db);
  await sql
    .raw(`
    insert into users (email, email_key, password_hash) select u || '@x.example', u || '@x.example', '' from unnest(array['a', 'b', 'c']) u;
    insert into profiles (source, source_id, display_name, last_listing_number) values
      ('google_scholar', 'AAAAAAAAAAAA', 'Ada', 4), ('google_scholar', 'BBBBBBBBBBBB', 'Ben', 2);
    insert into scholars (user_id, profile_id, baseline_completed, looked_at_listing) values (1, 1, true, 4), (1, 2, true, 2), (2, 2, true, 2), (3, 1, true, 4);
    insert into publications (title, title_key, author_text, venue_text, year, citation_count, pub_url, origin_key, citation_key, merged_into, imported_fields, search_vector) values
      ('Shared', 'shared', 'A Ada, B Ben', 'Journal', 2001, 9, 'https://scholar.example/1', 'google_scholar:AAAAAAAAAAAA:1', 'google_scholar:BBBBBBBBBBBB:1', null, '{}', ${words('shared')}),
      ('Shared older', 'shared older', null, null, null, 0, null, null, null, 1, '{}', ${words('shared older')}),
      ('Filled', 'filled', 'A Ada', 'From a file', 2002, 1, null, 'google_scholar:AAAAAAAAAAAA:3', null, null, '{venue_text}', ${words('filled from')}),
      ('Mine alone', 'mine alone', 'Q Own', null, 2003, 2, 'https://files.example/x', null, null, null, '{title,citation_count,author_text,year,pub_url}', ${words('mine alone')}),
      ('Two files', 'two files', null, 'Venue', 2004, 3, null, null, null, null, '{title,citation_count,venue_text,year}', ${words('two files')}),
      ('Favorite of a file', 'favorite of a file', null, null, null, 0, null, null, null, null, '{title,citation_count}', ${words('favorite')}),
      ('Hidden', 'hidden', 'B Ben', null, 2005, 0, null, 'google_scholar:AAAAAAAAAAAA:4', null, null, '{}', ${words('hidden')});
    insert into publication_sources (source, key, publication_id) values
      ('google_scholar', 'AAAAAAAAAAAA:1', 1), ('google_scholar', 'BBBBBBBBBBBB:1', 1), ('google_scholar', 'BBBBBBBBBBBB:2', 1),
      ('google_scholar', 'cluster:7', 1), ('google_scholar', 'AAAAAAAAAAAA:3', 3), ('google_scholar', 'AAAAAAAAAAAA:4', 7),
      ('import', 'item 1 ${'ab'.repeat(16)}', 3), ('import', 'item 1 ${'ac'.repeat(16)}', 4), ('import', 'google_scholar cluster:8 1', 4),
      ('import', 'item 1 ${'ad'.repeat(16)}', 5), ('import', 'item 2 ${'ae'.repeat(16)}', 5), ('import', 'item 2 ${'af'.repeat(16)}', 6);
    insert into profile_publications (profile_id, publication_id, listing_number) values (1, 1, 1), (2, 1, 1), (1, 3, 3), (1, 7, 4);
    insert into scholar_publications (user_id, profile_id, publication_id) values (1, 1, 4), (1, 1, 5), (2, 2, 5);
    insert into publication_identifiers (publication_id, kind, value, confidence, source) values
      (1, 'doi', '10.5555/shared', 0.9, 'google_scholar'), (4, 'doi', '10.5555/mine', 0.5, 'import');
    update publications set doi = '10.5555/shared', display_identifier = '{"kind":"doi","value":"10.5555/shared","label":"DOI: 10.5555/shared","url":"https://doi.org/10.5555/shared","confidence_score":0.9}' where id = 1;
    update publications set doi = '10.5555/mine', display_identifier = '{"kind":"doi","value":"10.5555/mine","label":"DOI: 10.5555/mine","url":"https://doi.org/10.5555/mine","confidence_score":0.5}' where id = 4;
    insert into user_publications (user_id, publication_id, link_number, is_read, read_number, is_favorite, is_hidden, first_seen_at, first_scholar_id) values
      (1, 1, 1, true, 1, false, false, '2020-01-01', 1), (1, 3, 2, false, null, true, false, '2020-01-02', 1), (1, 4, 3, false, null, false, false, '2020-01-03', 1),
      (1, 5, 4, true, 1, false, false, '2020-01-04', 1), (1, 7, 5, false, null, false, false, '2020-01-05', 1),
      (2, 1, 1, false, null, true, false, '2020-02-01', 3), (2, 5, 2, false, null, true, false, '2020-02-02', 3), (2, 6, 3, false, null, true, false, '2020-02-03', null),
      (2, 7, 4, true, 1, false, true, '2020-02-04', null), (3, 1, 1, false, null, false, false, '2020-03-01', 4),
      (3, 3, 2, false, null, false, false, '2020-03-01', 4), (3, 7, 3, false, null, false, false, '2020-03-01', 4);
    update libraries l set last_link_number = 10, last_read_number = 1;`)
    .execute(db);
  const before = await readOldLibraries(db);
  await migrate();
  for (const [userId, library] of before) {
    const wanted = library.map((one) => (one.title === 'Filled' ? { ...one, venue_text: null } : one));
    expect(await readNewLibrary(db, userId), `user ${userId}`).toEqual(wanted);
    const { total_count: count } = await listPublications(db, userId, { search: 'title:"filled" -author:filled' });
    expect(count, 'words have positions and weights').toBe(wanted.filter(({ title }) => title === 'Filled').length);
  }
  await expectSound(db);
  // the first crawl after it recognizes the rows and founds nothing
  const founded = async () => (await sql<{ n: number }>`select count(*) as n from publications`.execute(db)).rows[0]?.n;
  const count = await founded();
  const row = (number: number, change: object) =>
    makeRow(`AAAAAAAAAAAA:${number}`, { url: 'https://scholar.example/1', ...change });
  await savePageOf(db, 1, [
    row(1, {
      clusterKey: 'cluster:7',
      title: 'Shared',
      authors: 'A Ada, B Ben',
      venue: 'Journal',
      year: 2001,
      citations: 4,
    }),
    row(3, { title: 'Filled', authors: 'A Ada', year: 2002, citations: 1, venue: 'Its own venue' }),
    row(9, { clusterKey: 'cluster:8', title: 'Mine alone', authors: 'Q Own', year: 2003, citations: 2 }),
  ]);
  expect(Number(await founded()) - Number(count), 'only the public one that the file knew').toBe(1);
  const library = await readNewLibrary(db, 1);
  expect(library.map(({ title }) => title).sort()).toEqual(['Filled', 'Hidden', 'Mine alone', 'Shared', 'Two files']);
  expect(library.find(({ title }) => title === 'Filled')).toMatchObject({ venue_text: 'Its own venue' });
  await expectSound(db);
});

test('a filled database of version 0.1.0 migrates with equal libraries', async (context) => {
  if (!existsSync(DUMP)) {
    const reason = `${DUMP} is absent`;
    console.log(`the migration of a filled 0.1.0 database is skipped: ${reason}`);
    return context.skip(reason);
  }
  const { db, url, migrate } = await openTestDatabase({ empty: true });
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  await promisify(execFile)('pg_restore', ['--no-owner', '--dbname', url, DUMP]);
  const before = await readOldLibraries(db);
  await migrate();
  for (const [userId, library] of before) expect(await readNewLibrary(db, userId), `user ${userId}`).toEqual(library);
  expect(before.size).toBeGreaterThan(0);
  await expectSound(db);
});
