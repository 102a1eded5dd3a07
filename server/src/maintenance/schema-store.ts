import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { CheckLine, Found } from './check.ts';
import { setLimits } from './check-store.ts';
import { withRollback } from './transactions.ts';

/**
 * Checks of index pages with PostgreSQL's extension amcheck. {@link checkIndexes} returns their results in this order.
 */
export const INDEX_CHECKS: readonly CheckLine[] = [
  {
    name: 'corrupt_indexes',
    severity: 'failure',
    message:
      'Corrupt indexes. Rebuild them with REINDEX INDEX CONCURRENTLY. Then find the cause, such as a faulty disk or a copy of the files of a running database.',
  },
  { name: 'page_checks', severity: 'metric', message: 'Checked indexes.' },
];

/** How long pages are checked. In a small database this is enough for all of them. */
const BUDGET_SECONDS = 2;

/**
 * Checks B-trees, the smallest first, and skips those that are locked or take too long. Its locks block neither readers
 * nor writers.
 */
const CHECK_ALL = sql`
  create function pg_temp.check_indexes(until timestamptz, out total integer, out checked integer, out corrupt text[]) language plpgsql as $$
  declare
    index record;
  begin
    total := 0; checked := 0; corrupt := '{}';
    for index in
      select c.oid, c.oid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam and a.amname = 'btree' join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and i.indisvalid and i.indisready and c.relpersistence = 'p' order by c.relpages, c.oid desc
    loop
      total := total + 1;
      continue when clock_timestamp() > until;
      begin
        perform bt_index_check(index.oid::regclass);
        checked := checked + 1;
      exception
        when data_corrupted or index_corrupted then
          checked := checked + 1;
          corrupt := corrupt || (index.name || ': ' || sqlerrm);
        when lock_not_available or query_canceled then null;
      end;
    end loop;
  end $$`;

/** Checks as many indexes as possible within the time limit, if amcheck can be used. */
export async function checkIndexes(db: Database): Promise<Found[]> {
  const checker = await findChecker(db);
  if (checker === 'not available' || checker === 'not allowed')
    return [
      { count: 0, sampleIds: [] },
      { count: 0, sampleIds: [], detail: `The extension amcheck is ${checker} on this server.` },
    ];
  const { total, checked, corrupt } = await withRollback(db, async (tx) => {
    // rolled back with the transaction, because a dump with this extension restores only where amcheck is installed
    if (checker === 'can be created') await sql`create extension amcheck`.execute(tx);
    await CHECK_ALL.execute(tx);
    await setLimits(tx, BUDGET_SECONDS);
    const { rows } = await sql<{ total: number; checked: number; corrupt: string[] }>`
      select total, checked, corrupt from pg_temp.check_indexes(clock_timestamp() + make_interval(secs => ${BUDGET_SECONDS - 0.05}))`.execute(
      tx,
    );
    return one(rows, 'the check of indexes');
  });
  return [
    { count: corrupt.length, sampleIds: [], ...(corrupt.length > 0 ? { detail: `${corrupt.join(', ')}.` } : {}) },
    { count: checked, sampleIds: [], detail: `There are ${total} indexes.` },
  ];
}

async function findChecker(db: Queries): Promise<'there' | 'can be created' | 'not available' | 'not allowed'> {
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
  return row.isSuper ? 'can be created' : 'not allowed';
}

/**
 * The constraints, indexes and triggers of this version. To update the file, run
 * server/test/ops/check-integrity-schema.test.ts with `-u`.
 */
const EXPECTED = new URL('../../migrations/objects.txt', import.meta.url);

/** The objects that the migrations create besides tables and columns. */
const objects = sql`
  select 'constraint ' || c.relname || ' ' || k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c') and c.relname not like 'kysely%'
  union all
  select 'index ' || c.relname || ' ' || x.relname from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  union all
  select 'trigger ' || c.relname || ' ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`;

/** Lists the objects that the migrations create besides tables and columns, one line each, sorted. */
export async function listSchemaObjects(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from (${objects}) o order by name collate "C"`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Reads what {@link listSchemaObjects} returns for a complete database. */
export async function readExpectedObjects(): Promise<string[]> {
  return (await readFile(EXPECTED, 'utf8')).split('\n').filter((line) => line !== '');
}

/** Selects the names of objects that the database lacks. */
export function selectMissing(expected: readonly string[]): RawBuilder<unknown> {
  return sql`select unnest(${expected}::text[]) as name except select name from (${objects}) o`;
}
