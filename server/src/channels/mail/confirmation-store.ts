import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/database/database.ts';

/** A channel whose address has not agreed. */
export interface UnconfirmedChannel {
  readonly userId: number;
  readonly userEmail: string;
  readonly target: Buffer;
  readonly origin: string;
}

/** The mail channel with this id; undefined if it is confirmed or was deleted. */
export async function findUnconfirmed(db: Queries, channelId: number): Promise<UnconfirmedChannel | undefined> {
  const { rows } = await sql<UnconfirmedChannel>`
    select c.user_id as "userId", u.email as "userEmail", c.target, c.origin from channels c join users u on u.id = c.user_id
    where c.id = ${channelId} and c.kind = 'mail' and c.confirmed_at is null`.execute(db);
  return rows[0];
}

/**
 * Counts one more mail, unless the user sent `maxOfUser` or the address got `maxOfAddress` within a day. Returns the
 * clock in milliseconds since 1970; null if a limit is reached.
 */
export async function countConfirmationMail(
  tx: Tx,
  mail: { userId: number; addressKey: Buffer; maxOfUser: number; maxOfAddress: number },
): Promise<number | null> {
  await sql`lock table confirmation_mails in share row exclusive mode`.execute(tx);
  await sql`delete from confirmation_mails where sent_at < clock_timestamp() - interval '1 day'`.execute(tx);
  const { rows } = await sql<{ now: number }>`
    insert into confirmation_mails (user_id, address_key)
    select ${mail.userId}, ${mail.addressKey}
    where (select count(*) from confirmation_mails where user_id = ${mail.userId}) < ${mail.maxOfUser}
      and (select count(*) from confirmation_mails where address_key = ${mail.addressKey}) < ${mail.maxOfAddress}
    returning (extract(epoch from sent_at) * 1000)::bigint as now`.execute(tx);
  return rows[0]?.now ?? null;
}
