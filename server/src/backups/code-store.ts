import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** Some code in a database that PostgreSQL may run when a statement uses a table. */
export interface Code {
  /** for messages, such as `function public.make_library()` */
  readonly name: string;
  readonly definition: string;
}

/**
 * Lists what a database's own schema can make PostgreSQL run: functions, triggers, rules, views, and the expressions of columns, constraints, indexes and statistics. Also
 * types, operators and other objects that change which functions an expression calls. Objects of PostgreSQL itself and of its extensions are left out.
 */
export async function listCode(db: Database): Promise<Code[]> {
  return db.transaction().execute(async (tx) => {
    // the database may have a search path in which a function of its own hides one of PostgreSQL's; with this one, definitions also name all schemas
    await sql`set local search_path = ''`.execute(tx);
    const { rows } = await sql<Code>`
      with objects (class, oid, kind, definition) as (
        select 'pg_proc'::regclass, oid, 'function', case when prokind in ('f', 'p') then pg_get_functiondef(oid) else '' end from pg_proc
        union all select 'pg_trigger'::regclass, oid, 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select 'pg_rewrite'::regclass, oid, 'rule', pg_get_ruledef(oid) from pg_rewrite
        union all select 'pg_policy'::regclass, oid, 'policy', '' from pg_policy
        union all select 'pg_attrdef'::regclass, oid, 'default', pg_get_expr(adbin, adrelid) from pg_attrdef
        -- an operator may have changed a constant
        where pg_get_expr(adbin, adrelid) !~ '^(-?[0-9.]+|true|false|''[^'']*''::[a-z ]+)$'
        union all select 'pg_constraint'::regclass, oid, 'constraint', pg_get_constraintdef(oid) from pg_constraint where contype = 'c'
        union all select 'pg_class'::regclass, indexrelid, 'index', pg_get_indexdef(indexrelid) from pg_index where indexprs is not null or indpred is not null
        union all select 'pg_class'::regclass, oid, 'relation', '' from pg_class where relkind in ('p', 'f')
        union all select 'pg_statistic_ext'::regclass, oid, 'statistics', pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxexprs is not null
        union all select 'pg_type'::regclass, oid, 'type', '' from pg_type where typtype in ('d', 'r') or typtype = 'b' and typelem = 0
        union all select 'pg_operator'::regclass, oid, 'operator', '' from pg_operator
        union all select 'pg_cast'::regclass, oid, 'cast', '' from pg_cast
        union all select 'pg_conversion'::regclass, oid, 'conversion', '' from pg_conversion
        union all select 'pg_opclass'::regclass, oid, 'operator class', '' from pg_opclass
        union all select 'pg_opfamily'::regclass, oid, 'operator family', '' from pg_opfamily
        union all select 'pg_language'::regclass, oid, 'language', '' from pg_language
        union all select 'pg_ts_config'::regclass, oid, 'text search configuration', '' from pg_ts_config
        union all select 'pg_ts_dict'::regclass, oid, 'text search dictionary', '' from pg_ts_dict
        union all select 'pg_event_trigger'::regclass, oid, 'event trigger', '' from pg_event_trigger
        union all select 'pg_foreign_server'::regclass, oid, 'server', '' from pg_foreign_server
        union all select 'pg_publication'::regclass, oid, 'publication', '' from pg_publication
      )
      select o.kind || ' ' || i.identity as name,
        -- an expression that PostgreSQL wrote and read again can have other brackets, as in (a, b) and ROW(a, b)
        case o.kind when 'function' then o.definition else regexp_replace(o.definition, '\\mROW\\M|[()[:space:]]', '', 'g') end as definition
      from objects o, pg_identify_object(o.class, o.oid, 0) i
      -- the first oid that is not PostgreSQL's own
      where o.oid >= 16384 and not exists (
        select from pg_depend d left join pg_proc p on d.classid = 'pg_proc'::regclass and p.oid = d.objid
        where d.classid = o.class and d.objid = o.oid and d.deptype = 'e'
          -- the owner of an extension may add functions to it, but the functions of a trusted extension belong to the first superuser
          and (p.oid is null or p.proowner = 10)
      )
      order by 1`.execute(tx);
    return rows;
  });
}
