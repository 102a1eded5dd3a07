import { type RawBuilder, sql } from 'kysely';
import { currentRetraction, MIN_CONFIDENCE } from './shown-store.ts';

/** Whether a row `i` of publication_identifiers is an id by which references name the publication. */
const IS_CITED_BY = sql`i.kind in ('doi', 'openalex') and not i.is_contradicted and i.confidence >= ${sql.lit(MIN_CONFIDENCE)}`;

/**
 * A subquery: the ids of the canonical publications that cite a publication, which is given by its id or a DOI. The
 * publication must be in the user's library, so that the ids that other users' libraries have for it stay private. A
 * DOI is also found in references if no publication of the library has it.
 */
export function citing(userId: number, publication: number | string): RawBuilder<unknown> {
  const doi = typeof publication === 'string' ? publication : null;
  const cited =
    doi === null
      ? sql`select canonical_id from publications where id = ${publication}`
      : sql`
        select m.canonical_id from publication_identifiers i join shown_members m using (publication_id)
        where i.kind = 'doi' and i.value = ${doi} and ${IS_CITED_BY}`;
  return sql`
    select m.canonical_id
    from (select array(${cited}) as ids) c
    cross join lateral (
      select array(
        select i.value
        from user_publications u join shown_members m on m.canonical_id = u.publication_id
        join publication_identifiers i on i.publication_id = m.publication_id and ${IS_CITED_BY}
        where u.user_id = ${userId} and u.publication_id = any(c.ids) and u.hidden_as is null
        ${doi === null ? sql`` : sql`union all select ${doi}`}
      ) as ids
    ) k
    -- the index has the short keys; publications with other references can have the same ones
    join publication_metadata d on reference_keys(d.referenced_works) && reference_keys(k.ids) and d.referenced_works && k.ids
    join shown_members m on m.publication_id = d.publication_id
    where m.canonical_id <> all(c.ids)`;
}

/** A subquery: the ids of the canonical publications that a canonical publication cites. */
export function citedBy(canonicalId: number): RawBuilder<unknown> {
  return sql`
    select m.canonical_id
    from shown_members k join publication_metadata d on d.publication_id = k.publication_id
    cross join unnest(d.referenced_works) as r (id) join publication_identifiers i on i.value = r.id and ${IS_CITED_BY}
    join shown_members m on m.publication_id = i.publication_id
    where k.canonical_id = ${canonicalId} and m.canonical_id <> k.canonical_id`;
}

/**
 * The SQL after `from`: the notices `n` about retracted and withdrawn papers that the canonical publication
 * `m.canonical_id` cites. Only Crossref has the DOIs of references. A publication that lists itself cites no other one.
 */
export const RETRACTED_REFERENCES = sql`
  shown_members m join publication_metadata d on d.publication_id = m.publication_id and d.source = 'crossref'
  cross join unnest(d.referenced_works) as r (doi)
  join lateral ${currentRetraction(sql`r.doi`)} n on not exists (
    select from shown_members k join publication_identifiers i on i.publication_id = k.publication_id and ${IS_CITED_BY}
    where k.canonical_id = m.canonical_id and i.value = n.doi)`;
