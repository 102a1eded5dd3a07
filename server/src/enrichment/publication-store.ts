import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { lockPublications, TEXTS } from '../publications/display-store.ts';
import { type StoredText, summarize } from '../publications/summarize.ts';
import type { EnrichedPublication } from './progress.ts';

/** Locks publications, and then reads them like `readEnriched`. */
export async function lockEnriched(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<Map<number, EnrichedPublication>> {
  await lockPublications(tx, publicationIds);
  return readEnriched(tx, publicationIds);
}

/**
 * Reads publications by id, from their own records and identifiers. A canonical publication shows the best data of all
 * its merged publications. Enrichment uses only its own data, so that the findings stay correct if the merge is undone.
 */
export async function readEnriched(
  db: Queries,
  publicationIds: readonly number[],
): Promise<Map<number, EnrichedPublication>> {
  if (publicationIds.length === 0) return new Map();
  const { rows } = await sql<EnrichedPublication & { records: readonly StoredText[] | null }>`
    select p.id, p.title, p.year, p.author_text as "authorText", p.venue_text as "venueText", own.records, coalesce(named.identifiers, '[]') as identifiers,
      (
        select w.id from (
          select record_id as id, has_all_authors, 1 as rank from publication_metadata where publication_id = p.id and source = 'openalex'
          union all
          select key, not (author_list -> 'has_more')::boolean, 2 from records
          where publication_id = p.id and source = 'openalex' and author_list is not null
          order by rank limit 1
        ) w where not w.has_all_authors
      ) as "cutRecordId"
    from publications p
    cross join lateral (
      select ${TEXTS} as records from records r
      where r.publication_id = p.id and r.owner_user_id is not distinct from p.owner_user_id
        and exists (select from publications m where m.canonical_id = p.id and m.canonical_id <> m.id)
    ) own
    cross join lateral (
      select json_agg(json_build_object('kind', kind, 'value', value, 'confidence', confidence)) as identifiers
      from publication_identifiers where publication_id = p.id
    ) named
    where p.id = any(${publicationIds}) order by p.id`.execute(db);
  return new Map(rows.map(({ records, ...row }) => [row.id, records ? { ...row, ...textOf(records) } : row]));
}

function textOf(
  records: readonly StoredText[],
): Pick<EnrichedPublication, 'title' | 'year' | 'authorText' | 'venueText'> {
  const { title, year, authors, venue } = summarize(records);
  return { title, year, authorText: authors, venueText: venue };
}
