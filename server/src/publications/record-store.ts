import { type RawBuilder, sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Candidate, KnownEvidence } from './match.ts';
import type { NewRecord, RecordEvidence } from './records.ts';

/** Any two keys for advisory locks that nobody else uses. */
const IDENTITY_LOCK = [0x6c656374, 1] as const;

/**
 * The lock on what is the same publication. Who founds publications, matches records, merges or takes a merge back holds it exclusively to the end of the
 * transaction; who only adds library entries or private records shares it. A transaction takes it once, before it locks publications and libraries.
 */
export async function lockIdentity(tx: Tx, mode: 'exclusive' | 'shared' = 'exclusive'): Promise<void> {
  const [a, b] = IDENTITY_LOCK;
  if (mode === 'shared') await sql`select pg_advisory_xact_lock_shared(${a}, ${b})`.execute(tx);
  else await sql`select pg_advisory_xact_lock(${a}, ${b})`.execute(tx);
}

/** A record of a page as it is stored, and the profile's listing of it. */
export interface KnownRecord extends NewRecord {
  readonly id: number;
  readonly publicationId: number;
  readonly evidence: readonly string[];
  readonly isSaid: boolean;
  /** null: the profile never listed it, or a full crawl did not see it any more */
  readonly number: number | null;
}

/** The public records that a source's keys lead to, by key. Each is looked up by itself: no plan reads the whole table for a list. */
export async function readKnownRecords(
  db: Queries,
  source: string,
  profileId: number,
  keys: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const { rows } = await sql<KnownRecord>`
    select r.id, r.publication_id as "publicationId", r.key, r.cluster_key as "clusterKey", r.evidence, r.title, r.authors, r.venue, r.year,
      r.citations, r.url, r.said_at is not null as "isSaid", case when l.removed_at is null then l.number end as number
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (select * from records where source = ${source} and key = k.key and owner_user_id is null limit 1) r
    left join listings l on l.record_id = r.id and l.profile_id = ${profileId}`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Whether another source contradicted this evidence of a record `r`: a DOI in a text may be the whole issue's, or another publication's. */
export function isContradicted(piece: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from publication_identifiers i
    where i.publication_id = r.publication_id and i.kind = 'doi' and i.is_contradicted and ${piece} = 'doi:' || i.value)`;
}

/**
 * The publications that share evidence: by records, and by identifiers that enrichment found for public publications and that no other record contradicted.
 */
export async function findCandidates(tx: Tx, profileId: number, evidence: readonly string[]): Promise<KnownEvidence> {
  if (evidence.length === 0) return { candidates: new Map(), dois: new Map(), listed: new Set() };
  const pieces = [...new Set(evidence)];
  const dois = pieces.filter((piece) => piece.startsWith('doi:')).map((piece) => piece.slice('doi:'.length));
  const { rows } = await sql<Candidate & { evidence: string }>`
    select distinct e.evidence, r.publication_id as "publicationId", p.canonical_id as "canonicalId", r.owner_user_id as "ownerId"
    from records r cross join unnest(r.evidence) as e (evidence) join publications p on p.id = r.publication_id
    where r.evidence && ${pieces}::text[] and e.evidence = any(${pieces}::text[])
      -- a user's record of a public publication leads nobody else to it
      and r.owner_user_id is not distinct from p.owner_user_id
      and not ${isContradicted(sql`e.evidence`)}
    union
    select 'doi:' || i.value, p.id, p.canonical_id, null
    from publication_identifiers i join publications p on p.id = i.publication_id and p.owner_user_id is null
    where i.kind = 'doi' and i.value = any(${dois}::text[]) and not i.is_contradicted
    order by 2`.execute(tx);
  const candidates = new Map<string, Candidate[]>();
  for (const { evidence: piece, ...candidate } of rows)
    candidates.set(piece, [...(candidates.get(piece) ?? []), candidate]);
  const ids = [...new Set(rows.map(({ publicationId }) => publicationId))];
  if (ids.length === 0) return { candidates, dois: new Map(), listed: new Set() };
  const { rows: known } = await sql<{ id: number; dois: string[]; is_listed: boolean }>`
    select k.id, array(
        select doi from records r where publication_id = k.id and doi is not null and not ${isContradicted(sql`'doi:' || r.doi`)}
        union select value from publication_identifiers where publication_id = k.id and kind = 'doi' and not is_contradicted
      ) as dois,
      exists (
        select from records r join listings l on l.record_id = r.id
        where r.publication_id = k.id and l.profile_id = ${profileId} and l.owner_user_id is null and l.removed_at is null) as is_listed
    from unnest(${ids}::bigint[]) as k (id)`.execute(tx);
  return {
    candidates,
    dois: new Map(known.map(({ id, dois: values }) => [id, new Set(values)])),
    listed: new Set(known.flatMap(({ id, is_listed }) => (is_listed ? id : []))),
  };
}

export type SavedRecord = RecordEvidence & { readonly publicationId: number };

/** Inserts public records; returns their ids in the order given. */
export async function insertRecords(tx: Tx, source: string, records: readonly SavedRecord[]): Promise<number[]> {
  if (records.length === 0) return [];
  const { rows } = await sql<{ id: number; key: string }>`
    insert into records (publication_id, source, key, cluster_key, doi, evidence, title, authors, venue, year, citations, url, said_at)
    select r.publication_id, ${source}, r.key, r.cluster_key, r.doi, array(select jsonb_array_elements_text(r.evidence)), r.title, r.authors, r.venue,
      r.year, r.citations, r.url, now()
    from jsonb_to_recordset(${JSON.stringify(records.map(recordRow))}::jsonb) as r
      (publication_id bigint, key text, cluster_key text, doi text, evidence jsonb, title text, authors text, venue text, year integer,
       citations integer, url text)
    returning id, key`.execute(tx);
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  return records.map(({ record }) => ids.get(record.key) ?? 0);
}

/** Writes what a source says now. Evidence is only added to; a citation count that the source leaves out stays. */
export async function updateRecords(tx: Tx, source: string, records: readonly SavedRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    update records s set cluster_key = coalesce(r.cluster_key, s.cluster_key), doi = r.doi, title = r.title, authors = r.authors, venue = r.venue,
      year = r.year, citations = coalesce(r.citations, s.citations), url = r.url, said_at = now(),
      evidence = case when s.evidence @> r.pieces then s.evidence else s.evidence || array(select unnest(r.pieces) except select unnest(s.evidence)) end
    from (
      select *, array(select jsonb_array_elements_text(evidence)) as pieces
      from jsonb_to_recordset(${JSON.stringify(records.map(recordRow))}::jsonb) as r
        (key text, cluster_key text, doi text, evidence jsonb, title text, authors text, venue text, year integer, citations integer, url text)
    ) r
    where s.source = ${source} and s.key = r.key and s.owner_user_id is null`.execute(tx);
}

