import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { LOCKS } from '../platform/database/advisory-locks.ts';
import type { Database } from '../platform/database/database.ts';
import { KEEP_ALIVE, sessionSettings } from '../platform/database/session-settings.ts';
import { withDatabase } from './postgres-tools.ts';

/** A connection to the server on which databases are created, renamed and dropped. */
export type ServerConnection = pg.Client;

/** If another session holds a lock on the database longer than this, the swap fails. */
const SWAP_LOCK_TIMEOUT_MS = 15_000;
const END_SESSIONS_INTERVAL_MS = 100;

async function connect(url: string, name: string): Promise<pg.Client> {
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

async function withConnection<T>(url: string, name: string, read: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url, name);
  try {
    return await read(client);
  } finally {
    await client.end();
  }
}

/** Connects to a database that the restore does not rename. Not every server has a database named postgres. */
export async function connectToServer(url: string): Promise<ServerConnection> {
  return connect(withDatabase(url, 'postgres'), 'lectern restore').catch((error: Error & { code?: string }) => {
    if (error.code !== '3D000' && error.code !== '42501') throw error;
    return connect(withDatabase(url, 'template1'), 'lectern restore');
  });
}

/** What a backup needs to know about the database. */
export interface DumpSource {
  readonly name: string;
  /** major version of the server */
  readonly major: number;
  readonly hasData: boolean;
}

export async function readSource(url: string): Promise<DumpSource> {
  const { rows } = await withConnection(url, 'lectern backup', (client) =>
    client.query<DumpSource>(`
      select current_database()::text as name, current_setting('server_version_num')::int / 10000 as major,
        to_regclass('public.kysely_migration') is not null as "hasData"`),
  );
  if (!rows[0]) throw new Error('a select without a table returns a row');
  return rows[0];
}

/** What a restore needs to know about the database that it replaces. */
export interface Target {
  readonly name: string;
  readonly role: string;
  readonly mayCreate: boolean;
  readonly ownsIt: boolean;
  /** whether SQL of this role can run programs or reach files of the server, or give itself that right */
  readonly isPrivileged: boolean;
  readonly mayCreateRoles: boolean;
  /** schemas with tables, except those of extensions */
  readonly schemas: readonly string[];
  /** null: no migration */
  readonly oldestMigration: string | null;
  readonly users: number;
  readonly publications: number;
}

export async function readTarget(url: string): Promise<Target> {
  return withConnection(url, 'lectern restore', async (client) => {
    const { rows } = await client.query<Omit<Target, 'users' | 'publications' | 'oldestMigration'>>(`
      select current_database() as name, current_user::text as role, r.rolsuper or r.rolcreatedb as "mayCreate",
        pg_has_role(d.datdba, 'usage') as "ownsIt",
        r.rolsuper or r.rolcreaterole as "mayCreateRoles",
        exists (
          select from pg_roles p where pg_has_role(p.oid, 'member')
            and (p.rolsuper or p.rolcreaterole or p.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))
        ) as "isPrivileged",
        array(
          select distinct n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
            and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
          order by 1) as schemas
      from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`);
    if (!rows[0]) throw new Error('the database does not list itself');
    const oldest = await readOne(client, 'public.kysely_migration', 'min(name)');
    return {
      ...rows[0],
      oldestMigration: oldest === null ? null : String(oldest),
      users: Number(await readOne(client, 'public.users', 'count(*)')),
      publications: Number(await readOne(client, 'public.publications', 'count(*)')),
    };
  });
}

/** Returns null if the table does not exist. */
async function readOne(client: pg.Client, table: string, expression: string): Promise<unknown> {
  const there = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table]);
  if (!there.rows[0]?.found) return null;
  return (await client.query<{ value: unknown }>(`select ${expression} as value from ${table}`)).rows[0]?.value ?? null;
}

/** Returns the migrations recorded in a loaded database, the oldest first; empty if it is not a Lectern database. */
export async function listLoadedMigrations(url: string): Promise<string[]> {
  const names = await withConnection(url, 'lectern restore', (client) =>
    readOne(client, 'public.kysely_migration', "string_agg(to_jsonb(kysely_migration)->>'name', ' ')"),
  );
  return names === null ? [] : String(names).split(' ').sort();
}

