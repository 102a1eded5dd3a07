import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/names/fingerprint.ts';
import { migrateTo020, openTestDatabase } from '../support/old-schema.ts';

test('an upgrade repairs what 0.2.0 read wrongly, or requests it once more', async () => {
  const { db, migrate } = await openTestDatabase({ empty: true });
  await migrateTo020(db);
  await sql
    .raw(`
    insert into publications (id, canonical_id, title, title_key, citation_count, search_vector) overriding system value
      values (1, 1, 'RETRACTED: Slow lattices under partial observation', '', 0, '');
    insert into records (publication_id, source, key, evidence, title, authors, venue, year, url)
      values (1, 'google_scholar', 'k', '{row:k,fp:old}', 'RETRACTED: Slow lattices under partial observation', 'A Lund', 'Lattices, doi:10.5555/l.1', 2020, null);
    insert into publication_identifiers (publication_id, kind, value, confidence, source, is_contradicted) values (1, 'doi', '10.5555/l.2', 0.3, 'openalex', true);
    insert into publication_metadata (publication_id, source, fetched_at, authors, has_all_authors) values
      (1, 'crossref', now(), '[{"name":"Ada Lund","family":"Lund"},{"name":"World Bank","family":null}]', true),
      (1, 'openalex', now(), '[{"name":"Ada Lund","family":null}]', false);
    insert into enrichment (publication_id, status, failure_reason, next_attempt_at) values (1, 'failed', 'no_open_copy', now() + interval '30 days');
    insert into profiles (source, source_id, work_count, fully_crawled_at) values ('openalex', 'A1', 7, now()), ('orcid', '0000-0002-1825-0097', null, now());
    insert into source_responses (source, query, records, expires_at) values ('openalex', 'doi:10.5555/l.1', '[]', now() + interval '1 day');`)
    .execute(db);
  expect(await migrate()).toContain('0036-right-data');
  const read = async (query: string) => (await sql.raw(query).execute(db)).rows;
  const fingerprint = fingerprintOf({
    title: 'Slow lattices under partial observation',
    year: 2020,
    authors: 'Ada Lund',
  });
  expect(await read('select evidence, doi from records')).toEqual([
    { evidence: ['row:k', 'fp:old', 'doi:10.5555/l.1', `fp:${fingerprint}`], doi: '10.5555/l.1' },
  ]);
  expect(await read('select value, confidence, is_contradicted from publication_identifiers order by value')).toEqual([
    { value: '10.5555/l.1', confidence: 0.9, is_contradicted: false },
    { value: '10.5555/l.2', confidence: 0.4, is_contradicted: true },
  ]);
  expect(await read('select doi from publications')).toEqual([{ doi: '10.5555/l.1' }]);
  expect(await read(`select authors from publication_metadata where source = 'crossref'`)).toEqual([
    {
      authors: [
        { name: 'Ada Lund', family: 'Lund' },
        { name: 'World Bank', family: null, is_organization: true },
      ],
    },
  ]);
  expect(await read(`select next_attempt_at < now() + interval '3 days' as is_soon from enrichment`)).toEqual([
    { is_soon: true },
  ]);
  expect(
    await read('select source, work_count, fully_crawled_at is null as is_read_whole from profiles order by 1'),
  ).toEqual([
    { source: 'openalex', work_count: null, is_read_whole: true },
    { source: 'orcid', work_count: null, is_read_whole: false },
  ]);
  expect(await read('select from source_responses')).toEqual([]);
});
