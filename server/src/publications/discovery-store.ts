import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { DisplayIdentifier } from '../platform/database/tables.ts';
import type { Facts } from './facts.ts';
import { IMPORT } from './imported.ts';
import type { KnownWorks, RowEvidence } from './match-rows.ts';

/** Any two keys for advisory locks that nobody else uses. */
const IDENTITY_LOCK = [0x6c656374, 1] as const;

/** Whoever makes works or moves what leads to them holds this lock to the end of the transaction: so no work is made twice. */
export async function lockIdentity(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IDENTITY_LOCK[0]}, ${IDENTITY_LOCK[1]})`.execute(tx);
}

/**
 * The works that keys at a source lead to. Each is looked up by itself: for a list of hundreds a prepared plan that was made while the table
 * was small would read the whole of it.
 */
export async function findWorksByKey(tx: Tx, source: string, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; publication_id: number }>`
    select k.key, s.publication_id from unnest(${keys}::text[]) as k (key)
    cross join lateral (select publication_id from publication_sources where source = ${source} and key = k.key limit 1) s`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.key, row.publication_id]));
}

/** All that the store knows of the evidence on a page beside the keys, in three queries at most. */
export async function findKnownWorks(
  tx: Tx,
  profileId: number,
  page: readonly RowEvidence[],
  byKey: ReadonlyMap<string, number>,
): Promise<KnownWorks> {
  const dois = page.flatMap(({ doi }) => doi ?? []);
  const fingerprints = page.flatMap(({ fingerprint }) => fingerprint ?? []);
  const { rows: byFingerprint } = await sql<{ fingerprint: Buffer; publication_id: number }>`
    select k.fingerprint, f.publication_id from unnest(${fingerprints}::bytea[]) as k (fingerprint)
    cross join lateral (select publication_id from publication_fingerprints where fingerprint = k.fingerprint limit 1) f`.execute(
    tx,
  );
  const byDoi = dois.length === 0 ? [] : await listByDoi(tx, dois);
  const candidates = [...byKey.values(), ...[...byFingerprint, ...byDoi].map((row) => row.publication_id)];
  const works = await sql<{
    id: number;
    doi: string | null;
    listing: number | null;
    is_merged: boolean;
    is_joined: boolean;
  }>`
    select p.id, p.doi, l.listing_number as listing,
      exists (select from publications m where m.merged_into = k.id) as is_merged,
      exists (select from publications m where m.merged_into = k.id and not 'title' = any (m.imported_fields)) as is_joined
    from unnest(${[...new Set(candidates)]}::bigint[]) as k (id)
    cross join lateral (
      select id, case
        -- what nobody but an import says tells no works apart
        when 'identifiers' = any (imported_fields) and exists (
          select from publication_identifiers i where i.publication_id = k.id and i.kind = 'doi' and i.value = doi and i.source = ${IMPORT}) then null
        else doi end as doi
      from publications where id = k.id limit 1
    ) p
    left join lateral (
      select listing_number from profile_publications where profile_id = ${profileId} and publication_id = k.id limit 1
    ) l on true`.execute(tx);
  const doiGroups = new Map<string, number[]>();
  for (const { value, publication_id } of byDoi)
    doiGroups.set(value, [...(doiGroups.get(value) ?? []), publication_id]);
  return {
    byKey,
    byDoi: doiGroups,
    byFingerprint: new Map(byFingerprint.map((row) => [row.fingerprint.toString('hex'), row.publication_id])),
    doiOf: new Map(works.rows.flatMap(({ id, doi }) => (doi === null ? [] : [[id, doi] as const]))),
    listed: new Map(works.rows.flatMap(({ id, listing }) => (listing === null ? [] : [[id, listing] as const]))),
    merged: new Set(works.rows.flatMap(({ id, is_merged }) => (is_merged ? id : []))),
    joined: new Set(works.rows.flatMap(({ id, is_joined }) => (is_joined ? id : []))),
  };
}

async function listByDoi(tx: Tx, dois: readonly string[]): Promise<{ value: string; publication_id: number }[]> {
  const { rows } = await sql<{ value: string; publication_id: number }>`
    select k.value, i.publication_id from unnest(${dois}::text[]) as k (value)
    cross join lateral (
      -- one that was contradicted is another work's, or the whole issue's
      select publication_id from publication_identifiers where kind = 'doi' and value = k.value and not is_contradicted and source <> ${IMPORT} offset 0
    ) i
    join publications p on p.id = i.publication_id and p.merged_into is null and not 'title' = any (p.imported_fields)`.execute(
    tx,
  );
  return rows;
}

export interface NewPublication {
  readonly title: string;
  readonly title_key: string;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly citation_count: number;
  readonly pub_url: string | null;
  readonly doi: string | null;
  readonly display_identifier: DisplayIdentifier | null;
  readonly origin_key: string;
  readonly words: readonly string[];
}

/** Inserts works; returns their ids in the order given. */
export async function insertPublications(tx: Tx, works: readonly NewPublication[]): Promise<number[]> {
  if (works.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into publications
      (title, title_key, author_text, venue_text, year, citation_count, pub_url, doi, display_identifier, origin_key, search_vector)
    select w.title, w.title_key, w.author_text, w.venue_text, w.year, w.citation_count, w.pub_url, w.doi, w.display_identifier, w.origin_key,
      array_to_tsvector(array(select jsonb_array_elements_text(w.words)))
    from jsonb_to_recordset(${JSON.stringify(works.map((work, at) => ({ ...work, at })))}::jsonb) as w
      (title text, title_key text, author_text text, venue_text text, year integer, citation_count integer, pub_url text, doi text,
       display_identifier jsonb, origin_key text, words jsonb, at integer)
    order by w.at
    returning id`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Lets keys lead to works; sorted, so that two transactions never wait for each other. `foundBy`: see found-by.ts. */
