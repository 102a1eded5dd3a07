import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { CitedPublication } from './make-item.ts';

/** The best source of names first: those that mark family names. Lists of enrichment come before those of profiles. */
const NAME_SOURCES = ['crossref', 'europepmc', 'dblp', 'openalex', 'arxiv'];

/**
 * What citations need of these canonical publications, in the order of the ids. Identifiers and authors are those of
 * all members, except private members of a public publication.
 */
export async function readCited(tx: Tx, publicationIds: readonly number[]): Promise<CitedPublication[]> {
  const ofMembers = sql`any((select array_agg(id) from members)::bigint[])`;
  const { rows } = await sql<CitedPublication>`
    with members as materialized (
      select m.id, m.canonical_id, p.doi from publications m join publications p on p.id = m.canonical_id
      where m.canonical_id = any(${publicationIds}) and p.id = any(${publicationIds}) and m.owner_user_id is not distinct from p.owner_user_id
    )
    select p.id, p.title, p.author_text, p.venue_text, p.year, p.citation_count, p.pub_url, p.doi, named.identifiers, listed.authors, listed.has_all_authors,
      placed.biblio
    from unnest(${publicationIds}::bigint[]) with ordinality as w (id, at)
    join publications p on p.id = w.id and p.id = any(${publicationIds})
    left join (
      select canonical_id, jsonb_object_agg(kind, value) as identifiers
      from (
        select distinct on (m.canonical_id, i.kind) m.canonical_id, i.kind, i.value
        from publication_identifiers i join members m on m.id = i.publication_id
        where i.publication_id = ${ofMembers} and i.kind in ('arxiv', 'pmid', 'pmcid') and not i.is_contradicted
        order by m.canonical_id, i.kind, i.confidence desc, i.value
      ) i group by canonical_id
    ) named on named.canonical_id = p.id
    left join (
      select distinct on (m.canonical_id) m.canonical_id, d.authors, d.has_all_authors
      from (
        select publication_id, source, authors, has_all_authors, false as is_listed
        from publication_metadata where publication_id = ${ofMembers} and authors <> '[]'
        union all
        select publication_id, source, author_list -> 'authors', not (author_list -> 'has_more')::boolean, true
        from records where publication_id = ${ofMembers} and author_list is not null
      ) d join members m on m.id = d.publication_id
      order by m.canonical_id, d.has_all_authors desc, d.is_listed, array_position(${NAME_SOURCES}::text[], d.source::text), m.id <> m.canonical_id, m.id
    ) listed on listed.canonical_id = p.id
    left join (
      select distinct on (m.canonical_id) m.canonical_id, d.biblio
      from publication_metadata d join members m on m.id = d.publication_id
      -- Crossref's record of another DOI is of another version
      where d.publication_id = ${ofMembers} and d.biblio is not null and (d.source <> 'crossref' or m.doi is null or d.record_id = m.doi)
      order by m.canonical_id, d.source = 'crossref' desc, m.id <> m.canonical_id, m.id
    ) placed on placed.canonical_id = p.id
    order by w.at`.execute(tx);
  return rows;
}
