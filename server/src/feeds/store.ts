import { sql } from 'kysely';
import { isUsable } from '../accounts/usable-account-store.ts';
import type { OwnedKind } from '../library/owned-store.ts';
import { scholarLabel } from '../library/scholar-name-store.ts';
import { ABSTRACT_START, BECAME_PUBLISHED, SHOWN_PDF } from '../library/shown-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { AUTHOR_LIST_SOURCES } from '../publications/detail-store.ts';
import type { ViewParameters } from '../views/contract.ts';
import { type Feed, MAX_FEEDS, MAX_NAME_LENGTH } from './contract.ts';

/** Feeds of deleted views count, too. */
export const FEEDS: OwnedKind = { noun: 'feed', table: 'feeds', maxCount: MAX_FEEDS, maxNameLength: MAX_NAME_LENGTH };

/** A feed as it is stored. */
export type FeedRow = Omit<Feed, 'atom_url' | 'json_url'> & { readonly secret: Buffer };

/** The ids of what a feed or a public list is of. */
export interface SourceIds {
  readonly scholarId: number | null;
  readonly viewId: number | null;
  readonly tagId?: number | null;
}

/** What a new feed is of. */
export interface FeedSource extends SourceIds {
  readonly scope: Feed['scope'];
}

/** A secret to store: its hash, by which an address is found, and itself, encrypted. */
export interface NewSecret {
  readonly hash: Buffer;
  readonly encrypted: Buffer;
}

/**
 * The user's feeds, the oldest first; with an id only that one. A feed of a deleted view is left out until the view is
 * restored.
 */
export async function listFeeds(db: Queries, userId: number, id: number | null = null): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select f.id, f.name, f.scope, f.scholar_id as scholar_profile_id, f.view_id, f.secret, f.created_at, f.last_read_at
    from feeds f left join saved_views v on v.id = f.view_id
    where f.user_id = ${userId} and (f.view_id is null or v.id is not null) and (${id}::bigint is null or f.id = ${id}) order by f.id`.execute(
    db,
  );
  return rows;
}

/** The name of what a feed or a public list is of; undefined if the user has no such scholar, view or tag. */
export async function findSourceName(
  tx: Tx,
  userId: number,
  { scholarId, viewId, tagId = null }: SourceIds,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select ${scholarLabel()} as name from scholars s join profiles p on p.id = s.profile_id where s.id = ${scholarId} and s.user_id = ${userId}
    union all
    select name from saved_views where id = ${viewId} and user_id = ${userId}
    union all
    select name from tags where id = ${tagId} and user_id = ${userId}`.execute(tx);
  return rows[0]?.name;
}

