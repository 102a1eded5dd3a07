import { CompiledQuery, sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { usableText } from './usable-account-store.ts';

interface NewSession {
  readonly user_id: number;
  readonly token_hash: Buffer;
  readonly user_agent: string | null;
  readonly client_address: string;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

interface SessionRow extends SessionUser {
  readonly token_hash: Buffer;
  readonly is_stale: boolean;
  readonly is_recent: boolean;
}

const FIND_SESSIONS = `
  select sessions.token_hash,
    sessions.touched_at not between now() - interval '1 hour' and now() or coalesce(sessions.confirmed_at > now(), false) as is_stale,
    coalesce(sessions.confirmed_at between now() - interval '1 hour' and now(), false) as is_recent,
    users.id, users.email, users.is_admin, users.is_active,
    users.temporary_password_until is not null as has_temporary_password
  from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = any($1) and ${usableText('users')}
    and sessions.touched_at > now() - make_interval(days => $2) and sessions.created_at > now() - make_interval(days => $3)`;

/**
 * Returns the users of sessions that have not expired and whose accounts may be used. `is_stale` is true an hour after
 * a session was last touched, or if the clock was set back since. `is_recent` is true for an hour after the user gave
 * the password. Each request runs this, so the statement is a finished text: building it would take longer than running
 * it.
 */
export async function findSessions(
  q: Queries,
  tokenHashes: readonly Buffer[],
  { idleDays, days }: { idleDays: number; days: number },
): Promise<readonly SessionRow[]> {
  const query = CompiledQuery.raw(FIND_SESSIONS, [tokenHashes, idleDays, days]);
  return (await q.executeQuery<SessionRow>(query)).rows;
}

const MAX_LISTED_SESSIONS = 200;

/** Returns a user's sessions that have not expired. */
export function listSessions(
  q: Queries,
  { userId, currentHash, idleDays, days }: { userId: number; currentHash: Buffer; idleDays: number; days: number },
) {
  const expiresAt = sql<Date>`least(touched_at + make_interval(days => ${idleDays}), created_at + make_interval(days => ${days}))`;
  return q
    .selectFrom('sessions')
    .select(['id', 'created_at', 'touched_at as last_seen_at', 'user_agent', 'client_address'])
    .select([expiresAt.as('expires_at'), sql<boolean>`token_hash = ${currentHash}`.as('is_current')])
    .where('user_id', '=', userId)
    .where(expiresAt, '>', sql<Date>`now()`)
    .orderBy('is_current', 'desc')
    .orderBy('touched_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_SESSIONS)
    .execute();
}

/**
 * Saves the time of use. If the clock was set back, the session's start becomes now, so that the session does not last
 * longer, and the password is needed again where it must have been given recently.
 */
export async function touchSession(q: Queries, tokenHash: Buffer): Promise<void> {
  const createdAt = sql<Date>`least(created_at, now())`;
  await q
    .updateTable('sessions')
    .set({
      touched_at: sql<Date>`now()`,
      created_at: createdAt,
      confirmed_at: sql<Date | null>`case when confirmed_at <= now() then confirmed_at end`,
    })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Saves that the user gave the password of this session now. */
export async function confirmSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  const confirmed = { confirmed_at: sql<Date>`now()` };
  await tx.updateTable('sessions').set(confirmed).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSession(q: Queries, tokenHash: Buffer): Promise<void> {
  await q.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Returns the hash of the session's token; undefined if the user has no such session. */
export async function deleteOwnSession(q: Queries, userId: number, id: number): Promise<Buffer | undefined> {
  const deleted = q.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).returning('token_hash');
  return (await deleted.executeTakeFirst())?.token_hash;
}

export async function deleteSessionsOf(tx: Tx, userId: number, exceptTokenHash: Buffer | null): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptTokenHash) sessions = sessions.where('token_hash', '!=', exceptTokenHash);
  await sessions.execute();
}

export async function deleteOldSessions(
  q: Queries,
  { idleDays, days }: { idleDays: number; days: number },
): Promise<void> {
  await q
    .deleteFrom('sessions')
    .where((e) =>
      e.or([
        e('touched_at', '<=', sql<Date>`now() - make_interval(days => ${idleDays})`),
        e('created_at', '<=', sql<Date>`now() - make_interval(days => ${days})`),
      ]),
    )
    .execute();
}

/** of each kind */
const MAX_LISTED = 50;
const KEPT_DAYS = 90;

/** SQL condition for the index on sign-ins, which the planner uses only with these words. */
const isSignIn = sql<boolean>`action like 'account.sign-in%'`;

/**
 * Returns the latest attempts to sign in to a user's account: at most 50 that succeeded and 50 that failed, because
 * whoever knows the email can fail as often as they like, and must not hide a sign-in that way. Confirmations are for
 * administrators.
 */
export async function listOwnSignIns(q: Queries, userId: number) {
  const latest = (action: 'account.sign-in' | 'account.sign-in-failed') =>
    q
      .selectFrom('audit_log')
      .select(['id', 'created_at as attempted_at'])
      .select([
        sql.lit(action === 'account.sign-in').as('succeeded'),
        sql<string | null>`after ->> 'user_agent'`.as('user_agent'),
        sql<string | null>`after ->> 'client_address'`.as('client_address'),
      ])
      .where('user_id', '=', userId)
      .where(isSignIn)
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute();
  const [succeeded, failed] = await Promise.all([latest('account.sign-in'), latest('account.sign-in-failed')]);
  return [...succeeded, ...failed].sort((a, b) => b.id - a.id);
}

/** Deletes the sign-ins that are too old, with the addresses in them. What else the audit log has stays. */
export async function deleteOldSignIns(q: Queries): Promise<void> {
  const oldest = sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`;
  await q.deleteFrom('audit_log').where(isSignIn).where('created_at', '<', oldest).execute();
}
