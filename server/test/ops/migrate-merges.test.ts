import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { unmergePublications } from '../../src/publications/merge.ts';
import { migrateTo020, openTestDatabase } from '../support/old-schema.ts';

test('after the upgrade from 0.2.0, entries of merges of merges have numbers of their own, also after the undo', async () => {
  const { db, migrate } = await openTestDatabase({ empty: true });
  await migrateTo020(db);
  // 1 was merged into 2, and then 2 into 3. User 1 had no entry of 2, user 2 had entries of all, and user 3 only of 1.
  await sql
    .raw(`
    insert into users (id, email, email_key, password_hash) overriding system value
      select n, n || '@lectern.example', n || '@lectern.example', '' from generate_series(1, 3) n;
    update libraries set last_entry_number = 20;
    insert into profiles (id, source, source_id) overriding system value values (1, 'openalex', 'A1');
    insert into scholars (id, user_id, profile_id) overriding system value select id, id, 1 from users;
    update scholar_profiles set processed_listing = 3, baseline_completed = true;
    insert into publications (id, canonical_id, merged_into, title, title_key, search_vector) overriding system value
      values (3, 3, null, 'Work 3', '', ''), (2, 3, 3, 'Work 2', '', ''), (1, 3, 2, 'Work 1', '', '');
    insert into records (id, publication_id, source, key, evidence, title) overriding system value
      select n, n, 'openalex', n::text, '{}', 'Work ' || n from generate_series(1, 3) n;
    -- the profile lists 1 and 3
    insert into listings (record_id, profile_id, publication_id, number) values (1, 1, 3, 1), (3, 1, 3, 3);
    insert into merges (id, merged_id, target_id) overriding system value values (1, 1, 2), (2, 2, 3);
    insert into merge_marks (merge_id, user_id, publication_id, entry_number, is_read, is_favorite, is_hidden, first_seen_at, scholar_ids,
        combined_is_read, combined_is_favorite)
      select merge_id, user_id, publication_id, number, true, false, false, now(), array[user_id], true, false from (values
        (1, 1, 1, 5), (2, 1, 2, 5), (2, 1, 3, 9),
        (1, 2, 1, 5), (1, 2, 2, 7), (2, 2, 2, 5), (2, 2, 3, 3),
        (1, 3, 1, 5), (2, 3, 2, 5)) as m (merge_id, user_id, publication_id, number);
    insert into user_publications (user_id, publication_id, entry_number, first_seen_at, scholar_ids, first_scholar_id)
      values (1, 3, 5, now(), '{1}', 1), (2, 3, 3, now(), '{2}', 2), (3, 3, 5, now(), '{3}', 3);`)
    .execute(db);
  await migrate();
  const numbers = async (isWanted: string) =>
    (
      await sql
        .raw<{ user_id: number; numbers: unknown }>(
          `select user_id, json_object_agg(publication_id, entry_number order by publication_id) as numbers
          from library_entries where ${isWanted} and first_number = entry_number group by 1 order by 1`,
        )
        .execute(db)
    ).rows.map((row) => row.numbers);
  // the canonical entry keeps the number that it showed, and one that a merge made has that of the other one
  expect(await numbers('true')).toEqual([
    { 1: 9, 2: 9, 3: 5 },
    { 1: 7, 2: 5, 3: 3 },
    { 1: 5, 2: 5, 3: 5 },
  ]);
  await db.transaction().execute((tx) => unmergePublications(tx, { id: 2, mergedId: 2 }));
  await db.transaction().execute((tx) => unmergePublications(tx, { id: 1, mergedId: 1 }));
  expect(await numbers('not is_hidden')).toEqual([
    { 1: 9, 3: 5 },
    { 1: 7, 3: 3 },
    { 1: 5, 3: 21 },
  ]);
  expect(await numbers('is_hidden'), 'those that no merge made').toEqual([{ 2: 5 }]);
});
