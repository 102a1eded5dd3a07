import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/names/fingerprint.ts';
import { migrateTo020, openTestDatabase } from '../support/old-schema.ts';

test('contradicted identifiers are looked up once more, and titles with a mark get the fingerprint without it', async () => {
  const { db, migrate } = await openTestDatabase({ empty: true });
  await migrateTo020(db);
  await sql
    .raw(`
    insert into publications (id, canonical_id, title, title_key, search_vector) overriding system value
      select n, n, 'T' || n, 't' || n, 't' from generate_series(1, 3) n;
    insert into records (publication_id, source, key, evidence, title, authors, year) values
      (1, 'google_scholar', 'A:1', '{row:A:1,fp:old}', 'RETRACTED: Slow tides in northern harbors', 'A Lund', 2014),
      (2, 'google_scholar', 'A:2', '{row:A:2}', 'Editorial', 'A Lund', 2014);
    insert into publication_identifiers (publication_id, kind, value, confidence, source, is_contradicted) values
      (1, 'doi', '10.5555/a', 0.3, 'google_scholar', true), (2, 'doi', '10.5555/b', 0.95, 'openalex', false), (3, 'doi', '10.5555/c', 0.3, 'google_scholar', true);
    insert into enrichment (publication_id, status, pdf_url, next_attempt_at) values
      (1, 'failed', null, null), (2, 'failed', null, null), (3, 'resolved', 'https://x.example/a.pdf', now() + interval '30 days');`)
    .execute(db);
  await migrate();

  const { rows: identifiers } =
    await sql`select value, confidence, is_contradicted from publication_identifiers order by value`.execute(db);
  expect(identifiers).toEqual([
    { value: '10.5555/a', confidence: 0.4, is_contradicted: true },
    { value: '10.5555/b', confidence: 0.95, is_contradicted: false },
    { value: '10.5555/c', confidence: 0.4, is_contradicted: true },
  ]);
  const { rows: due } = await sql`
    select publication_id as id, next_attempt_at < now() + interval '3 days' as soon from enrichment order by publication_id`.execute(
    db,
  );
  expect(due).toEqual([
    { id: 1, soon: true },
    { id: 2, soon: null },
    { id: 3, soon: true },
  ]);
  const { rows: records } = await sql`select evidence from records order by key`.execute(db);
  const fingerprint = fingerprintOf({ title: 'Slow tides in northern harbors', authors: 'A Lund', year: 2014 });
  expect(records).toEqual([{ evidence: ['row:A:1', 'fp:old', `fp:${fingerprint}`] }, { evidence: ['row:A:2'] }]);
});
