import pg from 'pg';
import { KEEP_ALIVE, sessionSettings } from '../platform/database/session-settings.ts';
import { withDatabase } from './connection-address.ts';

/** A connection to the server on which databases are made, renamed and removed. */
export type ServerConnection = pg.Client;

/** Beside this lock no other restore of the same database is under way. */
const RESTORE_LOCK = 0x6c656372;
/** Held up that long by somebody who alters the database, the names stay as they are. */
const SWAP_WAITS_MS = 15_000;
const END_SESSIONS_EVERY_MS = 100;

export async function connect(url: string, name = 'lectern restore'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 15_000,
    ...KEEP_ALIVE,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(sessionSettings('restore'));
  return client;
}

/** Connects to a database that is not to be renamed; not all servers have one called postgres. */
export async function connectToServer(url: string): Promise<ServerConnection> {
  return connect(withDatabase(url, 'postgres')).catch((error: Error & { code?: string }) => {
    if (error.code !== '3D000' && error.code !== '42501') throw error;
    return connect(withDatabase(url, 'template1'));
  });
}

/** Makes the role that is connected the owner of a database. */
export async function takeDatabase(server: ServerConnection, name: string): Promise<void> {
  await server.query(`alter database ${pg.escapeIdentifier(name)} owner to current_user`);
}

/** What is to be known of a database before another takes its place. */
export interface Target {
  readonly name: string;
  readonly role: string;
  readonly mayCreate: boolean;
  readonly ownsIt: boolean;
  /** Schemas with tables, those of extensions aside. */
  readonly schemas: readonly string[];
  /** Null without any. */
  readonly oldestMigration: string | null;
  /** Rows that somebody would miss. */
  readonly users: number;
  readonly publications: number;
}

export async function readTarget(url: string): Promise<Target> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<Omit<Target, 'users' | 'publications' | 'oldestMigration'>>(`
      select current_database() as name, current_user::text as role, r.rolsuper or r.rolcreatedb as "mayCreate",
        pg_has_role(d.datdba, 'usage') as "ownsIt",
        array(
          select distinct n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
            and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
          order by 1) as schemas
      from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`);
    const [found] = rows;
    if (!found) throw new Error('the database does not know itself');
    const oldest = await readOne(client, 'public.kysely_migration', 'min(name)');
    return {
      ...found,
      oldestMigration: oldest === null ? null : String(oldest),
      users: Number(await readOne(client, 'public.users', 'count(*)')),
      publications: Number(await readOne(client, 'public.publications', 'count(*)')),
    };
  } finally {
    await client.end();
  }
}

/** Null when there is no such table. */
async function readOne(client: pg.Client, table: string, expression: string): Promise<unknown> {
  const there = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table]);
  if (!there.rows[0]?.found) return null;
  return (await client.query<{ value: unknown }>(`select ${expression} as value from ${table}`)).rows[0]?.value ?? null;
}

/** Says whether no other restore of this database is under way; none can begin while the connection lives. */
export async function takeRestoreLock(server: ServerConnection, name: string): Promise<boolean> {
  const { rows } = await server.query<{ got: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as got', [
    RESTORE_LOCK,
    name,
  ]);
  return rows[0]?.got === true;
}

export async function listDatabases(server: ServerConnection): Promise<string[]> {
  return (await server.query<{ name: string }>('select datname::text as name from pg_database')).rows.map(
    ({ name }) => name,
  );
}

