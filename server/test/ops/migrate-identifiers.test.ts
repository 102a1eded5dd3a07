import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rereadRecords } from '../../src/upgrade/reread-records-store.ts';
import { openTestDatabase } from '../support/old-schema.ts';

const ORCID = '0000-0002-1825-0097';

test('DOIs that were stored as people typed them are read again, and nothing else changes', async () => {
  const { db } = await openTestDatabase({ empty: false });
  const stored = [
    '10.1000/a\\_b',
    '10.1000/c&lt;d',
    '10.1000/e;10.1000/f',
    '10.1000/fine',
    '10.1101/2021.05.06.654321v2',
  ];
  await sql`
    insert into publications (id, canonical_id, title, title_key, search_vector, doi) overriding system value
    select at, at, 'Work ' || at, 'work ' || at, '', doi from unnest(${stored}::text[]) with ordinality as w (doi, at) order by at`.execute(
    db,
  );
  await sql`
    insert into publication_identifiers (publication_id, kind, value, confidence, source)
    select id, 'doi', doi, 0.9, 'orcid' from publications`.execute(db);
  await sql`
    insert into records (publication_id, source, key, doi, evidence, title, stated_at)
    select id, 'orcid', ${ORCID} || ':doi:' || doi, doi, array['row:' || ${ORCID} || ':doi:' || doi, 'doi:' || doi], title, now()
    from publications`.execute(db);
  await db.transaction().execute((tx) => rereadRecords(tx));
  const { rows } = await sql`
    select p.doi, p.display_identifier ->> 'value' as shown, r.doi as said, r.key, r.evidence,
      array(select value from publication_identifiers where publication_id = p.id) as identifiers
    from publications p join records r on r.publication_id = p.id order by p.id`.execute(db);
  const now = ['10.1000/a_b', '10.1000/c<d', null, '10.1000/fine', '10.1101/2021.05.06.654321'];
  expect(rows).toEqual(
    now.map((doi, at) => ({
      doi,
      // of a publication that is right, nothing is written
      shown: doi === '10.1000/fine' ? null : doi,
      said: doi,
      key: `${ORCID}:doi:${doi ?? stored[at]}`,
      evidence: doi === null ? [`row:${ORCID}:doi:${stored[at]}`] : [`row:${ORCID}:doi:${doi}`, `doi:${doi}`],
      identifiers: doi === null ? [] : [doi],
    })),
  );
});
