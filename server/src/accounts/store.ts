import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { isUsable } from './usable-account-store.ts';

const USER = ['id', 'email', 'is_active', 'is_admin', 'created_at', 'updated_at', 'temporary_password_until'] as const;
const usable = isUsable().as('is_usable');

/** How long a password works that an administrator set for another user. */
const TEMPORARY_DAYS = 7;
const temporaryUntil = sql<Date>`now() + make_interval(days => ${TEMPORARY_DAYS})`;

/** Holds an advisory lock until this transaction ends. */
async function lock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.accounts}, hashtext(${name}))`.execute(tx);
}

/** A transaction holds this lock while it creates the first user. */
export function lockFirstUser(tx: Tx): Promise<void> {
  return lock(tx, 'first user');
}

/** A transaction holds this lock while it deactivates an administrator. */
export function lockAdmins(tx: Tx): Promise<void> {
  return lock(tx, 'administrators');
}

export async function hasUsers(q: Queries): Promise<boolean> {
  return (await q.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function findCredentials(q: Queries, key: string) {
  return q
    .selectFrom('users')
    .select(['id', 'is_active', 'password_hash', usable])
    .where('email_key', '=', key)
    .executeTakeFirst();
}

export async function findEmail(q: Queries, id: number): Promise<string | undefined> {
  return (await q.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email;
}

/** Reads and locks a user's row, so that it does not change until this transaction ends. */
export function findUserForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('users')
    .select([...USER, 'password_hash', usable])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function listUsers(q: Queries, window: { limit: number; offset: number }) {
  const [users, { total_count }] = await Promise.all([
    q.selectFrom('users').select(USER).orderBy('id').limit(window.limit).offset(window.offset).execute(),
    q
      .selectFrom('users')
      .select((e) => e.fn.countAll<number>().as('total_count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { users, total_count };
}

/** Returns the emails of active administrators, the oldest accounts first. */
export async function listAdminEmails(q: Queries, { limit }: { limit: number }): Promise<string[]> {
  const admins = q.selectFrom('users').select('email').where('is_admin', '=', true).where('is_active', '=', true);
  return (await admins.orderBy('id').limit(limit).execute()).map(({ email }) => email);
}

export async function countActiveAdmins(q: Queries): Promise<number> {
  const admins = q.selectFrom('users').where('is_admin', '=', true).where('is_active', '=', true);
  return (await admins.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

export interface NewUser {
  readonly email: string;
  readonly email_key: string;
  readonly password_hash: string;
  readonly is_admin: boolean;
  /** an administrator set the password for another user */
  readonly isTemporary: boolean;
}

/** Returns the new user; undefined if the address is taken. */
export function insertUser(q: Queries, { isTemporary, ...user }: NewUser) {
  const insert = q
    .insertInto('users')
    .values({ ...user, temporary_password_until: isTemporary ? temporaryUntil : null })
    .onConflict((conflict) => conflict.column('email_key').doNothing());
  return insert.returning(USER).executeTakeFirst();
}

export function updateUserActive(tx: Tx, id: number, is_active: boolean) {
  const update = tx.updateTable('users').set({ is_active, updated_at: sql<Date>`now()` }).where('id', '=', id);
  return update.returning(USER).executeTakeFirstOrThrow();
}

export async function updatePassword(
  tx: Tx,
  id: number,
  { password_hash, isTemporary }: Pick<NewUser, 'password_hash' | 'isTemporary'>,
): Promise<void> {
  const temporary_password_until = isTemporary ? temporaryUntil : null;
  const update = tx.updateTable('users').set({ password_hash, temporary_password_until, updated_at: sql<Date>`now()` });
  await update.where('id', '=', id).execute();
}

/** Replaces the hash of an unchanged password. The user did not change, so `updated_at` stays as it is. */
export async function updatePasswordHash(tx: Tx, id: number, password_hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
}

export async function insertSetupToken(tx: Tx, token_hash: Buffer): Promise<void> {
  await tx.insertInto('setup_tokens').values({ token_hash }).execute();
}

export async function hasSetupToken(q: Queries, tokenHash: Buffer): Promise<boolean> {
  const token = q.selectFrom('setup_tokens').select('token_hash').where('token_hash', '=', tokenHash);
  return (await token.executeTakeFirst()) !== undefined;
}

export async function deleteSetupTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom('setup_tokens').execute();
}

interface CountedAttempt {
  readonly email_key: string;
  readonly address: string;
}

/** Locks the attempts of an address and of an email, always in this order, so that two transactions never deadlock. */
export async function lockAttempts(tx: Tx, { email_key, address }: CountedAttempt): Promise<void> {
  await lock(tx, `attempts from ${address}`);
  await lock(tx, `attempts at ${email_key}`);
}

/** An attempt that is still under way after this time belongs to a process that ended. It counts as failed. */
const UNDER_WAY_SECONDS = 10;

/**
 * Returns the whole seconds until both limits allow an attempt; null if they allow it now. Failed attempts count, and
 * with `underWayToo` also those under way.
 */
export async function secondsUntilAttempt(
  tx: Tx,
  { email_key, address }: CountedAttempt,
  limits: { email: number; address: number; windowSeconds: number },
  { underWayToo }: { underWayToo: boolean },
): Promise<number | null> {
  // with a limit of n, an attempt is allowed once the n-th newest one has left the window; clock_timestamp() because
  // the transaction waited for its locks after now()
  const counts = underWayToo
    ? sql`true`
    : sql`(has_failed or attempted_at < now - make_interval(secs => ${UNDER_WAY_SECONDS}))`;
  const { rows } = await sql<{ seconds: number | null }>`
    with settings as (select clock_timestamp() as now, make_interval(secs => ${limits.windowSeconds}) as width)
    select greatest(1, ceil(extract(epoch from max(attempted_at) + width - now)))::int as seconds
    from settings, lateral (
      -- an attempt in the future was made before the clock was set back, so it does not count
      (select attempted_at from login_attempts
       where email_key = ${email_key} and attempted_at > now - width and attempted_at <= now and ${counts}
       order by attempted_at desc offset ${limits.email - 1} limit 1)
      union all
      (select attempted_at from login_attempts
       where address = ${address} and attempted_at > now - width and attempted_at <= now and ${counts}
       order by attempted_at desc offset ${limits.address - 1} limit 1)
    ) last_to_leave
    group by now, width`.execute(tx);
  return rows[0]?.seconds ?? null;
}

export async function insertAttempt(tx: Tx, attempt: CountedAttempt): Promise<number> {
  return (await tx.insertInto('login_attempts').values(attempt).returning('id').executeTakeFirstOrThrow()).id;
}

export async function markAttemptFailed(q: Queries, id: number): Promise<void> {
  await q.updateTable('login_attempts').set({ has_failed: true }).where('id', '=', id).execute();
}

export async function deleteAttempt(q: Queries, id: number): Promise<void> {
  await q.deleteFrom('login_attempts').where('id', '=', id).execute();
}

export async function deleteOldAttempts(q: Queries, windowSeconds: number): Promise<void> {
  await sql`
    delete from login_attempts
    where attempted_at <= clock_timestamp() - make_interval(secs => ${windowSeconds}) or attempted_at > clock_timestamp()`.execute(
    q,
  );
}
