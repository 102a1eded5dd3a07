import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

/** What a backup needs to know about the database. */
export interface DumpSource {
  readonly name: string;
  /** major version of the server */
  readonly major: number;
  readonly hasData: boolean;
}

export async function readSource(url: string): Promise<DumpSource> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lectern backup',
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<DumpSource>(`
      select current_database()::text as name, current_setting('server_version_num')::int / 10000 as major,
        to_regclass('public.kysely_migration') is not null as "hasData"`);
    return one(rows, 'the source of a dump');
  } finally {
    await client.end();
  }
}

/** What a restore needs to know about the database that it fills. */
interface Target {
  readonly name: string;
  readonly role: string;
  /** whether the role may replace the schema `public` */
  readonly ownsIt: boolean;
  readonly hasTables: boolean;
  /** null: no migration */
  readonly oldestMigration: string | null;
  readonly users: number;
  readonly publications: number;
}

export async function readTarget(db: Database): Promise<Target> {
  const { rows } = await sql<Pick<Target, 'name' | 'role' | 'ownsIt' | 'hasTables'>>`
    select current_database()::text as name, current_user::text as role,
      pg_has_role(d.datdba, 'usage')
        and not exists (select from pg_namespace n where n.nspname = 'public' and not pg_has_role(n.nspowner, 'usage')) as "ownsIt",
      exists (select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'm', 'f')) as "hasTables"
    from pg_database d where d.datname = current_database()`.execute(db);
  const oldest = await readOne(db, 'public.kysely_migration', 'min(name)');
  return {
    ...one(rows, 'the database itself'),
    oldestMigration: oldest === null ? null : String(oldest),
    users: Number(await readOne(db, 'public.users', 'count(*)')),
    publications: Number(await readOne(db, 'public.publications', 'count(*)')),
  };
}

/** Returns null if the table does not exist. */
async function readOne(db: Database, table: string, expression: string): Promise<unknown> {
  const there = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db);
  if (!one(there.rows, 'whether a table exists').found) return null;
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value from ${sql.raw(table)}`.execute(
    db,
  );
  return one(rows, `${expression} of ${table}`).value;
}

const others = sql`pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Describes the other sessions on this database, such as `lectern (role ada, 16 sessions)`. */
export async function listOtherSessions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ session: string }>`
    select format('%s (role %s%s, %s)', coalesce(nullif(application_name, ''), 'unnamed'), usename, ' from ' || host(client_addr),
      case count(*) when 1 then '1 session' else count(*) || ' sessions' end) as session
    from ${others} group by application_name, usename, client_addr order by 1`.execute(db);
  return rows.map(({ session }) => session);
}

/** How often the other sessions are ended until their locks are gone. Services connect again at once. */
const MAX_ATTEMPTS = 10;

/** Moves the old data out of the way, inside the transaction: other sessions see it under its name until the commit. */
export async function putAside(db: Database): Promise<void> {
  await sql`drop schema if exists lectern_replaced cascade`.execute(db);
  await sql`alter schema public rename to lectern_replaced`.execute(db);
  await sql`create schema public`.execute(db);
  // as PostgreSQL creates it
  await sql`grant usage on schema public to public`.execute(db);
}

/**
 * Drops the old data. It ends the other sessions, because a transaction that has used the old tables must not go on
 * with the new ones. Later sessions wait until the commit.
 */
export async function dropReplaced(db: Database): Promise<void> {
  // the checks have set limits of their own
  await sql`select set_config('lock_timeout', '5s', true), set_config('statement_timeout', '0', true)`.execute(db);
  for (let attempt = 1; ; attempt += 1) {
    await sql`select pg_terminate_backend(pid, 1000) from ${others}`.execute(db);
    try {
      await db.transaction().execute((tx) => sql`drop schema lectern_replaced cascade`.execute(tx));
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      // lock_not_available and deadlock_detected: a new session was faster
      if ((code !== '55P03' && code !== '40P01') || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Invalidates all claims, because a worker that claimed an item in the old database must not save its result for the
 * item with the same id in the new one. Items that were claimed when the dump was made can be claimed again.
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
 * Makes channels announce only what happens after the restore. What the backup had not announced yet, and what the
 * first crawls find, may have been announced after the backup was made. The numbers of events and of library entries go
 * on far above those that readers may have seen, because feeds name entries by them.
 */
export async function discardUnannounced(db: Database): Promise<void> {
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
