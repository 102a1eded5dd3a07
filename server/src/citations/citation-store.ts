import { sql } from 'kysely';
import { SHOWN_ABSTRACT, SHOWN_NOTICE } from '../library/shown-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { LOCKS } from '../platform/database/locks.ts';
import type { CitedPublication } from './make-item.ts';

/** The best source of names first: those that mark family names. Lists of enrichment come before those of profiles. */
const NAME_SOURCES = ['crossref', 'europepmc', 'dblp', 'openalex', 'arxiv'];

/**
 * What citations need of these canonical publications, in the order of the ids. Identifiers and authors are those of
 * all members, except private members of a public publication. `readerId`: the user whose reading is read, too; null:
 * nobody's.
 */
export async function readCited(
  tx: Tx,
  publicationIds: readonly number[],
  readerId: number | null,
): Promise<CitedPublication[]> {
  const reading = readerId === null ? sql`null::json` : readingOf(readerId);
  const ofMembers = sql`any((select array_agg(id) from members)::bigint[])`;
  const { rows } = await sql<CitedPublication>`
    with members as materialized (
      select m.id, m.canonical_id, m.owner_user_id, p.doi from publications m join publications p on p.id = m.canonical_id
      where m.canonical_id = any(${publicationIds}) and p.id = any(${publicationIds}) and m.owner_user_id is not distinct from p.owner_user_id
    )
    select p.id, p.title, p.author_text, p.venue_text, p.year, p.citation_count, p.pub_url, p.doi, named.identifiers, listed.authors, listed.has_all_authors,
      placed.biblio, stated.biblio as stated, (
        select json_build_object('nature', n.nature, 'date', n.noticed_on, 'doi', n.notice_doi) from ${SHOWN_NOTICE} n) as notice,
      ${reading} as reading
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
        select publication_id, source, authors, has_all_authors, false as is_listed, null::bigint as owner_user_id
        from publication_metadata where publication_id = ${ofMembers} and authors <> '[]'
        union all
        select publication_id, source, author_list -> 'authors', not (author_list -> 'has_more')::boolean, true, owner_user_id
        from records where publication_id = ${ofMembers} and author_list is not null
      -- what a user imported of a public publication is not for others
      ) d join members m on m.id = d.publication_id and (d.owner_user_id is null or d.owner_user_id = m.owner_user_id)
      order by m.canonical_id, d.has_all_authors desc, d.is_listed, array_position(${NAME_SOURCES}::text[], d.source::text), m.id <> m.canonical_id, m.id
    ) listed on listed.canonical_id = p.id
    left join (
      select distinct on (m.canonical_id) m.canonical_id, d.biblio
      from publication_metadata d join members m on m.id = d.publication_id
      -- Crossref's record of another DOI is of another version
      where d.publication_id = ${ofMembers} and d.biblio is not null and (d.source <> 'crossref' or m.doi is null or d.record_id = m.doi)
      order by m.canonical_id, d.source = 'crossref' desc, m.id <> m.canonical_id, m.id
    ) placed on placed.canonical_id = p.id
    left join (
      select distinct on (m.canonical_id) m.canonical_id, r.biblio
      from records r join members m on m.id = r.publication_id and m.owner_user_id = r.owner_user_id
      where r.publication_id = ${ofMembers} and r.biblio is not null
      order by m.canonical_id, r.biblio ->> 'type' is null, m.id <> m.canonical_id, r.id
    ) stated on stated.canonical_id = p.id
    order by w.at`.execute(tx);
  return rows;
}

/** A subquery: what the user has of the canonical publication `p`. */
function readingOf(userId: number) {
  return sql`json_build_object('abstract', ${SHOWN_ABSTRACT},
        'tags', array(
          select t.name from publication_tags k join tags t on t.id = k.tag_id
          where k.user_id = ${userId} and k.publication_id = p.id order by t.name_key),
        'notes', array(
          select n.text from publications m join notes n on n.publication_id = m.id
          where m.canonical_id = p.id and n.user_id = ${userId} order by n.created_at, n.id))`;
}

/** Prepares the transaction for the other functions. */
export async function beginKeys(tx: Tx): Promise<void> {
  // uses an index for each publication: plans from before the first export of a large library, when the table was
  // small, scan all of it for each batch
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    tx,
  );
}

/** Until the transaction ends, no other transaction gives keys to this user. */
export async function lockKeys(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.citeKeys}, ${userId}::bigint::int)`.execute(tx);
}

/**
 * The user's keys of these publications, by their ids: a publication's own, or else the first key of one merged into
 * it.
 */
export async function readKeys(
  tx: Tx,
  userId: number,
  publicationIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select distinct on (w.id) w.id, k.key
    from unnest(${publicationIds}::bigint[]) as w (id)
    cross join lateral (
      select w.id as publication_id
      union all
      select m.id from publications m where m.canonical_id = w.id and m.merged_into is not null
    ) p
    -- the offset keeps it a lookup by publication: the other way round, each batch would read all keys of the user
    cross join lateral (
      select key from cite_keys where publication_id = p.publication_id and user_id = ${userId} offset 0
    ) k
    order by w.id, p.publication_id <> w.id, p.publication_id`.execute(tx);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** The highest number of the user's keys with each of these stems. Stems without keys are left out. */
export async function readHighestNumbers(
  tx: Tx,
  userId: number,
  stems: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ stem: string; number: number | null }>`
    select s.stem, (select max(k.number) from cite_keys k where k.user_id = ${userId} and k.stem = s.stem) as number
    from unnest(${stems}::text[]) as s (stem)`.execute(tx);
  return new Map(rows.flatMap(({ stem, number }) => (number === null ? [] : [[stem, number]])));
}

export interface NewKey {
  readonly publicationId: number;
  readonly key: string;
  readonly stem: string;
  readonly number: number;
}

/**
 * Saves keys. Returns the publications whose keys were saved; the others' keys belong to other publications of the
 * user.
 */
export async function insertKeys(tx: Tx, userId: number, keys: readonly NewKey[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ publication_id: number }>`
    insert into cite_keys (user_id, publication_id, key, stem, number)
    select ${userId}, k.* from unnest(${keys.map(({ publicationId }) => publicationId)}::bigint[], ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ stem }) => stem)}::text[], ${keys.map(({ number }) => number)}::integer[]) as k
    on conflict (user_id, key) do nothing returning publication_id`.execute(tx);
  return new Set(rows.map(({ publication_id }) => publication_id));
}
