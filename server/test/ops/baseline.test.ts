import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { migrateTo010, openTestDatabase } from '../support/old-schema.ts';

test('a new database has the schema that a database of version 0.1.0 is migrated to', async () => {
  const old = await openTestDatabase({ empty: true });
  await migrateTo010(old.db);
  const ran = await old.migrate();
  expect(ran, 'the migrations were run, not the baseline').toContain('0013-crawling');
  const migrated = await describeSchema(old.db);
  expect(migrated.length).toBeGreaterThan(500);
  const made = await openTestDatabase({ empty: true });
  expect(await made.migrate()).toEqual(['baseline']);
  expect(await describeSchema(made.db), 'server/migrations/baseline.sql').toEqual(migrated);
});

/** A line for each column, constraint, index, function, trigger, view and storage setting, whatever their order is. */
async function describeSchema(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select oid, relname, relkind, relpersistence, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    )
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), l.collname, case when a.attnotnull then 'not null' end,
      a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
    from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
    where c.relkind in ('r', 'v')
    union all select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text) from ours where relkind in ('r', 'v', 'S')
    union all select concat_ws(' ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k join ours c on c.oid = k.conrelid
    union all select pg_get_indexdef(i.indexrelid) from pg_index i join ours c on c.oid = i.indrelid
    union all select concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join ours c on c.oid = t.tgrelid where not t.tgisinternal
    union all select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from ours where relkind = 'v'
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
