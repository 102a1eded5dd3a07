import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import type { Facts } from './facts.ts';
import { IMPORT } from './imported.ts';
import type { StoredRow } from './joined-row.ts';

/** A work that nothing but imports knows, as a key leads to it. */
export interface ImportedCandidate {
  readonly key: string;
  /** the same with the user behind it, as it is stored */
  readonly storedKey: string;
  readonly id: number;
  readonly titleKey: string;
  readonly userCount: number;
  /** others were merged into it */
  readonly isWinner: boolean;
  /** a person has merged others into it, or said that it is another work than some */
  readonly isJudged: boolean;
}

/** Of works that nothing but imports knows, and that the profile does not list: those that keys of any user's imports lead to. */
export async function findImported(tx: Tx, profileId: number, keys: readonly string[]): Promise<ImportedCandidate[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ImportedCandidate>`
    select distinct on ("isJudged", p.id, k.key) k.key, s.key as "storedKey", p.id, p.title_key as "titleKey",
      (select count(*) from user_publications u where u.publication_id = p.id) as "userCount",
      exists (select from publications m where m.merged_into = p.id) as "isWinner",
      exists (select from publications m where m.merged_into = p.id)
        or exists (select from dismissed_duplicates d where p.id in (d.low_id, d.high_id)) as "isJudged"
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (
      -- all that begin with the key and a space: the next sign after a space is an exclamation mark
      select publication_id, key from publication_sources where source = ${IMPORT} and key > k.key || ' ' and key < k.key || '!' offset 0
    ) s
    join publications p on p.id = s.publication_id and 'title' = any (p.imported_fields) and p.merged_into is null
    -- most services know no import: then nothing is looked up
    where exists (select from publication_sources where source = ${IMPORT})
      and not exists (select from profile_publications l where l.profile_id = ${profileId} and l.publication_id = p.id)
    order by "isJudged" desc, p.id, k.key, s.key`.execute(tx);
  return rows;
}

/**
 * Takes locked works, which are a source's now, from imports: what was found for them, what imports told of their keys, and the address where the
 * source has one. What these say of identifiers stays until the source says it. Who imported an item still finds the work by it.
 */
export async function clearImported(tx: Tx, works: readonly { id: number; url: string | null }[]): Promise<void> {
  const ids = works.map(({ id }) => id);
  await sql`
    delete from publication_identifiers where publication_id = any(${ids}) and source <> ${IMPORT}`.execute(tx);
  await sql`
    delete from publication_sources k where publication_id = any(${ids}) and source = ${IMPORT} and key not like 'item %'
      -- of a work that others were merged into they may be one of these's again
      and not exists (select from publications m where m.merged_into = k.publication_id)`.execute(tx);
  await sql`
    update publications p set pub_url = coalesce(k.url, p.pub_url) from unnest(${ids}::bigint[], ${works.map(({ url }) => url)}::text[]) as k (id, url)
    where p.id = k.id`.execute(tx);
}

/** What a source says, and for one user's eyes an import beside it. */
const IS_FILLED = sql`p.imported_fields <> '{}' and not 'title' = any (p.imported_fields)`;

/** Which of these works, and of those that a profile lists after a number, imports have filled; they are not locked. */
export async function listFilled(
  tx: Tx,
  publicationIds: readonly number[],
  { profileId, afterListing }: { profileId: number; afterListing: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from (
      select unnest(${publicationIds}::bigint[]) as id
      union
      select publication_id from profile_publications where profile_id = ${profileId} and listing_number > ${afterListing}
    ) k join publications p on p.id = k.id where ${IS_FILLED}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks those of the works that imports have filled, in the order of their ids. It waits, so the caller has locked no library. */
export async function lockFilled(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    select from publications p where p.id = any(${publicationIds}) and ${IS_FILLED} order by p.id for no key update`.execute(
    tx,
  );
}

/**
 * Locks those of the works that imports have filled and that several users link, and returns what they show. As a rule the caller has locked them
 * by `lockFilled`, before the library.
 */
export async function lockShared(tx: Tx, publicationIds: readonly number[]): Promise<(Facts & { id: number })[]> {
  const { rows } = await sql<Facts & { id: number }>`
    select p.id, p.title, p.author_text, p.venue_text, p.year, p.citation_count, p.origin_key, p.citation_key, p.imported_fields
    from publications p
    where p.id = any(${publicationIds}) and ${IS_FILLED}
      and (select count(*) from (select from user_publications u where u.publication_id = p.id limit 2) two) = 2
    order by p.id for no key update of p`.execute(tx);
  return rows;
}

/**
 * Removes what imports said of identifiers of locked works, and an address that nobody else has given. Where they said any, what other sources
 * answered to it goes, too; returns these works.
 */
export async function deleteImported(tx: Tx, publicationIds: readonly number[]): Promise<number[]> {
  await sql`
    update publications set pub_url = null where id = any(${publicationIds}) and 'pub_url' = any (imported_fields)`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    select distinct publication_id as id from publication_identifiers
    where publication_id = any(${publicationIds}) and source = ${IMPORT}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await deleteLearned(tx, ids);
  return ids;
}

/**
 * Removes what imports said of identifiers of locked works where somebody else says one of the same kind, as `insertIdentifiers` does; returns the rows
 * as `to_jsonb` gives them.
 */
export async function deleteAnsweredImports(tx: Tx, publicationIds: readonly number[]): Promise<StoredRow[]> {
  const { rows } = await sql<{ row: StoredRow }>`
    delete from publication_identifiers i
    where i.publication_id = any(${publicationIds}) and i.source = ${IMPORT} and exists (
      select from publication_identifiers o where o.publication_id = i.publication_id and o.kind = i.kind and o.source <> ${IMPORT})
    returning to_jsonb(i) as row`.execute(tx);
  return rows.map(({ row }) => row);
}

/** Removes all identifiers but those that the works' own rows at the source name. */
export async function deleteLearned(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    delete from publication_identifiers where publication_id = any(${publicationIds}) and source <> ${GOOGLE_SCHOLAR}`.execute(
    tx,
  );
}

/** Of works that imports have filled: those of which an import says another identifier of the same kind. */
export async function listContradictedImports(
  tx: Tx,
  found: readonly { publicationId: number; kind: string; value: string }[],
): Promise<number[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct i.publication_id as id
    from unnest(${found.map((one) => one.publicationId)}::bigint[], ${found.map(({ kind }) => kind)}::text[],
      ${found.map(({ value }) => value)}::text[]) as k (id, kind, value)
    join publication_identifiers i on i.publication_id = k.id and i.kind = k.kind and i.value <> k.value and i.source = ${IMPORT}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
