import { type RawBuilder, sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { Candidate, KnownEvidence, ListedRecord, PersonEvidence } from './match.ts';
import type { NewRecord, RecordEvidence } from './records.ts';
import { storedAuthor } from './stored-authors.ts';

/** A stored record, and the profile's listing of it. */
export interface KnownRecord extends Omit<NewRecord, 'authorList' | 'identifiers'> {
  readonly id: number;
  readonly publicationId: number;
  readonly evidence: readonly string[];
  readonly isStated: boolean;
  /** how many authors are stored one by one; null: only the line */
  readonly authorCount: number | null;
  /** of the listing; null: the profile never listed the record, or a full crawl no longer saw it */
  readonly number: number | null;
}

/**
 * The public records with these keys, by key. Each key is looked up on its own, so that no plan scans the whole table.
 */
export async function readKnownRecords(
  db: Queries,
  source: string,
  profileId: number,
  keys: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const { rows } = await sql<KnownRecord>`
    select r.id, r.publication_id as "publicationId", r.key, r.cluster_key as "clusterKey", r.evidence, r.title, r.authors, r.venue, r.year,
      r.citations, r.url, r.stated_at is not null as "isStated", jsonb_array_length(r.author_list -> 'authors') as "authorCount", case when l.removed_at is null then l.number end as number
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (select * from records where source = ${source} and key = k.key and owner_user_id is null limit 1) r
    left join listings l on l.record_id = r.id and l.profile_id = ${profileId}`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * Whether another source contradicted an identifier of a record `r`. A DOI in a text may belong to the whole issue or
 * to another publication.
 */
export function isContradicted(piece: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from publication_identifiers i
    where i.publication_id = r.publication_id and i.is_contradicted and ${piece} = i.kind || ':' || i.value)`;
}

/**
 * Finds publications that share evidence: through their records, and through identifiers that enrichment found for
 * public publications. Ignores contradicted identifiers. Adds the evidence that is already known from lists.
 * @param ownerId if given, private publications of other users are not found
 */
export async function findCandidates(
  tx: Tx,
  { profileId, ownerId }: { readonly profileId: number | null; readonly ownerId?: number },
  evidence: readonly string[],
  ofLists: Iterable<PersonEvidence> = [],
): Promise<KnownEvidence> {
  const candidates = new Map<string, Candidate[]>();
  if (evidence.length > 0) {
    const pieces = [...new Set(evidence)];
    for (const { evidence: piece, ...candidate } of await listCandidates(tx, pieces, ownerId))
      candidates.set(piece, [...(candidates.get(piece) ?? []), candidate]);
  }
  for (const { piece, candidates: same } of ofLists) candidates.set(piece, [...same]);
  const owners = new Map([...candidates.values()].flat().map((one) => [one.publicationId, one.ownerId]));
  if (owners.size === 0) return { candidates, dois: new Map(), listed: new Map() };
  const { rows: known } = await sql<{ id: number; dois: string[]; keys: string[] }>`
    select k.id, array(
        -- what another user's import says of a public publication is private
        select doi from records r
        where publication_id = k.id and r.owner_user_id is not distinct from k.owner and doi is not null and not ${isContradicted(sql`'doi:' || r.doi`)}
        union select value from publication_identifiers where publication_id = k.id and kind = 'doi' and not is_contradicted
      ) as dois,
      array(
        select r.key from records r join listings l on l.record_id = r.id
        where r.publication_id = k.id and l.profile_id = ${profileId} and l.owner_user_id is null and l.removed_at is null) as keys
    from unnest(${[...owners.keys()]}::bigint[], ${[...owners.values()]}::bigint[]) as k (id, owner)`.execute(tx);
  return {
    candidates,
    dois: new Map(known.map(({ id, dois: values }) => [id, new Set(values)])),
    listed: new Map(known.flatMap(({ id, keys }) => (keys.length > 0 ? [[id, keys] as const] : []))),
  };
}

async function listCandidates(tx: Tx, pieces: readonly string[], ownerId: number | undefined) {
  const { rows } = await sql<Candidate & { evidence: string }>`
    select distinct e.evidence, r.publication_id as "publicationId", p.canonical_id as "canonicalId", r.owner_user_id as "ownerId", false as "isFound"
    from unnest(${pieces}::text[]) as e (evidence)
    -- each piece is looked up on its own: the planner overestimates how common evidence is, and would scan the whole table
    cross join lateral (select * from records where evidence @> array[e.evidence] offset 0) r
    join publications p on p.id = r.publication_id
    -- a private record of a public publication must not match other users' records
    where r.owner_user_id is not distinct from p.owner_user_id
      and ${ownerId === undefined ? sql`true` : sql`coalesce(r.owner_user_id, ${ownerId}) = ${ownerId}`}
      and not ${isContradicted(sql`e.evidence`)}
    union
    select e.evidence, p.id, p.canonical_id, null, true
    from unnest(${pieces}::text[]) as e (evidence)
    cross join lateral (
      select * from publication_identifiers
      where kind = split_part(e.evidence, ':', 1) and value = substr(e.evidence, strpos(e.evidence, ':') + 1) and not is_contradicted offset 0
    ) i join publications p on p.id = i.publication_id and p.owner_user_id is null
    order by 2`.execute(tx);
  return rows;
}

/** The profiles at other sources of scholars who have this profile, with both names as the sources write them. */
export async function listSisterProfiles(tx: Tx, profileId: number) {
  const { rows } = await sql<{ id: number; name: string | null; ownName: string | null }>`
    select distinct g.id, g.display_name as name, f.display_name as "ownName"
    from profiles f
    join scholar_profiles a on a.profile_id = f.id join scholar_profiles b on b.scholar_id = a.scholar_id
    join profiles g on g.id = b.profile_id and g.source <> f.source
    where f.id = ${profileId}`.execute(tx);
  return rows;
}

/** The public records that profiles list now. */
export async function readRecordsOf(tx: Tx, profileIds: readonly number[]): Promise<ListedRecord[]> {
  if (profileIds.length === 0) return [];
  const { rows } = await sql<ListedRecord>`
    select l.profile_id as "profileId", r.key, r.title, r.authors, r.venue, r.year,
      coalesce(r.doi, (select substr(piece, 5) from unnest(r.evidence) piece where piece like 'doi:%' limit 1)) as doi, r.publication_id as "publicationId", p.canonical_id as "canonicalId", null as "ownerId"
    from listings l join records r on r.id = l.record_id join publications p on p.id = r.publication_id
    where l.profile_id = any(${profileIds}) and l.owner_user_id is null and l.removed_at is null order by r.id`.execute(
    tx,
  );
  return rows;
}

export type SavedRecord = RecordEvidence & { readonly publicationId: number };

const COLUMNS = sql`
  (publication_id bigint, key text, cluster_key text, doi text, evidence jsonb, title text, authors text, author_list jsonb, venue text, year integer,
   citations integer, url text)`;

/** Inserts public records; returns their ids in the order given. */
export async function insertRecords(tx: Tx, source: string, records: readonly SavedRecord[]): Promise<number[]> {
  if (records.length === 0) return [];
  const { rows } = await sql<{ id: number; key: string }>`
    insert into records (publication_id, source, key, cluster_key, doi, evidence, title, authors, author_list, venue, year, citations, url, stated_at)
    select r.publication_id, ${source}, r.key, r.cluster_key, r.doi, array(select jsonb_array_elements_text(r.evidence)), r.title, r.authors, r.author_list, r.venue,
      r.year, r.citations, r.url, now()
    from jsonb_to_recordset(${JSON.stringify(records.map(recordRow))}::jsonb) as r ${COLUMNS}
    returning id, key`.execute(tx);
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  return records.map(({ record }) => ids.get(record.key) ?? 0);
}

/**
 * Updates records with what a source says now. Evidence is only added. A missing DOI does not replace the stored one.
 */
export async function updateRecords(tx: Tx, source: string, records: readonly SavedRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    update records s set cluster_key = r.cluster_key, doi = coalesce(r.doi, s.doi), title = r.title, authors = r.authors,
      author_list = coalesce(r.author_list, s.author_list), venue = r.venue, year = r.year, citations = r.citations, url = r.url, stated_at = now(),
      evidence = case when s.evidence @> r.pieces then s.evidence else s.evidence || array(select unnest(r.pieces) except select unnest(s.evidence)) end
    from (
      select *, array(select jsonb_array_elements_text(evidence)) as pieces
      from jsonb_to_recordset(${JSON.stringify(records.map(recordRow))}::jsonb) as r ${COLUMNS}
    ) r
    where s.source = ${source} and s.key = r.key and s.owner_user_id is null`.execute(tx);
}

function recordRow({ record, doi, evidence, publicationId }: SavedRecord) {
  const { key, clusterKey, title, authors, authorList, venue, year, citations, url } = record;
  return {
    publication_id: publicationId,
    key,
    cluster_key: clusterKey,
    doi,
    evidence,
    title,
    authors,
    author_list: authorList ? { authors: authorList.authors.map(storedAuthor), has_more: authorList.hasMore } : null,
    venue,
    year,
    citations,
    url,
  };
}

/**
 * Saves listings of a locked profile, numbered after `lastNumber` in the order given. A listing that had been removed
 * comes back with a new number, so that users who began to track the profile meanwhile get it.
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

/** Records that a full crawl saw these listings. */
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

/**
 * How many records a profile lists, how many of these a full crawl did not see, and whether crawls have missed many for
 * at least a day.
 */
export async function countMissed(tx: Tx, profileId: number, crawlNumber: number) {
  const { rows } = await sql<{ listed: number; missed: number; isLasting: boolean }>`
    select count(*) as listed, count(*) filter (where l.seen_crawl < ${crawlNumber}) as missed,
      coalesce((select rows_missed_since < now() - interval '1 day' from profiles where id = ${profileId}), false) as "isLasting"
    from listings l where l.profile_id = ${profileId} and l.owner_user_id is null and l.removed_at is null`.execute(tx);
  return one(rows, 'the count of missed records');
}

/** Records that a full crawl missed more listings than is likely. Keeps the time of the first such crawl. */
export async function saveMissed(db: Queries, profileId: number): Promise<void> {
  await sql`
    update profiles set rows_missed_since = least(coalesce(rows_missed_since, now()), now()) where id = ${profileId}`.execute(
    db,
  );
}

/** Marks the listings that a full crawl did not see as removed; returns their publications. */
export async function removeMissedListings(tx: Tx, profileId: number, crawlNumber: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update listings set removed_at = now()
    where profile_id = ${profileId} and owner_user_id is null and removed_at is null and seen_crawl < ${crawlNumber}
    returning publication_id as id`.execute(tx);
  return [...new Set(rows.map(({ id }) => id))];
}