export async function insertFeed(
  tx: Tx,
  userId: number,
  { scope, scholarId, viewId, name, secret }: FeedSource & { readonly name: string; readonly secret: NewSecret },
): Promise<number> {
  const { id } = await tx
    .insertInto('feeds')
    .values({
      user_id: userId,
      ...{ scope, name, scholar_id: scholarId, view_id: viewId },
      ...{ secret_hash: secret.hash, secret: secret.encrypted },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether the user has such a feed. */
export async function renameFeed(db: Queries, userId: number, id: number, name: string): Promise<boolean> {
  const renamed = db.updateTable('feeds').set({ name }).where('user_id', '=', userId).where('id', '=', id);
  return (await renamed.returning('id').executeTakeFirst()) !== undefined;
}

/** Returns whether the user has such a feed. */
export async function replaceSecret(db: Queries, userId: number, id: number, secret: NewSecret): Promise<boolean> {
  const replaced = db
    .updateTable('feeds')
    .set({ secret_hash: secret.hash, secret: secret.encrypted, last_read_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', id);
  return (await replaced.returning('id').executeTakeFirst()) !== undefined;
}

/** A feed that somebody reads. */
export interface ReadFeed {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scope: Feed['scope'];
  readonly scholarId: number | null;
  readonly parameters: ViewParameters | null;
  readonly createdAt: Date;
  /** the name of the library outside of this database */
  readonly libraryUid: string;
  /** `last_read_at` is more than an hour old */
  readonly isStale: boolean;
}

/** The feed with this secret; undefined if there is none, its view was deleted, or its user may not sign in. */
export async function findFeed(db: Queries, secretHash: Buffer): Promise<ReadFeed | undefined> {
  const { rows } = await sql<ReadFeed>`
    select f.id, f.user_id as "userId", f.name, f.scope, f.scholar_id as "scholarId", v.parameters, f.created_at as "createdAt", l.uid as "libraryUid",
      coalesce(f.last_read_at < now() - interval '1 hour', true) as "isStale"
    from feeds f join users u on u.id = f.user_id and ${isUsable('u')} join libraries l on l.user_id = f.user_id
    left join saved_views v on v.id = f.view_id
    where f.secret_hash = ${secretHash} and (f.view_id is null or v.id is not null)`.execute(db);
  return rows[0];
}

/** Saves that a feed was read. If many requests do so at once, one of them writes. */
export async function touchFeed(db: Queries, id: number): Promise<void> {
  await sql`
    update feeds set last_read_at = now()
    where id = ${id} and coalesce(last_read_at < now() - interval '1 hour', true)`.execute(db);
}

/** The encrypted secrets of all users after an id, for a change of the server's key. Locks the rows. */
export async function listSecrets(
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; user_id: number; secret: Buffer }[]> {
  return tx
    .selectFrom('feeds')
    .select(['id', 'user_id', 'secret'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function updateSecret(tx: Tx, id: number, secret: Buffer): Promise<void> {
  await tx.updateTable('feeds').set({ secret }).where('id', '=', id).execute();
}

/** More are a matter of large collaborations, whose names no feed reader needs. */
export const MAX_AUTHORS = 50;

/** A publication of a feed. Texts are as the sources wrote them. */
export interface EntryRow {
  readonly id: number;
  /** the first number of the entry in the library, which never changes */
  readonly first_number: number;
  readonly first_seen_at: Date;
  /** when a preprint that the user had was found to be published; null: it was not */
  readonly became_published_at: Date | null;
  readonly title: string;
  readonly author_text: string | null;
  /** up to `MAX_AUTHORS` names from a source that lists them one by one; null: no source does */
  readonly authors: readonly string[] | null;
  readonly author_count: number | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly doi: string | null;
  readonly pub_url: string | null;
  /** the first 300 characters */
  readonly abstract_start: string | null;
  /** the open PDF that was checked */
  readonly pdf_url: string | null;
  /** the names of the user's scholars who list it */
  readonly scholars: readonly string[];
}

/** These publications of a user's library in the order of the ids. */
export async function readEntries(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select p.id, coalesce(u.first_number, u.entry_number) as first_number, u.first_seen_at, ${BECAME_PUBLISHED} as became_published_at, p.title, p.author_text, p.venue_text, p.year, p.doi, p.pub_url,
      listed.authors, listed.author_count, ${ABSTRACT_START} as abstract_start, case when j.status = 'resolved' then j.pdf_url end as pdf_url,
      array(
        select ${scholarLabel('f')} from unnest(u.scholar_ids) as k (id) join scholars s on s.id = k.id join profiles f on f.id = s.profile_id order by s.id
      ) as scholars
    from unnest(${publicationIds}::bigint[]) with ordinality as w (id, at)
    join user_publications u on u.user_id = ${userId} and u.publication_id = w.id
    join publications p on p.id = w.id
    left join lateral ${SHOWN_PDF} j on true
    left join lateral (
      select jsonb_path_query_array(d.authors, '$[0 to $last].name', jsonb_build_object('last', ${sql.lit(MAX_AUTHORS - 1)})) as authors,
        jsonb_array_length(d.authors) as author_count
      from shown_members m join publication_metadata d using (publication_id)
      where m.canonical_id = p.id and d.authors <> '[]'
      order by d.has_all_authors desc, array_position(${sql.val(AUTHOR_LIST_SOURCES)}::text[], d.source::text), m.publication_id = p.id desc, m.publication_id
      limit 1
    ) listed on true
    order by w.at`.execute(tx);
  return rows;
}
