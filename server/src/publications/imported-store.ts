import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Facts } from './facts.ts';
import { IMPORT } from './imported.ts';

/** A work that nothing but imports knows, as a key leads to it. */
export interface ImportedCandidate {
  readonly key: string;
  readonly id: number;
  readonly titleKey: string;
  readonly userCount: number;
}

/** Of works that nothing but imports knows, and that the profile does not list: those that keys of imports lead to. */
export async function findImported(tx: Tx, profileId: number, keys: readonly string[]): Promise<ImportedCandidate[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ImportedCandidate>`
    select k.key, p.id, p.title_key as "titleKey",
      (select count(distinct user_id) from user_publications u where u.publication_id = p.id) as "userCount"
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (select publication_id from publication_sources where source = ${IMPORT} and key = k.key limit 1) s
    join publications p on p.id = s.publication_id and 'title' = any (p.imported_fields) and p.merged_into is null
    -- most services know no import: then nothing is looked up
    where exists (select from publication_sources where source = ${IMPORT})
      and not exists (select from profile_publications l where l.profile_id = ${profileId} and l.publication_id = p.id)`.execute(
    tx,
  );
  return rows;
}

/**
 * Removes what imports said of works that are a source's now, whose rows the caller has locked: what they told of keys and identifiers, what was
 * found by these, and the address. Who imported an item without any key still finds the work by it.
 */
export async function clearImported(tx: Tx, works: readonly { id: number; url: string | null }[]): Promise<void> {
  const ids = works.map(({ id }) => id);
  await sql`delete from publication_identifiers where publication_id = any(${ids})`.execute(tx);
  await sql`
    delete from publication_sources where publication_id = any(${ids}) and source = ${IMPORT} and key not like 'item %'`.execute(
    tx,
  );
  await sql`
    update publications p set pub_url = k.url from unnest(${ids}::bigint[], ${works.map(({ url }) => url)}::text[]) as k (id, url)
    where p.id = k.id`.execute(tx);
}

/**
 * Locks those of the works that have something from an import and that others link, too. It passes over what somebody holds, and
 * so waits for nobody. Returns what they show.
 */
export async function lockShared(
  tx: Tx,
  userId: number,
  publicationIds: readonly number[],
): Promise<(Facts & { id: number })[]> {
  const { rows } = await sql<Facts & { id: number }>`
    select p.id, p.title, p.author_text, p.venue_text, p.year, p.citation_count, p.origin_key, p.citation_key, p.imported_fields
    from publications p
    where p.id = any(${publicationIds}) and p.imported_fields <> '{}' and not 'title' = any (p.imported_fields)
      and exists (select from user_publications u where u.publication_id = p.id and u.user_id <> ${userId})
    order by p.id for no key update of p skip locked`.execute(tx);
  return rows;
}

/** Removes what imports said of identifiers of locked works, and an address that nobody else has given. */
export async function deleteImported(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    delete from publication_identifiers where publication_id = any(${publicationIds}) and source = ${IMPORT}`.execute(
    tx,
  );
  await sql`
    update publications set pub_url = null where id = any(${publicationIds}) and 'pub_url' = any (imported_fields)`.execute(
    tx,
  );
}
