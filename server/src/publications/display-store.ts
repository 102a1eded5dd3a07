import { sql } from 'kysely';
import type { DisplayIdentifier, Stage } from '../platform/database/column-values.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Identifier } from './identifiers.ts';
import type { StoredText, Summary } from './summarize.ts';
import type { ListedVersion } from './versions.ts';

/** Aggregates records `r` to a list of `StoredText` with their DOIs. */
export const TEXTS = sql`
  json_agg(json_build_object('source', r.source, 'key', r.key, 'ownerId', r.owner_user_id, 'title', r.title, 'authors', r.authors,
    'venue', r.venue, 'year', r.year, 'citations', r.citations, 'url', r.url, 'doi', r.doi, 'isStated', r.stated_at is not null,
    'isLive', not exists (select from listings l where l.record_id = r.id and l.removed_at is not null)) order by r.id)`;

/** What a canonical publication shows now, and the records and identifiers that determine it. */
export interface ShownPublication extends Summary {
  readonly id: number;
  readonly doi: string | null;
  readonly display: DisplayIdentifier | null;
  readonly records: readonly (StoredText & ListedVersion)[];
  readonly identifiers: readonly Identifier[];
}

/**
 * Locks publications and their canonical ones, whose display may change, in the order of their ids. Every transaction
 * calls it before it saves records, identifiers or displays of existing publications, so that no two wait for each
 * other.
 */
export async function lockPublications(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    select from publications
    where id = any(${publicationIds}::bigint[] || array(select canonical_id from publications where id = any(${publicationIds})))
    order by id for no key update`.execute(tx);
}

/**
 * The displays of the canonical publications of these ids, and what determines them. A private member does not change a
 * public publication.
 */
export async function readShown(db: Queries, publicationIds: readonly number[]): Promise<ShownPublication[]> {
  // lateral joins look up each publication on its own, because the planner cannot estimate a join of these lists
  const { rows } = await sql<ShownPublication>`
    select p.id, p.title, p.author_text as authors, p.venue_text as venue, p.year, p.citation_count as citations, p.pub_url as url, p.doi,
      p.display_identifier as display, coalesce(said.records, '[]') as records, coalesce(named.identifiers, '[]') as identifiers
    from (
      select * from publications where id in (select canonical_id from publications where id = any(${publicationIds}))
    ) p
    cross join lateral (
      select ${TEXTS} as records
      from shown_members m cross join lateral (select * from records where publication_id = m.publication_id offset 0) r
      where m.canonical_id = p.id and r.owner_user_id is not distinct from p.owner_user_id
    ) said
    cross join lateral (
      select json_agg(json_build_object('kind', i.kind, 'value', i.value, 'confidence', i.confidence,
        'isMerged', m.publication_id <> p.id) order by i.kind, i.value) as identifiers
      from shown_members m cross join lateral (select * from publication_identifiers where publication_id = m.publication_id offset 0) i
      where m.canonical_id = p.id
    ) named
    order by p.id`.execute(db);
  return rows;
}

/** The new display of a publication; `words` is a tsvector, or null if its text is unchanged. */
export interface NewDisplay {
  readonly id: number;
  readonly title: string;
  readonly title_key: string;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly citation_count: number;
  readonly pub_url: string | null;
  readonly doi: string | null;
  readonly display_identifier: DisplayIdentifier | null;
  readonly words: string | null;
}

/** What a new publication shows, and its stage. */
export type FirstDisplay = Omit<NewDisplay, 'id'> & { readonly stage: Stage };

const COLUMNS = sql`
  (id bigint, title text, title_key text, author_text text, venue_text text, year integer, citation_count integer, pub_url text, doi text,
   display_identifier jsonb, words tsvector, stage text, at integer)`;

/** Writes displays of locked publications. */
export async function saveDisplays(tx: Queries, displays: readonly NewDisplay[]): Promise<void> {
  if (displays.length === 0) return;
  // words that stay the same are not indexed again
  await sql`
    update publications p set title = w.title, title_key = w.title_key, author_text = w.author_text, venue_text = w.venue_text, year = w.year,
      citation_count = w.citation_count, pub_url = w.pub_url, doi = w.doi, display_identifier = nullif(w.display_identifier, 'null'),
      search_vector = coalesce(w.words, p.search_vector), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(displays)}::jsonb) as w ${COLUMNS} where p.id = w.id`.execute(tx);
}

/** Creates public publications, each canonical; returns their ids in the order given. */
export async function insertPublications(tx: Tx, displays: readonly FirstDisplay[]): Promise<number[]> {
  if (displays.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into publications
      (id, canonical_id, title, title_key, author_text, venue_text, year, citation_count, pub_url, doi, display_identifier, search_vector, stage)
    overriding system value
    select w.next, w.next, w.title, w.title_key, w.author_text, w.venue_text, w.year, w.citation_count, w.pub_url, w.doi,
      nullif(w.display_identifier, 'null'), w.words, w.stage
    from (
      select *, nextval('publications_id_seq') as next
      from jsonb_to_recordset(${JSON.stringify(displays.map((display, at) => ({ ...display, at })))}::jsonb) as n ${COLUMNS}
      order by at
    ) w
    returning id`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
