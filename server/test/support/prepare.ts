// What a test prepares and no request can: time that has passed, cooldowns, and users as they are after weeks.
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { Client } from './client.ts';

/** The times that tests move, as `table.column`. */
type Time =
  | 'api_tokens.expires_at'
  | 'api_tokens.last_used_at'
  | 'audit_log.created_at'
  | 'enrichment.last_attempt_at'
  | 'enrichment.next_attempt_at'
  | 'enrichment.resolved_at'
  | 'fetched_images.due_at'
  | 'login_attempts.attempted_at'
  | 'name_searches.expires_at'
  | 'profiles.author_ids_counted_at'
  | 'profiles.crawled_at'
  | 'profiles.fully_crawled_at'
  | 'profiles.rows_missed_since'
  | 'queue_items.next_attempt_at'
  | 'queue_items.updated_at'
  | 'runs.end_dt'
  | 'runs.start_dt'
  | 'sessions.confirmed_at'
  | 'sessions.created_at'
  | 'sessions.touched_at'
  | 'stored_rules.deleted_at'
  | 'stored_tags.deleted_at'
  | 'stored_views.deleted_at'
  | 'users.temporary_password_until';

/**
 * Moves a time so far into the past, in the row with this id or in all. A negative interval moves it into the future, as
 * if the clock had been set back.
 */
export async function age(db: Database, time: Time, interval: string, id: number | null = null): Promise<void> {
  const [table = '', name = ''] = time.split('.');
  const column = sql.ref(name);
  const rows = id === null ? sql`true` : sql`id = ${id}`;
  await sql`update ${sql.table(table)} set ${column} = ${column} - ${interval}::interval where ${rows}`.execute(db);
}

/** Begins a cooldown of a source, or ends it with a negative number of seconds. */
export async function pauseSource(db: Database, source: string, seconds = 3600): Promise<void> {
  await sql`
    insert into source_states (source, cooldown_until, cooldown_reason, cooldown_step, cooldown_entered_at)
    values (${source}, now() + make_interval(secs => ${seconds}), 'blocked_failure_threshold_exceeded', 1, now())
    on conflict (source, credential) do update set cooldown_until = excluded.cooldown_until,
      cooldown_reason = excluded.cooldown_reason`.execute(db);
}

/** Lets the responses of sources expire. */
export async function forgetResponses(db: Database): Promise<void> {
  await sql`delete from source_responses`.execute(db);
}

/** What a source says of a publication, besides the list of its author. */
export async function addMetadata(
  db: Database,
  publicationId: number,
  source: string,
  {
    abstract = null,
    authors = [],
  }: { abstract?: string | null; authors?: readonly { name: string; family: string | null }[] },
): Promise<void> {
  await sql`
    insert into publication_metadata (publication_id, source, fetched_at, abstract, authors, has_all_authors)
    values (${publicationId}, ${source}, now(), ${abstract}, ${JSON.stringify(authors)}, true)`.execute(db);
}

/** Sets the delay between two requests of a user to Google Scholar; one has just been sent. */
export async function delayRequests(db: Database, client: Client & { userId: number }, seconds: number): Promise<void> {
  await client.ok('PUT', '/settings', { body: { request_delay_seconds: seconds } });
  await sql`update user_request_slots set last_request_at = now() where user_id = ${client.userId}`.execute(db);
}

/** Changes a user as administrators and the operator do, without ending sessions. */
export async function changeUser(
  db: Database,
  userId: number,
  change: { password_hash?: string; is_active?: boolean; is_admin?: boolean },
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', userId).execute();
}

/** A size of the database, as administrators see it. */
export async function sizeOf(admin: Client, name: 'publications' | 'links' | 'open_lookups'): Promise<number> {
  const { checks } = await admin.ok('GET', '/admin/db/integrity');
  return checks.find((check: { name: string }) => check.name === name).count;
}
