import { sql } from 'kysely';
import { isUsable } from '../accounts/usable-account-store.ts';
import type { SourceIds } from '../feeds/store.ts';
import type { OwnedKind } from '../library/owned-store.ts';
import { scholarLabel } from '../library/scholar-name-store.ts';
import { SHOWN_PDF } from '../library/shown-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { ViewParameters } from '../views/contract.ts';
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
      array(select publication_id from public_list_choices where list_id = l.id and place is not null order by place) as pinned_ids,
      array(select publication_id from public_list_choices where list_id = l.id and place is null order by publication_id) as hidden_ids
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

/** Replaces the pinned and hidden publications. Those that are not in the user's library are left out. */
export async function saveChoices(
  tx: Tx,
  userId: number,
  listId: number,
  { pinnedIds, hiddenIds }: ListContent,
): Promise<void> {
  await sql`delete from public_list_choices where list_id = ${listId}`.execute(tx);
  await sql`
    insert into public_list_choices (list_id, publication_id, place)
    select ${listId}, c.id, min(c.place)
    from (
      select id, place from unnest(${pinnedIds}::bigint[]) with ordinality as k (id, place)
      union all select id, null from unnest(${hiddenIds}::bigint[]) as k (id)
    ) c where exists (select from user_publications u where u.user_id = ${userId} and u.publication_id = c.id)
    group by c.id`.execute(tx);
}

/** A public list that somebody opens. */
export interface OpenedList extends Omit<ListSource, 'viewId'> {
  readonly id: number;
  readonly userId: number;
  readonly slug: string;
  readonly name: string;
  readonly options: ListOptions;
  /** of the view */
  readonly parameters: ViewParameters | null;
  readonly createdAt: Date;
  /** the name of the library outside of this database */
  readonly libraryUid: string;
  /** changes with the list, and with each change of the library */
  readonly version: string;
}

/**
 * The list at an address; undefined if there is none, its view or tag was deleted, or its user may not sign in. Asked for
 * with each request, so that nothing is shown after it was revoked.
 */
export async function findList(db: Queries, slug: string): Promise<OpenedList | undefined> {
  const { rows } = await sql<OpenedList>`
    select l.id, l.user_id as "userId", l.slug, l.name, l.options, l.scope, l.scholar_id as "scholarId", l.tag_id as "tagId", v.parameters,
      l.created_at as "createdAt", k.uid as "libraryUid", concat_ws(' ', l.xmin, k.xmin) as version
    from public_lists l join users u on u.id = l.user_id and ${isUsable('u')} join libraries k on k.user_id = l.user_id
    left join saved_views v on v.id = l.view_id left join tags t on t.id = l.tag_id
    where l.slug = ${slug} and (l.view_id is null or v.id is not null) and (l.tag_id is null or t.id is not null)`.execute(
    db,
  );
  return rows[0];
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
  { id, userId, options }: OpenedList,
  publicationIds: readonly number[],
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    with chosen as materialized (
      select p.canonical_id as id, min(c.place) as place, bool_or(c.place is null) as is_hidden
      from public_list_choices c join publications p on p.id = c.publication_id where c.list_id = ${id} group by p.canonical_id
    )
    select p.id, coalesce(u.first_number, u.entry_number) as first_number, u.first_seen_at, c.place,
      case when j.status = 'resolved' then j.pdf_url end as pdf_url,
      array(
        select ${scholarLabel('f')} from unnest(u.scholar_ids) as k (id) join scholars s on s.id = k.id join profiles f on f.id = s.profile_id order by s.id
      ) as scholars
    from unnest(${publicationIds}::bigint[]) with ordinality as w (id, at)
    join user_publications u on u.user_id = ${userId} and u.publication_id = w.id
    join publications p on p.id = w.id and (${options.has_imported} or p.owner_user_id is null)
    left join chosen c on c.id = p.id
    left join lateral ${SHOWN_PDF} j on true
    where not coalesce(c.is_hidden, false)
    order by w.at`.execute(tx);
  return rows;
}