/** Takes the restore lock of a database until the connection ends. Returns false if another restore holds it. */
export async function takeRestoreLock(server: ServerConnection, name: string): Promise<boolean> {
  const { rows } = await server.query<{ got: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as got', [
    LOCKS.restore,
    name,
  ]);
  return rows[0]?.got === true;
}

/**
 * Returns the names of the databases that a restore of `name` uses: for the new one, for the old one after the swap, and for an empty one to compare the new
 * one with. They are always the same, so the next restore finds what an interrupted one left behind.
 */
export function namesBeside(name: string): { replacement: string; replaced: string; reference: string } {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return {
    replacement: `lectern_restore_${hash}`,
    replaced: `lectern_replaced_${hash}`,
    reference: `lectern_reference_${hash}`,
  };
}

/** Drops a database. Returns whether it existed. */
export async function dropDatabase(server: ServerConnection, name: string): Promise<boolean> {
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
  if (rowCount) await server.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
  return Boolean(rowCount);
}

/** A role that exists during a restore, with which an untrusted dump is loaded. */
export interface LoadingRole {
  readonly name: string;
  readonly password: string;
}

/** Creates a role that may sign in and nothing else. */
export async function createLoadingRole(server: ServerConnection, { name, password }: LoadingRole): Promise<void> {
  await server.query(`create role ${pg.escapeIdentifier(name)} login password ${pg.escapeLiteral(password)}`);
  // a role that is no superuser needs this to give the role a database, and to take its objects
  await server.query(`grant ${pg.escapeIdentifier(name)} to current_user`);
}

/** Makes the role the owner of a database, so that it may fill it. */
export async function giveDatabase(server: ServerConnection, database: string, role: string): Promise<void> {
  await server.query(`alter database ${pg.escapeIdentifier(database)} owner to ${pg.escapeIdentifier(role)}`);
}

/** Gives the role's database, with everything in it, to the role of the address, and drops the role. */
export async function takeDatabase(
  server: ServerConnection,
  { url, database, role }: { url: string; database: string; role: string },
): Promise<void> {
  // its owner can set a search path in which sessions of other roles find the owner's functions
  await server.query(`alter database ${pg.escapeIdentifier(database)} reset all`);
  await withConnection(url, 'lectern restore', async (client) => {
    await client.query(`reassign owned by ${pg.escapeIdentifier(role)} to current_user`);
    await client.query(`drop owned by ${pg.escapeIdentifier(role)}`);
  });
  await dropRole(server, role);
}

/** Drops a role if it exists. It must own nothing. */
export async function dropRole(server: ServerConnection, name: string): Promise<void> {
  // a role without CREATEROLE may not even name an absent role here
  const { rowCount } = await server.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount) await server.query(`drop role ${pg.escapeIdentifier(name)}`);
}

/** Creates an empty database with the encoding, locale and tablespace of another. */
export async function createDatabaseLike(server: ServerConnection, name: string, like: string): Promise<void> {
  // the columns of pg_database differ between versions; the default tablespace is left out, because most roles may not name it
  const { rows } = await server.query<{ statement: string }>(
    `select format('create database %I template template0 encoding %L lc_collate %L lc_ctype %L', $1::text,
         pg_encoding_to_char(d.encoding), d.datcollate, d.datctype)
       || case d.datlocprovider
         when 'i' then format(' locale_provider icu icu_locale %L', coalesce(j->>'datlocale', j->>'daticulocale'))
           || case when j->>'daticurules' is null then '' else format(' icu_rules %L', j->>'daticurules') end
         when 'b' then format(' locale_provider builtin builtin_locale %L', j->>'datlocale')
         else ' locale_provider libc' end
       || case t.spcname when 'pg_default' then '' else format(' tablespace %I', t.spcname) end as statement
     from pg_database d join pg_tablespace t on t.oid = d.dattablespace, to_jsonb(d) j where d.datname = $2`,
    [name, like],
  );
  if (!rows[0]) throw new Error(`There is no database ${like}.`);
  await server.query(rows[0].statement);
}

