import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { CooldownReason } from './cooldown.ts';

export interface SourceState {
  /** the database's clock: the one clock that all replicas share */
  readonly now: Date;
  readonly lastRequestAt: Date | null;
  readonly cooldownUntil: Date | null;
  readonly cooldownReason: CooldownReason | null;
  /** when the last cooldown that a block started ends, or ended */
  readonly blockedUntil: Date | null;
  readonly cooldownStep: number;
  readonly blockedInARow: number;
  readonly unreachableInARow: number;
  /** the earliest time for the next request, where requests are planned ahead (`pace.ts`) */
  readonly nextRequestAt: Date | null;
  /** the distance between requests that the source's own headers ask for */
  readonly toldIntervalSeconds: number | null;
  readonly toldConcurrency: number | null;
}

const columns = sql`
  clock_timestamp() as now, last_request_at as "lastRequestAt", cooldown_until as "cooldownUntil", cooldown_reason as "cooldownReason",
  cooldown_step as "cooldownStep", blocked_until as "blockedUntil", blocked_in_a_row as "blockedInARow", unreachable_in_a_row as "unreachableInARow",
  next_request_at as "nextRequestAt", told_interval_seconds as "toldIntervalSeconds", told_concurrency as "toldConcurrency"`;

export async function findSourceState(db: Queries, source: string): Promise<SourceState | undefined> {
  const { rows } = await sql<SourceState>`select ${columns} from source_states where source = ${source}`.execute(db);
  return rows[0];
}

/** Locks the source's row for the rest of the transaction, and reads the clock then. Whoever needs other locks too takes this one first. */
export async function lockSourceState(tx: Tx, source: string): Promise<SourceState> {
  const lock = sql<SourceState>`
    with locked as materialized (select * from source_states where source = ${source} for update)
    select ${columns} from locked`;
  const [state] = (await lock.execute(tx)).rows;
  if (state) return state;
  await tx
    .insertInto('source_states')
    .values({ source })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lockSourceState(tx, source);
}

/** Notes that a user's work has the turn: a request is about to be made. */
export async function saveRequest(tx: Tx, source: string, userId: number, at: Date): Promise<void> {
  await sql`
    with asked as (update source_states set last_request_at = ${at} where source = ${source})
    insert into source_turns (source, user_id, asked_at) values (${source}, ${userId}, ${at})
    on conflict (source, user_id) do update set asked_at = excluded.asked_at`.execute(tx);
}

/** Notes a request that is nobody's turn. */
export async function saveLastRequest(tx: Tx, source: string, at: Date): Promise<void> {
  await tx.updateTable('source_states').set({ last_request_at: at }).where('source', '=', source).execute();
}

/** The turn that a request is sent for: that of a claimed item of the queue, or of one of the source's sides. */
export type SentTurn = ItemTurn | SideTurnTaken;

interface Taken {
  /** when the request was noted */
  readonly takenAt: Date;
}

export interface ItemTurn extends Taken {
  readonly userId: number;
  readonly itemId: number;
  readonly claimNumber: number;
}

export interface SideTurnTaken extends Taken {
  /** the side's own row of `source_states` */
  readonly side: string;
  /** between two requests of this side */
  readonly apartSeconds: number;
}

const isOpen = sql`(cooldown_until is null or cooldown_until <= clock_timestamp())`;

/** Nobody has asked since the turn was noted, or so long ago that it is a turn of its own. */
function isOursOrFree(turn: Taken, seconds: number) {
  return sql`(last_request_at = ${turn.takenAt} or last_request_at + make_interval(secs => ${seconds}::float8) <= clock_timestamp())`;
}

/**
 * By the database's clock; an item's work is not there any more when its run was canceled or the item dropped, and in a cooldown nobody asks. A side
 * has a cooldown of its own, and its own distance.
 */
function mayStillAsk(source: string, turn: SentTurn) {
  const isWanted =
    'side' in turn
      ? sql`exists (select from source_states where source = ${turn.side} and ${isOpen} and ${isOursOrFree(turn, turn.apartSeconds)})`
      : sql`exists (select from queue_items q where q.id = ${turn.itemId} and q.claim_number = ${turn.claimNumber} and q.status = 'retrying')`;
  return sql`source = ${source} and ${isOpen} and ${isWanted}`;
}

/** How long ago the request of a turn was noted; null when it must not be sent any more. */
export async function findTurnAge(db: Queries, source: string, turn: SentTurn): Promise<number | null> {
  const { rows } = await sql<{ milliseconds: number }>`
    select extract(epoch from clock_timestamp() - ${turn.takenAt})::float8 * 1000 as milliseconds
    from source_states where ${mayStillAsk(source, turn)}`.execute(db);
  return rows[0]?.milliseconds ?? null;
}

/**
 * Notes that the request of a turn is sent only now; gives the noted time. Null when it must not be sent any more: whoever took the turn was
 * held up so long that somebody else has it, a cooldown began, or the work was taken away. One rule for all that asks a source, whatever it asks for.
 */
export async function noteSending(
  db: Queries,
  source: string,
  turn: SentTurn,
  floorSeconds: number,
): Promise<Date | null> {
  // the source's row is the first that is locked, here as where turns are taken
  const noted =
    'side' in turn
      ? sql`update source_states s set last_request_at = sent.last_request_at from sent where s.source = ${turn.side} returning s.last_request_at as at`
      : sql`update source_turns t set asked_at = sent.last_request_at from sent where t.source = ${source} and t.user_id = ${turn.userId} returning t.asked_at as at`;
  const { rows } = await sql<{ at: Date }>`
    with sent as (
      update source_states set last_request_at = date_trunc('milliseconds', clock_timestamp())
      where ${mayStillAsk(source, turn)} and ${isOursOrFree(turn, floorSeconds)}
      returning last_request_at
    )
    ${noted}`.execute(db);
  return rows[0]?.at ?? null;
}

/** Notes that the source answered as it should: failures in a row begin anew. Nothing is written when that was noted seconds ago. */
export async function saveGoodAnswer(db: Queries, source: string): Promise<void> {
  await sql`
    update source_states set last_success_at = clock_timestamp(), blocked_in_a_row = 0, unreachable_in_a_row = 0
    where source = ${source}
      and (last_success_at is null or last_success_at < clock_timestamp() - interval '5 seconds' or blocked_in_a_row > 0 or unreachable_in_a_row > 0)`.execute(
    db,
  );
}

export async function saveFailures(
  tx: Tx,
  source: string,
  failures: { blockedInARow: number; unreachableInARow: number },
): Promise<void> {
  await tx
    .updateTable('source_states')
    .set({ blocked_in_a_row: failures.blockedInARow, unreachable_in_a_row: failures.unreachableInARow })
    .where('source', '=', source)
    .execute();
}

export async function saveCooldown(
  tx: Tx,
  source: string,
  cooldown: { until: Date; reason: CooldownReason; step: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('source_states')
    .set({
      cooldown_until: cooldown.until,
      cooldown_reason: cooldown.reason,
      cooldown_step: cooldown.step,
      cooldown_entered_at: cooldown.at,
      blocked_in_a_row: 0,
      unreachable_in_a_row: 0,
      ...(cooldown.reason === 'blocked_failure_threshold_exceeded' ? { blocked_until: cooldown.until } : {}),
    })
    .where('source', '=', source)
    .execute();
}