export async function dropDatabase(server: ServerConnection, name: string): Promise<void> {
  await server.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

/** What differs between the versions of PostgreSQL; null where a version has no such column. */
interface Locale {
  readonly encoding: string;
  readonly tablespace: string;
  readonly datcollate: string;
  readonly datctype: string;
  /** libc, ICU or, from 17 on, builtin */
  readonly datlocprovider: 'c' | 'i' | 'b';
  readonly daticulocale?: string | null;
  readonly datlocale?: string | null;
  readonly daticurules?: string | null;
}

/** Makes an empty database of the same encoding, locale and place as another. `owner`: null for the role that is connected. */
export async function createDatabaseLike(
  server: ServerConnection,
  name: string,
  { like, owner }: { like: string; owner: string | null },
): Promise<void> {
  const { rows } = await server.query<{ locale: Locale }>(
    `select to_jsonb(d) || jsonb_build_object('encoding', pg_encoding_to_char(d.encoding), 'tablespace', t.spcname) as locale
     from pg_database d join pg_tablespace t on t.oid = d.dattablespace where d.datname = $1`,
    [like],
  );
  const locale = rows[0]?.locale;
  if (!locale) throw new Error(`There is no database ${like}.`);
  const given = pg.escapeLiteral(locale.datlocale ?? locale.daticulocale ?? '');
  const rules = locale.daticurules ? ` icu_rules ${pg.escapeLiteral(locale.daticurules)}` : '';
  const provider = {
    c: 'locale_provider libc',
    i: `locale_provider icu icu_locale ${given}${rules}`,
    b: `locale_provider builtin builtin_locale ${given}`,
  }[locale.datlocprovider];
  // to name even the common place needs a right that few roles have
  const place = locale.tablespace === 'pg_default' ? '' : ` tablespace ${pg.escapeIdentifier(locale.tablespace)}`;
  await server.query(
    `create database ${pg.escapeIdentifier(name)} template template0 encoding ${pg.escapeLiteral(locale.encoding)}
       lc_collate ${pg.escapeLiteral(locale.datcollate)} lc_ctype ${pg.escapeLiteral(locale.datctype)} ${provider}${place}${owner === null ? '' : ` owner ${pg.escapeIdentifier(owner)}`}`,
  );
}

/** Gives a database the settings (ALTER DATABASE … SET) of another; returns the names of those that this role may not set. */
export async function copySettings(url: string, from: string): Promise<string[]> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ own: string; setting: string }>(
      `select current_database() as own, unnest(s.setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
       where s.setrole = 0 and d.datname = $1`,
      [from],
    );
    const refused: string[] = [];
    for (const { own, setting } of rows) {
      const name = setting.slice(0, setting.indexOf('='));
      try {
        await client.query('select set_config($1, $2, false)', [name, setting.slice(name.length + 1)]);
        const quoted = name.split('.').map(pg.escapeIdentifier).join('.');
        await client.query(`alter database ${pg.escapeIdentifier(own)} set ${quoted} from current`);
      } catch {
        refused.push(name);
      }
    }
    return refused;
  } finally {
    await client.end();
  }
}

/**
 * Puts one database in another's place, in one transaction: at no moment is there none of that name. Sessions on both are ended for it; those
 * that want to connect meanwhile are turned away or find the new one.
 * @throws what PostgreSQL says, when a session does not end; then nothing has changed
 */
export async function swapDatabases(
  server: ServerConnection,
  { url, name, replacement, before }: { url: string; name: string; replacement: string; before: string },
): Promise<void> {
  const helper = await connectToServer(url);
  let ending: Promise<unknown> = Promise.resolve();
  const end = () => {
    ending = helper
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1) and pid <> pg_backend_pid()',
        [[name, replacement]],
      )
      // what may not be ended, the renaming tells
      .catch(() => undefined);
  };
  // a renaming locks its database first: so who is ended cannot come back, and one that comes later waits
  const timer = setInterval(end, END_SESSIONS_EVERY_MS);
  try {
    await server.query('begin');
    await server.query(`set local lock_timeout = ${SWAP_WAITS_MS}`);
    await server.query(`alter database ${pg.escapeIdentifier(name)} rename to ${pg.escapeIdentifier(before)}`);
    await server.query(`alter database ${pg.escapeIdentifier(replacement)} rename to ${pg.escapeIdentifier(name)}`);
    await server.query('commit');
  } catch (error) {
    await server.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
    await ending;
    await helper.end();
  }
}

/** Who is connected to a database, in words. */
export async function listSessions(server: ServerConnection, name: string): Promise<string[]> {
  const { rows } = await server.query<{ session: string }>(
    `select coalesce(nullif(application_name, ''), 'a program') || ' as ' || coalesce(usename, backend_type) as session
     from pg_stat_activity where datname = $1`,
    [name],
  );
  return rows.map(({ session }) => session);
}