export async function insertSourceKeys(
  tx: Tx,
  source: string,
  keys: readonly { key: string; publicationId: number; foundBy: string | null }[],
): Promise<void> {
  if (keys.length === 0) return;
  const sorted = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await sql`
    insert into publication_sources (source, key, publication_id, found_by)
    select ${source}, * from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map((one) => one.publicationId)}::bigint[],
      ${sorted.map(({ foundBy }) => foundBy)}::text[])
    on conflict do nothing`.execute(tx);
}

export async function insertFingerprints(
  tx: Tx,
  fingerprints: readonly { fingerprint: Buffer; publicationId: number; foundBy: string | null }[],
): Promise<void> {
  if (fingerprints.length === 0) return;
  await sql`
    insert into publication_fingerprints (fingerprint, publication_id, found_by)
    select * from unnest(${fingerprints.map((one) => one.fingerprint)}::bytea[], ${fingerprints.map((one) => one.publicationId)}::bigint[],
      ${fingerprints.map(({ foundBy }) => foundBy)}::text[])`.execute(tx);
}

/**
 * What the works' rows show now, by id. With `lock` they are held to the end of the transaction, taken in the order of their ids, so that
 * two transactions never wait for each other.
 */
export async function listFacts(tx: Tx, ids: readonly number[], { lock = false } = {}): Promise<Map<number, Facts>> {
  if (ids.length === 0) return new Map();
  const query = tx
    .selectFrom('publications')
    .select(['id', 'title', 'author_text', 'venue_text', 'year', 'citation_count', 'origin_key', 'citation_key'])
    .select('imported_fields')
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id');
  const rows = await (lock ? query.forNoKeyUpdate() : query).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type ChangedFacts = Facts & {
  readonly id: number;
  readonly title_key: string;
  readonly words: readonly string[];
};

/** Writes changed facts of works whose rows the caller has locked. */
export async function updateFacts(tx: Tx, changed: readonly ChangedFacts[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update publications p set
      title = w.title, title_key = w.title_key, author_text = w.author_text, venue_text = w.venue_text, year = w.year,
      citation_count = w.citation_count, citation_key = w.citation_key, origin_key = w.origin_key,
      imported_fields = array(select jsonb_array_elements_text(w.imported_fields)),
      search_vector = array_to_tsvector(array(select jsonb_array_elements_text(w.words))), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as w
      (id bigint, title text, title_key text, author_text text, venue_text text, year integer, citation_count integer, citation_key text,
       origin_key text, imported_fields jsonb, words jsonb)
    where p.id = w.id`.execute(tx);
}

/** Numbers and stores listings in the order given, after `lastNumber`. */
export async function insertListings(
  tx: Tx,
  profileId: number,
  lastNumber: number,
  publicationIds: readonly number[],
): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    with numbered as (
      update profiles set last_listing_number = ${lastNumber + publicationIds.length} where id = ${profileId}
    )
    insert into profile_publications (profile_id, publication_id, listing_number)
    select ${profileId}, id, ${lastNumber} + at from unnest(${publicationIds}::bigint[]) with ordinality as k (id, at)`.execute(
    tx,
  );
}