/** Copies the settings (ALTER DATABASE … SET) of the database `from`. Returns those that this role may not set. */
export async function copySettings(url: string, from: string): Promise<string[]> {
  return withConnection(url, 'lectern restore', async (client) => {
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
  });
}

/**
 * Renames `name` to `replaced` and `replacement` to `name` in one transaction, so the name always exists. It ends all sessions on both databases.
 * @throws PostgreSQL's error if a session cannot be ended. Then nothing has changed.
 */
export async function swapDatabases(
  server: ServerConnection,
  { url, name, replacement, replaced }: { url: string; name: string; replacement: string; replaced: string },
): Promise<void> {
  const helper = await connectToServer(url);
  let ending: Promise<unknown> = Promise.resolve();
  const endSessions = () => {
    ending = helper
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1) and pid <> pg_backend_pid()',
        [[name, replacement]],
      )
      // if this role may not end a session, the rename fails and reports it
      .catch(() => undefined);
  };
  // a rename locks its database first, so sessions that were ended cannot reconnect
  const timer = setInterval(endSessions, END_SESSIONS_INTERVAL_MS);
  try {
    await server.query('begin');
    await server.query(`set local lock_timeout = ${SWAP_LOCK_TIMEOUT_MS}`);
    await server.query(`alter database ${pg.escapeIdentifier(name)} rename to ${pg.escapeIdentifier(replaced)}`);
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

/**
 * Invalidates all claims, because a worker that claimed an item in the old database must not save its result for the item with the same id in the
 * new one. Items that were claimed when the dump was made can be claimed again.
 */
export async function voidClaims(db: Database): Promise<void> {
  await sql`
    update queue_items set claim_number = claim_number + 1 + floor(random() * 1e6)::int, claimed_until = null,
      status = case status when 'retrying' then 'queued' else status end`.execute(db);
  await sql`update enrichment set step_number = step_number + 1 + floor(random() * 1e6)::int where source is not null`.execute(
    db,
  );
  await sql`update background_work set claim_number = claim_number + 1 + floor(random() * 1e6)::int, claimed_until = now()`.execute(
    db,
  );
}

/**
 * Makes channels tell only what happens after the restore. What the backup had not told yet, and what the first crawls find, may have been told after the
 * backup was made. The numbers of events and of library entries go on far above those that readers may have seen, because feeds name entries by them.
 */
export async function forgetUntold(db: Database): Promise<void> {
  await sql`
    update events e set number = n.last_number + f.place
    from event_numbers n, (select id, row_number() over (order by id) as place from events where number is null) f where e.id = f.id`.execute(
    db,
  );
  await sql`update event_numbers set last_number = last_number + 1000000000`.execute(db);
  await sql`update libraries set last_entry_number = last_entry_number + 1000000000`.execute(db);
  // the links in mails that were sent after the backup name these
  await sql`
    select setval(s.name, nextval(s.name) + 1000000000)
    from unnest(array['channels', 'deliveries']) as t (name), pg_get_serial_sequence(t.name, 'id') as s (name)`.execute(
    db,
  );
  await sql`
    update channels set told_number = (select last_number from event_numbers), claim_number = claim_number + 1 + floor(random() * 1e6)::int,
      claimed_until = '-infinity', next_at = case when schedule ->> 'frequency' = 'at_once' then null else next_at end`.execute(
    db,
  );
  await sql`
    update deliveries set status = 'unconfirmed', ended_at = now(),
      error = 'A backup was restored before this message was sent. It may have been sent after the backup was made.'
    where status in ('waiting', 'handed_over')`.execute(db);
  await sql`update scholar_profiles set tells_news = false`.execute(db);
}

/** Collects the planner's statistics. A dump does not contain them, and without them the first queries are slow. */
export async function gatherStatistics(db: Database): Promise<void> {
  await sql`analyze`.execute(db);
}
