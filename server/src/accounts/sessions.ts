import { setImmediate } from 'node:timers/promises';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { FoundSession } from '../platform/http/access.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, newToken, SESSION_LIFETIME_DAYS } from '../platform/http/session-cookie.ts';
import { type Origin, recordSignIn, shownAddress, shownUserAgent } from './record-sign-in.ts';
import {
  deleteOldSessions,
  deleteOwnSession,
  deleteSession,
  deleteSessionsOf,
  findSessions,
  insertSession,
  listSessions,
  touchSession,
} from './session-store.ts';

const LIFETIME = { idleDays: 14, days: SESSION_LIFETIME_DAYS } as const;

/**
 * Returns a function that finds the user of a session token, and whether the password was given recently: null if the
 * session ended or expired, or if its user is inactive. Requests that arrive together share one query. It starts after
 * the last of them arrived, so none of them gets a stale result.
 */
export function sessionLookup(db: Database): (token: string) => Promise<FoundSession | null> {
  let open: Batch | null = null;
  const openBatch = (): Batch => {
    const tokens = new Set<string>();
    // after the requests on all readable connections were received
    const found = setImmediate().then(() => {
      open = null;
      return findSessionUsers(db, tokens);
    });
    return { tokens, found };
  };
  return async (token) => {
    open ??= openBatch();
    open.tokens.add(token);
    return (await open.found).get(token) ?? null;
  };
}

interface Batch {
  readonly tokens: Set<string>;
  readonly found: Promise<ReadonlyMap<string, FoundSession>>;
}

/** Returns the sessions that did not end, by token. */
async function findSessionUsers(db: Database, tokens: ReadonlySet<string>): Promise<Map<string, FoundSession>> {
  const tokenOf = new Map([...tokens].map((token) => [hashToken(token).toString('base64'), token]));
  const found = new Map<string, FoundSession>();
  const rows = await findSessions(db, [...tokens].map(hashToken), LIFETIME);
  for (const { token_hash: hash, is_stale, is_recent: isRecent, ...user } of rows) {
    const token = tokenOf.get(hash.toString('base64'));
    if (token !== undefined) found.set(token, { user, isRecent });
    // a request must not fail because its session could not be touched; the next request tries again
    if (is_stale) await touchSession(db, hash).catch(() => {});
  }
  return found;
}

/** Starts a session, records the sign-in and returns the session's token. The token itself is not stored. */
export async function startSession(tx: Tx, user: Pick<SessionUser, 'id' | 'email'>, origin: Origin): Promise<string> {
  const token = newToken();
  await insertSession(tx, {
    user_id: user.id,
    token_hash: hashToken(token),
    user_agent: shownUserAgent(origin),
    client_address: shownAddress(origin),
  });
  await recordSignIn(tx, { action: 'account.sign-in', actor: user, userId: user.id, origin });
  return token;
}

/** Returns the user's latest 200 open sessions: the one of `token`, then the others by their last use. */
export function listOwnSessions(db: Database, userId: number, token: string | null) {
  return listSessions(db, { userId, currentHash: hashToken(token ?? ''), ...LIFETIME });
}

/** Returns whether the session of a token is still open. */
export async function isSessionOpen(tx: Tx, token: string | null): Promise<boolean> {
  return token !== null && (await findSessions(tx, [hashToken(token)], LIFETIME)).length > 0;
}

/**
 * Ends one of the user's sessions, on every replica. Returns whether it was the one of `token`.
 * @throws Problem `session_not_found`, also if the session is another user's
 */
export async function endOwnSession(
  db: Database,
  { id, userId, token }: { id: number; userId: number; token: string | null },
): Promise<{ isCurrent: boolean }> {
  const endedHash = await deleteOwnSession(db, userId, id);
  if (!endedHash) throw new Problem('not_found', 'session_not_found', 'You have no session with this id.');
  return { isCurrent: token !== null && hashToken(token).equals(endedHash) };
}

/** Ends the session of a token, if it has one. */
export async function endSession(db: Database | Tx, token: string | null): Promise<void> {
  if (token !== null) await deleteSession(db, hashToken(token));
}

/** Ends the user's sessions except the one of `keptToken`, as part of this transaction. */
export async function endOtherSessions(tx: Tx, userId: number, keptToken: string | null): Promise<void> {
  await deleteSessionsOf(tx, userId, keptToken === null ? null : hashToken(keptToken));
}

/** Ends the user's sessions except the one of `keptToken`, in a transaction of its own. */
export async function endAllOtherSessions(db: Database, userId: number, keptToken: string | null): Promise<void> {
  await db.transaction().execute((tx) => endOtherSessions(tx, userId, keptToken));
}

/** Deletes the sessions that have expired. */
export async function endOldSessions(db: Database): Promise<void> {
  await deleteOldSessions(db, LIFETIME);
}
