import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database/database.ts';

/** Whether PostgreSQL's own extension for looking at pages can be used here. */
export async function findPageChecker(
  db: Database,
): Promise<'there' | 'can be made' | 'not available' | 'not allowed'> {
  const { rows } = await sql<{ isThere: boolean; isAvailable: boolean; isSuper: boolean; mayCall: boolean }>`
    select exists (select from pg_extension where extname = 'amcheck') as "isThere",
      exists (select from pg_available_extensions where name = 'amcheck') as "isAvailable",
      current_setting('is_superuser')::boolean and not pg_is_in_recovery() as "isSuper",
      coalesce((select bool_or(has_function_privilege(p.oid, 'execute')) from pg_proc p where p.proname = 'bt_index_check'), false) as "mayCall"`.execute(
    db,
  );
  const [row] = rows;
  if (!row?.isAvailable && !row?.isThere) return 'not available';
  if (row.isThere) return row.mayCall ? 'there' : 'not allowed';
  return row.isSuper ? 'can be made' : 'not allowed';
}

/** The caller rolls it back, because a database with the extension could be restored only where it is installed. */
export async function makePageChecker(tx: Tx): Promise<void> {
  await sql`create extension amcheck`.execute(tx);
}

/** The B-trees of the product and of the job queue, the smallest first. */
export async function listIndexes(tx: Tx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select c.oid::int8 as id, c.oid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam and a.amname = 'btree' join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and i.indisvalid and i.indisready and c.relpersistence = 'p' order by c.relpages, c.oid desc`.execute(
    tx,
  );
  return rows;
}

/** Checks the pages of an index. Its lock blocks no reader and no writer. Throws what PostgreSQL says of a wrong page. */
export async function checkIndex(tx: Tx, id: number): Promise<void> {
  await sql`select bt_index_check(${id}::oid::regclass)`.execute(tx);
}

/** Pages whose checksum was wrong when they were read; 0 where the cluster has no checksums. */
export async function countWrongChecksums(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(checksum_failures, 0)::int8 as n from pg_stat_database where datname = current_database()`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}
