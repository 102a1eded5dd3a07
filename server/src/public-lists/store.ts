import { sql } from 'kysely';
import { isUsable } from '../accounts/usable-account-store.ts';
import type { SourceIds } from '../feeds/store.ts';
import type { OwnedKind } from '../library/owned-store.ts';
import { scholarLabel } from '../library/scholar-name-store.ts';
import { SHOWN_PDF } from '../library/shown-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { ViewParameters } from '../views/contract.ts';
import { HIDDEN, PINNED } from './choice-store.ts';
import { type ListOptions, MAX_LISTS, MAX_NAME_LENGTH, type PublicList } from './contract.ts';

export const LISTS: OwnedKind = {
  ...{ noun: 'list', table: 'public_lists', maxCount: MAX_LISTS, maxNameLength: MAX_NAME_LENGTH },
};

/** What a public list is of. */
export interface ListSource extends SourceIds {
  readonly scope: PublicList['scope'];
  readonly tagId: number | null;
}

/** What a user can change of a list. */
export interface ListContent {
  readonly slug: string;
  readonly name: string;
  readonly options: ListOptions;
  readonly pinnedIds: readonly number[];
  readonly hiddenIds: readonly number[];
}

export type ListRow = Omit<PublicList, 'url' | keyof ListOptions> & { readonly options: ListOptions };

/** The user's public lists, the oldest first; with an id only that one. */
export async function listLists(db: Queries, userId: number, id: number | null = null): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select l.id, l.slug, l.name, l.scope, l.scholar_id as scholar_profile_id, l.view_id, l.tag_id, l.options, l.created_at,
      ${PINNED} as pinned_ids, ${HIDDEN} as hidden_ids
    from public_lists l where l.user_id = ${userId} and (${id}::bigint is null or l.id = ${id}) order by l.id`.execute(
    db,
  );
  return rows;
}

/** The public lists of all users, the newest first. */
export async function listAllLists(
  db: Queries,
): Promise<{ id: number; slug: string; name: string; user_id: number; email: string; created_at: Date }[]> {
  const { rows } = await sql<{
    id: number;
    slug: string;
    name: string;
    user_id: number;
    email: string;
    created_at: Date;
  }>`
    select l.id, l.slug, l.name, l.user_id, u.email, l.created_at from public_lists l join users u on u.id = l.user_id order by l.id desc`.execute(
    db,
  );
  return rows;
}

/** Adds a list. Returns its id; undefined if the address is taken. */
export async function insertList(
  tx: Tx,
  userId: number,
  { scope, scholarId, viewId, tagId }: ListSource,
  { slug, name, options }: ListContent,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into public_lists (user_id, slug, name, scope, scholar_id, view_id, tag_id, options)
    values (${userId}, ${slug}, ${name}, ${scope}, ${scholarId}, ${viewId}, ${tagId}, ${JSON.stringify(options)})
    on conflict (slug) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Whether another list has the address. It stays so until the transaction ends. */
export async function isTaken(tx: Tx, slug: string, id: number): Promise<boolean> {
  await sql`lock table public_lists in exclusive mode`.execute(tx);
  const { rows } = await sql`select from public_lists where slug = ${slug} and id <> ${id}`.execute(tx);
  return rows.length > 0;
}

/** Changes a list of the user. Returns whether there is one. */
export async function updateList(
  tx: Tx,
  userId: number,
  id: number,
  { slug, name, options }: ListContent,
): Promise<boolean> {
  const { rows } = await sql`
    update public_lists set slug = ${slug}, name = ${name}, options = ${JSON.stringify(options)}
    where id = ${id} and user_id = ${userId} returning id`.execute(tx);
  return rows.length > 0;
}

/** A public list that somebody opens, or that its user wants to see before. */
export interface OpenedList extends Omit<ListSource, 'viewId'>, ListContent {
  /** null: it is not published yet */
  readonly id: number | null;
  readonly userId: number;
  /** of the view */
  readonly parameters: ViewParameters | null;
  readonly createdAt: Date;
  /** the name of the library outside of this database */
  readonly libraryUid: string;
}

/** A published list. */
export interface PublishedList extends OpenedList {
  readonly id: number;
  /** changes with the list, and with each change of the library */
  readonly version: string;
}

/**
 * The list at an address; undefined if there is none, its view or tag was deleted, or its user may not sign in. Asked for
 * with each request, so that nothing is shown after it was revoked.
 */
export async function findList(db: Queries, slug: string): Promise<PublishedList | undefined> {
  const { rows } = await sql<PublishedList>`
    select l.id, l.user_id as "userId", l.slug, l.name, l.options, l.scope, l.scholar_id as "scholarId", l.tag_id as "tagId", v.parameters,
      ${PINNED} as "pinnedIds", ${HIDDEN} as "hiddenIds",
      l.created_at as "createdAt", k.uid as "libraryUid", concat_ws(' ', l.xmin, k.xmin) as version
    from public_lists l join users u on u.id = l.user_id and ${isUsable('u')} join libraries k on k.user_id = l.user_id
    left join saved_views v on v.id = l.view_id left join tags t on t.id = l.tag_id
    where l.slug = ${slug} and (l.view_id is null or v.id is not null) and (l.tag_id is null or t.id is not null)`.execute(
    db,
  );
  return rows[0];
}

/** A list of the user as it would be published. */
export async function draftList(
  db: Queries,
  userId: number,
  { scope, scholarId, viewId, tagId }: ListSource,
  content: ListContent,
): Promise<OpenedList> {
  const { rows } = await sql<Pick<OpenedList, 'parameters' | 'createdAt' | 'libraryUid'>>`
    select v.parameters, now() as "createdAt", k.uid as "libraryUid"
    from libraries k left join saved_views v on v.id = ${viewId} and v.user_id = k.user_id where k.user_id = ${userId}`.execute(
    db,
  );
  return { id: null, userId, scope, scholarId, tagId, ...content, ...one(rows, 'the library of a user') };
}

/** What a public list needs of a publication besides its citation. */
export interface ListedRow {
  readonly id: number;
  /** the first number of the entry in the library, which never changes */
  readonly first_number: number;
  readonly first_seen_at: Date;
  /** the open PDF that was checked */
  readonly pdf_url: string | null;
  /** null: it is not pinned */
  readonly place: number | null;
  /** the names of the user's scholars who list it */
  readonly scholars: readonly string[];
}

/**
 * These publications of the user's library in the order of the ids, without those that the list hides and, unless
 * `hasImported`, without those that only the user's imports have.
 */
export async function readListed(
  tx: Tx,
  { userId, options, pinnedIds, hiddenIds }: OpenedList,
  publicationIds: readonly number[],
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select p.id, coalesce(u.first_number, u.entry_number) as first_number, u.first_seen_at,
      array_position(${pinnedIds}::bigint[], p.id) as place,
      case when j.status = 'resolved' then j.pdf_url end as pdf_url,
      array(
        select ${scholarLabel('f')} from unnest(u.scholar_ids) as k (id) join scholars s on s.id = k.id join profiles f on f.id = s.profile_id order by s.id
      ) as scholars
    from unnest(${publicationIds}::bigint[]) with ordinality as w (id, at)
    join user_publications u on u.user_id = ${userId} and u.publication_id = w.id
    join publications p on p.id = w.id and (${options.has_imported} or p.owner_user_id is null)
    left join lateral ${SHOWN_PDF} j on true
    where not p.id = any(${hiddenIds}::bigint[])
    order by w.at`.execute(tx);
  return rows;
}
