import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

const USER = ['id', 'email', 'is_active', 'is_admin', 'created_at', 'updated_at'] as const;

/** Makes others that lock the same thing wait until this transaction ends. */
async function lock(tx: Tx, thing: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts: ${thing}`}, 0))`.execute(tx);
}

/** Who holds this alone makes the first user. */
export function lockFirstUser(tx: Tx): Promise<void> {
  return lock(tx, 'first user');
}

/** Who holds this alone takes administrators away. */
export function lockAdmins(tx: Tx): Promise<void> {
  return lock(tx, 'administrators');
}

export async function hasUsers(q: Queries): Promise<boolean> {
  return (await q.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function findCredentials(q: Queries, key: string) {
  return q
    .selectFrom('users')
    .select(['id', 'is_active', 'password_hash'])
    .where('email_key', '=', key)
    .executeTakeFirst();
}

/** The user as of now; nobody changes the row until this transaction ends. */
export function findUserForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('users')
    .select([...USER, 'password_hash'])
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

export async function countActiveAdmins(q: Queries): Promise<number> {
  const admins = q.selectFrom('users').where('is_admin', '=', true).where('is_active', '=', true);
  return (await admins.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

export interface NewUser {
  readonly email: string;
  readonly email_key: string;
  readonly password_hash: string;
  readonly is_admin: boolean;
}

/** The new user; undefined when the address is taken. */
export function insertUser(q: Queries, user: NewUser) {
  const insert = q
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing());
  return insert.returning(USER).executeTakeFirst();
}

export function updateUserActive(tx: Tx, id: number, is_active: boolean) {
  const update = tx.updateTable('users').set({ is_active, updated_at: sql<Date>`now()` }).where('id', '=', id);
  return update.returning(USER).executeTakeFirstOrThrow();
}

export async function updatePassword(tx: Tx, id: number, password_hash: string): Promise<void> {
  const update = tx.updateTable('users').set({ password_hash, updated_at: sql<Date>`now()` });
  await update.where('id', '=', id).execute();
}

/** The same password under another hash: no change that `updated_at` would tell of. */
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

/** Who holds this alone counts attempts of this address and at this e-mail; everybody takes the two in this order. */
export async function lockAttempts(tx: Tx, { email_key, address }: CountedAttempt): Promise<void> {
  await lock(tx, `attempts from ${address}`);
  await lock(tx, `attempts at ${email_key}`);
}

/** An attempt that is still under way after this time was left behind by a process that ended; it counts as failed. */
const UNDER_WAY_SECONDS = 10;

/**
 * Whole seconds until both limits let an attempt through, counting failed attempts, and those under way too where that is asked for; null
 * when they do now.
 */
export async function secondsUntilAttempt(
  tx: Tx,
  { email_key, address }: CountedAttempt,
  limits: { email: number; address: number; windowSeconds: number },
  { underWayToo }: { underWayToo: boolean },
): Promise<number | null> {
  // a limit of n lets one through as soon as its n-th newest attempt has left the window; the clock, not the transaction's start,
  // because this transaction waited for its locks
  const counts = underWayToo
    ? sql`true`
    : sql`(has_failed or attempted_at < now - make_interval(secs => ${UNDER_WAY_SECONDS}))`;
  const { rows } = await sql<{ seconds: number | null }>`
    with settings as (select clock_timestamp() as now, make_interval(secs => ${limits.windowSeconds}) as width)
    select greatest(1, ceil(extract(epoch from max(attempted_at) + width - now)))::int as seconds
    from settings, lateral (
      -- an attempt in the future was made before the clock was set back, and has left the window
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
