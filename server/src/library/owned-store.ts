import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { OwnName } from './own-name.ts';

/** A kind of thing that users own and name. */
export interface OwnedKind {
  /** in messages and error codes */
  readonly noun: 'tag' | 'view' | 'rule' | 'feed' | 'channel' | 'list' | 'sync';
  readonly table:
    | 'stored_tags'
    | 'stored_views'
    | 'stored_rules'
    | 'feeds'
    | 'channels'
    | 'public_lists'
    | 'zotero_syncs';
  /** how many a user can have */
  readonly maxCount: number;
  /** in characters */
  readonly maxNameLength: number;
}

/** A kind of which no two of a user have the same name, and whose deleted ones can be restored for a day. */
export interface KeptKind<Item = unknown> extends OwnedKind {
  readonly noun: 'tag' | 'view' | 'rule';
  readonly table: 'stored_tags' | 'stored_views' | 'stored_rules';
  /** The user's items that are not deleted; with an id, at least that one. */
  list(db: Queries, userId: number, id?: number): Promise<(Item & { readonly id: number })[]>;
}

/** How many of a kind a user has, without the deleted ones. */
export async function countOwned(db: Queries, userId: number, { table }: OwnedKind): Promise<number> {
  const isThere = table.startsWith('stored_') ? sql`deleted_at is null` : sql`true`;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where user_id = ${userId} and ${isThere}`.execute(db);
  return one(rows, 'the count of owned items').n;
}

/** The id of the one with a name; undefined if there is none. */
export async function findNamed(
  db: Queries,
  userId: number,
  { table }: KeptKind,
  key: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where user_id = ${userId} and name_key = ${key} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.id;
}

/** The name of one, deleted or not; undefined if there is none. */
export async function findStored(
  db: Queries,
  userId: number,
  { table }: KeptKind,
  id: number,
): Promise<(OwnName & { readonly isDeleted: boolean }) | undefined> {
  const { rows } = await sql<OwnName & { isDeleted: boolean }>`
    select name, name_key as key, deleted_at is not null as "isDeleted" from ${sql.table(table)}
    where user_id = ${userId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Deletes one for now, and for good those of its kind that the user deleted more than a day ago. */
export async function deleteForNow(tx: Tx, userId: number, { table }: KeptKind, id: number): Promise<void> {
  await sql`update ${sql.table(table)} set deleted_at = now() where id = ${id}`.execute(tx);
  await sql`
    delete from ${sql.table(table)} where user_id = ${userId} and deleted_at < now() - interval '1 day'`.execute(tx);
}

export async function undelete(tx: Tx, { table }: KeptKind, id: number): Promise<void> {
  await sql`update ${sql.table(table)} set deleted_at = null where id = ${id}`.execute(tx);
}

/** Deletes the row of one. Returns its name; undefined if there is none. */
export async function deleteRow(
  db: Queries,
  userId: number,
  { table }: OwnedKind,
  id: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from ${sql.table(table)} where user_id = ${userId} and id = ${id} returning name`.execute(db);
  return rows[0]?.name;
}
