import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** A user's library of Zotero. */
export interface LibraryOf {
  readonly userId: number;
  readonly library: string;
}

/** The item of a canonical publication. */
export interface Link {
  readonly publicationId: number;
  readonly version: number;
  readonly collections: readonly string[];
  readonly digest: Buffer;
  readonly isConfirmed: boolean;
  readonly fate: 'changed' | 'deleted' | null;
  /** the person made the item, and Lectern only adds it to collections */
  readonly isOwn: boolean;
}

/** The items of canonical publications, by their ids: a publication's own, or else that of one merged into it. */
export async function readLinks(
  db: Queries,
  { userId, library }: LibraryOf,
  publicationIds: readonly number[],
): Promise<ReadonlyMap<number, Link>> {
  const { rows } = await sql<Link>`
    select distinct on (p.canonical_id) p.canonical_id as "publicationId", l.version, l.collections, l.digest, l.is_confirmed as "isConfirmed", l.fate, l.is_own as "isOwn"
    from publications p join zotero_links l on l.publication_id = p.id
    where p.canonical_id = any(${publicationIds}) and l.user_id = ${userId} and l.library = ${library}
    order by p.canonical_id, l.fate is not distinct from 'deleted', l.publication_id <> p.canonical_id, l.publication_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.publicationId, row]));
}

/** The publications of a library's items, by the keys of these. */
export async function readLinked(db: Queries, { userId, library }: LibraryOf): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; publicationId: number }>`
    select item_key as key, publication_id as "publicationId" from zotero_links where user_id = ${userId} and library = ${library}`.execute(
    db,
  );
  return new Map(rows.map(({ key, publicationId }) => [key, publicationId]));
}

export interface Planned {
  readonly publicationId: number;
  /** for a publication that has no item yet */
  readonly newKey: string;
  readonly digest: Buffer;
  readonly collections: readonly string[];
}

/**
 * Saves what is about to be sent. Returns the keys and versions of the items by the ids of their canonical publications.
 */
export async function saveSending(
  db: Queries,
  { userId, library }: LibraryOf,
  planned: readonly Planned[],
): Promise<ReadonlyMap<number, { readonly key: string; readonly version: number }>> {
  const { rows } = await sql<{ publicationId: number; key: string; version: number }>`
    with sent as (
      select w.publication_id as canonical_id, w.new_key, w.digest, w.collections, coalesce(own.publication_id, w.publication_id) as publication_id
      from json_to_recordset(${JSON.stringify(planned.map(rowOf))}) as w (publication_id bigint, new_key text, digest text, collections text[])
      left join lateral (
        select l.publication_id from publications p join zotero_links l on l.publication_id = p.id
        where p.canonical_id = w.publication_id and l.user_id = ${userId} and l.library = ${library}
        order by l.fate is not distinct from 'deleted', l.publication_id <> p.canonical_id, l.publication_id limit 1
      ) own on true
    ), saved as (
      insert into zotero_links as l (user_id, library, publication_id, item_key, collections, digest)
      select ${userId}, ${library}, publication_id, new_key, collections, decode(digest, 'hex') from sent order by publication_id
      on conflict (user_id, library, publication_id) do update
        set digest = excluded.digest, collections = excluded.collections, is_confirmed = false
      returning publication_id, item_key, version
    )
    select s.canonical_id as "publicationId", k.item_key as key, k.version from sent s join saved k using (publication_id)`.execute(
    db,
  );
  return new Map(rows.map(({ publicationId, ...item }) => [publicationId, item]));
}

function rowOf({ publicationId, newKey, digest, collections }: Planned) {
  return { publication_id: publicationId, new_key: newKey, digest: digest.toString('hex'), collections };
}

/**
 * Saves that Zotero has these items as they were sent, unless something else was sent since. Without a version they
 * have the one that they had.
 */
export async function confirmItems(
  db: Queries,
  { userId, library }: LibraryOf,
  items: readonly { readonly key: string; readonly version: number | null; readonly digest: Buffer }[],
): Promise<void> {
  await sql`
    update zotero_links l set is_confirmed = true, version = coalesce(w.version, l.version)
    from json_to_recordset(${JSON.stringify(items.map(({ digest, ...item }) => ({ ...item, digest: digest.toString('hex') })))}) as w (key text, version bigint, digest text)
    where l.user_id = ${userId} and l.library = ${library} and l.item_key = w.key and l.digest = decode(w.digest, 'hex')`.execute(
    db,
  );
}

/**
 * The items that Zotero has in a later version than Lectern wrote. Those that were confirmed are marked as changed by
 * the person. Returns the others with the digests of what was sent: they may be as Lectern sent them.
 */
export async function markChanged(
  db: Queries,
  { userId, library }: LibraryOf,
  versions: Readonly<Record<string, number>>,
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<{ key: string; digest: Buffer }>`
    with seen as materialized (
      select l.publication_id, l.item_key, l.digest, l.is_confirmed from json_each_text(${JSON.stringify(versions)}) w
      join zotero_links l on l.user_id = ${userId} and l.library = ${library} and l.item_key = w.key
      where l.fate is null and l.version < w.value::bigint
    ), marked as (
      update zotero_links l set fate = 'changed' from seen s
      where l.user_id = ${userId} and l.library = ${library} and l.publication_id = s.publication_id and s.is_confirmed
    )
    select item_key as key, digest from seen where not is_confirmed`.execute(db);
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}

/** Marks items with what the person did with them. */
export async function markFate(
  db: Queries,
  { userId, library }: LibraryOf,
  keys: readonly string[],
  fate: 'changed' | 'deleted',
): Promise<void> {
  await sql`
    update zotero_links set fate = ${fate}
    where user_id = ${userId} and library = ${library} and item_key = any(${keys}::text[])`.execute(db);
}

/** Forgets collections that the person deleted, so that no item is put there again. */
export async function forgetCollections(
  db: Queries,
  { userId, library }: LibraryOf,
  keys: readonly string[],
): Promise<void> {
  await sql`
    update zotero_links set collections = array(select key from unnest(collections) as c (key) where key <> all(${keys}::text[]))
    where user_id = ${userId} and library = ${library} and collections && ${keys}::text[]`.execute(db);
}

/** An item that the person made. */
export interface OwnItem {
  readonly key: string;
  readonly version: number;
  readonly collections: readonly string[];
}

/** Links publications with items that the person made, unless they have items already. */
export async function saveOwnItems(
  tx: Tx,
  { userId, library }: LibraryOf,
  items: readonly (OwnItem & { readonly publicationId: number; readonly digest: string })[],
): Promise<void> {
  await sql`
    insert into zotero_links (user_id, library, publication_id, item_key, version, collections, digest, is_confirmed, is_own)
    select ${userId}, ${library}, "publicationId", key, version, collections, decode(digest, 'hex'), true, true
    from json_to_recordset(${JSON.stringify(items)}) as w ("publicationId" bigint, key text, version bigint, digest text, collections text[])
    on conflict do nothing`.execute(tx);
}
