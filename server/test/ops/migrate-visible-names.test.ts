import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listMigrations } from '../../src/platform/database/migrate.ts';
import { openTestDatabase, runMigrations } from '../support/old-schema.ts';

test('stored names lose invisible characters, and all texts those that change the direction of others', async () => {
  const { db, migrate } = await openTestDatabase({ empty: true });
  const before = (await listMigrations()).filter((name) => name < '0039');
  await runMigrations(db, before);
  await sql
    .raw(String.raw`
    insert into users (id, email, email_key, password_hash, is_admin) overriding system value values (1, 'a@b.example', 'a@b.example', 'x', false);
    insert into stored_tags (user_id, name, name_key, color) values
      (1, 'fine', 'fine', 'gray'), (1, E'fi\u202ene', E'fi\u202ene', 'gray'), (1, E'f\u3164ine', E'f\u3164ine', 'gray'), (1, E'\u3164', E'\u3164', 'gray');
    insert into feeds (user_id, scope, name, secret_hash, secret) values (1, 'all', E'a\u202eb\u200b', 'h', 's');
    insert into api_tokens (user_id, name, token_hash, scope) values (1, E'\u202e', 'h', 'read');
    insert into publications (id, canonical_id, title, title_key, search_vector) overriding system value values (1, 1, E'evil\u202egnp\u200f.exe', 'e', 'e');
    insert into records (publication_id, source, key, evidence, title, author_list) values
      (1, 'openalex', 'A:1', E'{row:A:1,"x\u2067"}', E'evil\u202egnp', E'[{"name": "A \u2066b\u2069 \\" \\\\ c"}]');
    insert into publication_identifiers (publication_id, kind, value, confidence, source) values (1, 'doi', E'10.5555/a\u202eb', 0.5, 'openalex');`)
    .execute(db);
  await migrate();

  const named = async (table: string) =>
    (await sql<{ name: string }>`select name from ${sql.table(table)} order by id`.execute(db)).rows.map(
      ({ name }) => name,
    );
  expect(await named('stored_tags')).toEqual(['fine', 'fine (2)', 'fine (3)', 'Unnamed']);
  expect(await named('feeds')).toEqual(['ab']);
  expect(await named('api_tokens')).toEqual(['Unnamed']);
  const { rows: keys } = await sql<{ key: string }>`select name_key as key from stored_tags order by id`.execute(db);
  expect(keys.map(({ key }) => key)).toEqual(['fine', 'fine (2)', 'fine (3)', 'unnamed']);
  const { rows } = await sql`
    select p.title, r.title as record, r.evidence, r.author_list as authors from publications p join records r on r.publication_id = p.id`.execute(
    db,
  );
  expect(rows).toEqual([
    { title: 'evilgnp\u200f.exe', record: 'evilgnp', evidence: ['row:A:1', 'x'], authors: [{ name: 'A b " \\ c' }] },
  ]);
  expect((await sql`select from publication_identifiers`.execute(db)).rows).toEqual([]);
});
