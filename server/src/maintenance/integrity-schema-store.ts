import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Found } from './integrity-report.ts';

/** Objects of the catalog have names, no ids that mean something to a person. */
async function named(tx: Tx, rows: ReturnType<typeof sql>): Promise<Found> {
  const found = await sql<{ name: string }>`select name from (${rows}) k order by name`.execute(tx);
  return foundNames(found.rows.map(({ name }) => name));
}

export function foundNames(names: readonly string[]): Found {
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  const detail = names.length === 0 ? '' : `${names.slice(0, 10).join(', ')}${more}.`;
  return { count: names.length, sampleIds: [], detail };
}

const isOurs = sql`n.nspname in ('public', 'graphile_worker')`;

export async function findInvalidIndexes(tx: Tx) {
  const rows = sql`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where ${isOurs} and not (i.indisvalid and i.indisready)`;
  return { invalid_indexes: await named(tx, rows) };
}

export async function findUnvalidatedConstraints(tx: Tx) {
  const rows = sql`
    select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where ${isOurs} and not k.convalidated`;
  return { unvalidated_constraints: await named(tx, rows) };
}

/** Triggers that do not fire, those of foreign keys included. */
export async function findDisabledTriggers(tx: Tx) {
  const rows = sql`
    select distinct t.tgrelid::regclass || ' ' || coalesce(k.conname, t.tgname) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace left join pg_constraint k on k.oid = t.tgconstraint
    where ${isOurs} and t.tgenabled not in ('O', 'A')`;
  return { disabled_triggers: await named(tx, rows) };
}

export async function findChangedCollation(tx: Tx) {
  const rows = sql`
    select d.datname || ' (' || d.datcollversion || ', now ' || pg_database_collation_actual_version(d.oid) || ')' as name
    from pg_database d where d.datname = current_database() and d.datcollversion <> pg_database_collation_actual_version(d.oid)`;
  return { collation_changed: await named(tx, rows) };
}

/** Everything that the migrations make besides tables and columns: one line each, sorted. */
export async function listSchemaObjects(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
    select 'constraint ' || c.relname || ' ' || k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c') and c.relname not like 'kysely%'
    union all
    select 'index ' || c.relname || ' ' || x.relname from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
    union all
    select 'trigger ' || c.relname || ' ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    ) objects order by name collate "C"`.execute(tx);
  return rows.map(({ name }) => name);
}

/** What must be there once: a check's name, the table, its columns, which rows, and whose ids are told. */
const UNIQUE = {
  duplicate_links: ['user_publications', ['user_id', 'publication_id'], '', 'publication_id'],
  duplicate_source_keys: ['publication_sources', ['source', 'key'], '', 'publication_id'],
  duplicate_fingerprints: ['publication_fingerprints', ['fingerprint'], '', 'publication_id'],
  duplicate_identifiers: ['publication_identifiers', ['publication_id', 'kind', 'value'], '', 'publication_id'],
  duplicate_listings: ['profile_publications', ['profile_id', 'publication_id'], '', 'profile_id'],
  duplicate_listing_numbers: ['profile_publications', ['profile_id', 'listing_number'], '', 'profile_id'],
  duplicate_profiles: ['profiles', ['source', 'source_id'], '', 'id'],
  duplicate_scholars: ['scholars', ['user_id', 'profile_id'], '', 'id'],
  duplicate_users: ['users', ['email_key'], '', 'id'],
  several_active_runs: ['runs', ['user_id'], "status in ('running', 'resolving')", 'user_id'],
  duplicate_queue_items: ['queue_items', ['scholar_id'], "status <> 'dropped'", 'scholar_id'],
} as const;
export type UniqueName = keyof typeof UNIQUE;
export const UNIQUE_NAMES = Object.keys(UNIQUE) as UniqueName[];

/** What stands twice. Where a unique index is valid, it says that nothing does; where it is missing or not whole, the rows are counted. */
export async function findDuplicates(tx: Tx, name: UniqueName): Promise<Record<string, Found>> {
  const [table, columns, condition, shownId] = UNIQUE[name];
  const indexes = await sql`
    select from pg_index i
    where i.indrelid = ${table}::regclass and i.indisunique and i.indisvalid and i.indisready and (i.indpred is not null) = ${condition !== ''}
      and array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) order by 1)
        = array(select k from unnest(${columns}::text[]) k order by 1)`.execute(tx);
  if (indexes.rows.length > 0) return { [name]: { count: 0, sampleIds: [] } };
  const { rows } = await sql<{ id: number; total: number }>`
    select min(${sql.ref(shownId)}) as id, count(*) over () as total from ${sql.table(table)} ${condition === '' ? sql`` : sql`where ${sql.raw(condition)}`}
    group by ${sql.join(columns.map((column) => sql.ref(column)))} having count(*) > 1 order by 1 limit 10`.execute(tx);
  return { [name]: { count: rows[0]?.total ?? 0, sampleIds: [...new Set(rows.map(({ id }) => id))] } };
}
