import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

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
