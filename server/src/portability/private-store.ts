import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT, IMPORT_CONFIDENCE } from '../publications/records.ts';

/*
 * These statements save publications, records and listings from `import_items` (the file) and `import_matches` (the
 * publication of each item).
 */

/**
 * Saves private publications, and the private records of items. New publications get their listings and identifiers,
 * too; those of existing ones need the identity lock ({@link saveListings}, {@link saveMoreIdentifiers}).
 */
export async function savePrivate(tx: Tx, userId: number, positions: readonly number[]): Promise<void> {
  const batch = sql`any(${positions}::integer[])`;
  await sql`
    insert into publications (id, canonical_id, owner_user_id, title, title_key, author_text, venue_text, year, citation_count, pub_url, doi,
      display_identifier, search_vector)
    overriding system value
    select m.publication_id, m.publication_id, ${userId}, i.title, i.title_key, i.authors, i.venue, i.year, coalesce(i.citations, 0), i.url, i.doi,
      i.display_identifier, i.search_vector
    from import_matches m join import_items i using (position)
    where m.position = ${batch} and i.position = ${batch} and m.is_founder order by m.position`.execute(tx);
  await sql`
    with saved as (
      insert into records (publication_id, owner_user_id, source, key, cluster_key, doi, evidence, title, authors, author_list, venue, year, citations, url,
        pdf_url, biblio, stated_at)
      select m.publication_id, ${userId}, ${IMPORT}, i.digest, i.cluster_key, i.doi, i.evidence, i.title, i.authors, i.author_list, i.venue, i.year, i.citations, i.url,
        i.pdf_url, i.biblio, now()
      from import_matches m join import_items i using (position)
      where m.position = ${batch} and i.position = ${batch} and not m.is_recorded order by m.position
      returning id, key
    )
    insert into listings (record_id, profile_id, owner_user_id, publication_id)
    select s.id, m.profile_id, ${userId}, m.publication_id from saved s join import_matches m on m.digest = s.key
    where m.position = ${batch} and m.profile_id is not null and m.is_created order by s.id`.execute(tx);
  await saveIdentifiers(tx, userId, sql`m.is_created and m.position = ${batch} and i.position = ${batch}`);
}

/** Saves the identifiers of items for private publications. */
async function saveIdentifiers(tx: Tx, userId: number, isWanted: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into publication_identifiers (publication_id, kind, value, confidence, source)
    select m.publication_id, one ->> 0, one ->> 1, ${IMPORT_CONFIDENCE}, ${IMPORT}
    from import_matches m
    join publications p on p.id = m.publication_id and p.owner_user_id = ${userId}
    join import_items i using (position)
    cross join json_array_elements(i.identifiers) one
    -- an identifier from a source replaces imported ones of the same kind
    where ${isWanted} and not m.is_recorded and (m.is_created or not exists (
      select from publication_identifiers k where k.publication_id = m.publication_id and k.kind = one ->> 0 and k.source <> ${IMPORT}))
    on conflict do nothing`.execute(tx);
}

/** Lists the created publications with several records. What they show has to be computed. */
export async function listExtended(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select publication_id as id from import_matches where is_created group by 1 having count(*) > 1 order by 1`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Lists the private publications that existed and got records, except those that are merged into public ones. */
export async function listTouched(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.publication_id as id from import_matches m join publications c on c.id = m.canonical_id
    where c.owner_user_id = ${userId} and not m.is_created and not m.is_recorded order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Saves the identifiers of items for locked private publications that existed. */
export async function saveMoreIdentifiers(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<void> {
  await saveIdentifiers(tx, userId, sql`not m.is_created and m.publication_id = any(${publicationIds}::bigint[])`);
}

/** Saves the listings of new records of publications that existed. The caller shares the identity lock. */
export async function saveListings(tx: Tx, userId: number): Promise<void> {
  await sql`
    insert into listings (record_id, profile_id, owner_user_id, publication_id)
    select r.id, m.profile_id, ${userId}, m.canonical_id
    from import_matches m join records r on r.owner_user_id = ${userId} and r.source = ${IMPORT} and r.key = m.digest
    where m.profile_id is not null and not m.is_created and not m.is_recorded order by r.id`.execute(tx);
}
