import { type RawBuilder, sql } from 'kysely';

// How processes share the rows of a work table: a row has `claimed_until` and `claim_number`. A claim is never
// extended. If its process dies, it expires, and another process claims the row. `claim_number` grows with each claim,
// so it is the fencing token: a write with an old one changes nothing. `WorkLoop.runClaimed` runs the work of a claim.

/**
 * The last request begins within {@link BEGIN_WITHIN_MS}. The rest of the claim covers the longest wait for a request
 * slot, the longest request, and the transaction that saves its result.
 */
export const CLAIM_SECONDS = 45;
export const BEGIN_WITHIN_MS = 10_000;

/** When a claim that is made now expires. */
export const claimEnd = sql`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`;

/** Whether a row is claimed. `row`: the alias of its table */
export function isClaimed(row: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${row}.claimed_until`)} > clock_timestamp()`;
}

/** The assignments of an `update` that claims a row. */
export function claimRow(row: string): RawBuilder<unknown> {
  return sql`claim_number = ${sql.ref(`${row}.claim_number`)} + 1, claimed_until = ${claimEnd}`;
}
