import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveMetadata } from '../../src/enrichment/metadata-store.ts';
import type { RecordMetadata } from '../../src/sources/record.ts';
import { openTestDatabase } from '../support/old-schema.ts';

const NOTHING: RecordMetadata = {
  recordId: 'W1',
  abstract: null,
  hasAllAuthors: true,
  referencedWorks: null,
  isRetracted: null,
  relations: null,
  updates: null,
  citationCount: null,
};

test('a field that a record lacks now keeps its value, unless it is another record', async () => {
  const { db } = await openTestDatabase({ empty: false });
  await sql`
    insert into publications (id, canonical_id, title, title_key, citation_count, search_vector) overriding system value
    values (1, 1, 'On lakes', 'on lakes', 0, '')`.execute(db);
  const save = (metadata: RecordMetadata, names: readonly string[]) =>
    db.transaction().execute((tx) =>
      saveMetadata(tx, [
        {
          publicationId: 1,
          source: 'openalex',
          fetchedAt: null,
          authors: names.map((name) => ({ name, family: null })),
          metadata,
        },
      ]),
    );
  const read = async () => {
    const { rows } = await sql<object>`
      select abstract, citation_count, has_all_authors, jsonb_array_length(authors) as authors from publication_metadata`.execute(
      db,
    );
    return rows[0];
  };
  await save({ ...NOTHING, abstract: 'Deep.', citationCount: 7, hasAllAuthors: false }, ['Ada Lund']);
  await save(NOTHING, []);
  expect(await read()).toEqual({ abstract: 'Deep.', citation_count: 7, has_all_authors: false, authors: 1 });
  await save({ ...NOTHING, citationCount: 8 }, ['Ada Lund', 'Bo Berg']);
  expect(await read()).toEqual({ abstract: 'Deep.', citation_count: 8, has_all_authors: true, authors: 2 });
  await save({ ...NOTHING, recordId: 'W2' }, []);
  expect(await read()).toEqual({ abstract: null, citation_count: null, has_all_authors: true, authors: 0 });
});