function recordRow({ record, doi, evidence, publicationId }: SavedRecord) {
  const { key, clusterKey, title, authors, venue, year, citations, url } = record;
  return {
    publication_id: publicationId,
    key,
    cluster_key: clusterKey,
    doi,
    evidence,
    title,
    authors,
    venue,
    year,
    citations,
    url,
  };
}

/**
 * Lists records on a locked profile, numbered in the order given after `lastNumber`. One that the profile listed before and that was gone returns with a new
 * number, so that users who began in between get it.
 */
export async function saveListings(
  tx: Tx,
  profileId: number,
  lastNumber: number,
  recordIds: readonly number[],
  crawlNumber: number,
): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`
    with numbered as (
      update profiles set last_listing_number = ${lastNumber + recordIds.length} where id = ${profileId}
    )
    insert into listings (record_id, profile_id, publication_id, number, seen_crawl)
    select r.id, ${profileId}, p.canonical_id, ${lastNumber} + k.at, ${crawlNumber}
    from unnest(${recordIds}::bigint[]) with ordinality as k (id, at)
    join records r on r.id = k.id join publications p on p.id = r.publication_id
    on conflict (record_id, profile_id) do update
      set number = excluded.number, publication_id = excluded.publication_id, removed_at = null, seen_crawl = excluded.seen_crawl`.execute(
    tx,
  );
}

/** Notes that a full crawl saw these records on the profile. */
export async function saveSeen(
  tx: Tx,
  profileId: number,
  recordIds: readonly number[],
  crawlNumber: number,
): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`
    update listings set seen_crawl = ${crawlNumber}
    where profile_id = ${profileId} and record_id = any(${recordIds}) and seen_crawl < ${crawlNumber}`.execute(tx);
}

/** How many records a profile lists now, how many of these a full crawl did not see, and whether crawls have missed many for a day. */
export async function countMissed(
  tx: Tx,
  profileId: number,
  crawlNumber: number,
): Promise<{ listed: number; missed: number; isLasting: boolean }> {
  const { rows } = await sql<{ listed: number; missed: number; isLasting: boolean }>`
    select count(*) as listed, count(*) filter (where l.seen_crawl < ${crawlNumber}) as missed,
      coalesce((select rows_missed_since < now() - interval '1 day' from profiles where id = ${profileId}), false) as "isLasting"
    from listings l where l.profile_id = ${profileId} and l.owner_user_id is null and l.removed_at is null`.execute(tx);
  return rows[0] ?? { listed: 0, missed: 0, isLasting: false };
}

/** Notes that a full crawl missed more listings than is likely, and when that began. */
export async function noteMissed(db: Queries, profileId: number): Promise<void> {
  await sql`
    update profiles set rows_missed_since = least(coalesce(rows_missed_since, now()), now()) where id = ${profileId}`.execute(
    db,
  );
}

/** Notes that the last full crawl missed no more listings than is likely. */
export async function forgetMissed(tx: Tx, profileId: number): Promise<void> {
  await sql`update profiles set rows_missed_since = null where id = ${profileId} and rows_missed_since is not null`.execute(
    tx,
  );
}

/** Ends the listings that a full crawl did not see; returns the publications concerned. */
export async function endMissedListings(tx: Tx, profileId: number, crawlNumber: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update listings set removed_at = now()
    where profile_id = ${profileId} and owner_user_id is null and removed_at is null and seen_crawl < ${crawlNumber}
    returning publication_id as id`.execute(tx);
  return [...new Set(rows.map(({ id }) => id))];
}

/** The canonical publication of this one: itself unless it was merged; undefined when there is none with this id. */
export async function findCanonicalOf(db: Queries, publicationId: number): Promise<number | undefined> {
  return (await findCanonical(db, [publicationId])).get(publicationId);
}

/** The canonical publications of these, by the id asked for; none for an id that no publication has. */
export async function findCanonical(db: Queries, publicationIds: readonly number[]): Promise<Map<number, number>> {
  if (publicationIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; canonical_id: number }>`
    select id, canonical_id from publications where id = any(${publicationIds})`.execute(db);
  return new Map(rows.map(({ id, canonical_id }) => [id, canonical_id]));
}
