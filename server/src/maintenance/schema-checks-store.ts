import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type Check, failure, metric, REPAIR_LINKS, RESTORE, warning } from './check.ts';

/** The constraints, indexes and triggers of this version. server/test/ops/check-integrity-schema.test.ts writes it (`vitest -u`). */
const EXPECTED = new URL('../../migrations/objects.txt', import.meta.url);

const isOurs = sql`n.nspname = 'public'`;

/** What the migrations make besides tables and columns. */
const objects = sql`
  select 'constraint ' || c.relname || ' ' || k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c') and c.relname not like 'kysely%'
  union all
  select 'index ' || c.relname || ' ' || x.relname from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  union all
  select 'trigger ' || c.relname || ' ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`;

/** Everything that the migrations make besides tables and columns: one line each, sorted. */
export async function listSchemaObjects(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from (${objects}) o order by name collate "C"`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Checks of references, that a restore without foreign keys can break: name, table, column and what it refers to. */
const REFERENCES = [
  ['links_without_publication', 'user_publications', 'publication_id', 'publications'],
  ['records_without_publication', 'records', 'publication_id', 'publications'],
  ['identifiers_of_other_works', 'publication_identifiers', 'publication_id', 'publications'],
  ['enrichment_without_publication', 'enrichment', 'publication_id', 'publications'],
  ['merged_into_nothing', 'publications', 'merged_into', 'publications'],
  ['listings_without_profile', 'listings', 'profile_id', 'profiles'],
  ['scholars_without_profile', 'scholars', 'profile_id', 'profiles'],
  ['libraries_without_user', 'libraries', 'user_id', 'users'],
] as const;

/** Millions of references are not looked up one by one: the few ranges of ids that nothing has are, in the references' indexes. */
function lost(table: string, column: string, target: string) {
  return sql`
    select distinct r.id from (
      select id + 1 as low, next - 1 as high from (select id, lead(id) over (order by id) as next from ${sql.table(target)}) p where next > id + 1
      union all select -9223372036854775808, coalesce(min(id), 1) - 1 from ${sql.table(target)}
      union all select coalesce(max(id), 0) + 1, 9223372036854775807 from ${sql.table(target)}
    ) gap
    cross join lateral (
      select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} between gap.low and gap.high offset 0
    ) r`;
}

export const REFERENCE_CHECKS: readonly Check[] = REFERENCES.map(([name, table, column, target]) =>
  failure(
    name,
    lost(table, column, target),
    `What ${table} refer to in ${target}, but is gone (ids of what is gone). ${table === 'user_publications' ? REPAIR_LINKS : RESTORE}`,
  ),
);

/** Checks of the schema itself. Its objects have names, no ids that mean something to a person. */
export const SCHEMA_CHECKS: readonly Check[] = [
  failure(
    'invalid_indexes',
    sql`
      select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where ${isOurs} and not (i.indisvalid and i.indisready)`,
    'Indexes that are not valid. Rebuild them with REINDEX.',
  ),
  failure(
    'missing_constraints',
    async () => {
      const expected = (await readFile(EXPECTED, 'utf8')).split('\n').filter((line) => line !== '');
      return sql`select unnest(${expected}::text[]) as name except select name from (${objects}) o`;
    },
    'Constraints, indexes or triggers that the schema should have. The restore that left them out was not complete. Restore again.',
  ),
  warning(
    'unvalidated_constraints',
    sql`
      select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where ${isOurs} and not k.convalidated`,
    'Constraints that were never checked against the rows. Check them with ALTER TABLE … VALIDATE CONSTRAINT.',
  ),
  failure(
    'disabled_triggers',
    // those of foreign keys included
    sql`
      select distinct t.tgrelid::regclass || ' ' || coalesce(k.conname, t.tgname) as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace left join pg_constraint k on k.oid = t.tgconstraint
      where ${isOurs} and t.tgenabled not in ('O', 'A')`,
    'Triggers that are switched off: counts and references are not kept. Switch them on with ALTER TABLE … ENABLE TRIGGER ALL.',
  ),
  warning(
    'collation_changed',
    sql`
      select d.datname || ' (' || d.datcollversion || ', now ' || pg_database_collation_actual_version(d.oid) || ')' as name
      from pg_database d where d.datname = current_database() and d.datcollversion <> pg_database_collation_actual_version(d.oid)`,
    'The operating system sorts text in another way than when the indexes were made. Run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
  ),
];

const count = (from: string) => sql`select count(*) as n from ${sql.raw(from)}`;

/** How much there is. */
export const METRICS: readonly Check[] = [
  metric('publications', count('publications where merged_into is null'), 'Publications, without merged ones.'),
  metric('merged_publications', count('publications where merged_into is not null'), 'Merged publications.'),
  metric('links', count('user_publications'), 'Library entries, hidden ones included.'),
  metric('users', count('users'), 'Users.'),
  metric('scholars', count('scholars'), 'Tracked scholars, of all users.'),
  metric('active_runs', count("runs where status in ('running', 'resolving')"), 'Active runs.'),
  metric('open_queue_items', count("queue_items where status <> 'dropped'"), 'Queue items that are not dropped.'),
  metric(
    'open_lookups',
    sql`select count(*) as n from enrichment where source is not null`,
    'Publications with an open lookup.',
  ),
  metric('database_bytes', sql`select pg_database_size(current_database()) as n`, 'Size of the database in bytes.'),
];
