import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { AutomaticUser } from './due.ts';

/** Active users with scheduled runs, an enabled scholar and no active run. */
const automaticUsers = sql`
  select o.user_id as "userId", o.run_interval_minutes as "intervalMinutes", clock_timestamp() as now,
    r.id as "lastRunId", r.start_dt as "lastStartedAt"
  from user_settings o join users u on u.id = o.user_id
  left join lateral (select id, start_dt from runs where user_id = o.user_id order by id desc limit 1) r on true
  where o.auto_run_enabled and u.is_active
    and exists (select from scholars s where s.user_id = o.user_id and s.is_enabled)
    and not exists (select from runs a where a.user_id = o.user_id and a.status in ('running', 'resolving'))`;

type Row = Omit<AutomaticUser, 'lastRun'> & { readonly lastRunId: number | null; readonly lastStartedAt: Date | null };

const toUser = ({ lastRunId, lastStartedAt, ...user }: Row): AutomaticUser => ({
  ...user,
  lastRun: lastRunId === null || lastStartedAt === null ? null : { id: lastRunId, startedAt: lastStartedAt },
});

/** Users with scheduled runs and no active run, ordered by the start of their last run, oldest first. */
export async function listAutomaticUsers(db: Queries): Promise<AutomaticUser[]> {
  const { rows } = await sql<Row>`${automaticUsers} order by r.start_dt nulls first, o.user_id`.execute(db);
  return rows.map(toUser);
}

export async function findAutomaticUser(tx: Tx, userId: number): Promise<AutomaticUser | undefined> {
  const { rows } = await sql<Row>`${automaticUsers} and o.user_id = ${userId}`.execute(tx);
  return rows.map(toUser)[0];
}

/**
 * Locks a user's schedule for the rest of the transaction. Returns false without waiting if another transaction holds
 * the lock. Only later statements see what that transaction did.
 */
export async function lockSchedule(tx: Tx, userId: number): Promise<boolean> {
  const lock = sql`select from user_settings where user_id = ${userId} for update skip locked`;
  return (await lock.execute(tx)).rows.length === 1;
}
