import DataLoader from 'dataloader';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, newToken, SESSION_LIFETIME_DAYS } from '../platform/http/session-cookie.ts';
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

const MOST_AT_ONCE = 200;

/**
 * Tells whose session a token opens: null when it was ended, is too old, or its user is inactive. What requests that came in together ask is
 * one question to the database, put after the last of them asked: none is told what was true before it came.
 */
export function sessionLookup(db: Database): (token: string) => Promise<SessionUser | null> {
  const lookup = new DataLoader<string, SessionUser | null>((tokens) => findSessionUsers(db, tokens), {
    cache: false,
    maxBatchSize: MOST_AT_ONCE,
    // when all connections that had something to say were heard
    batchScheduleFn: (ask) => void setImmediate(ask),
  });
  return (token) => lookup.load(token);
}

/** In the order of the tokens. */
async function findSessionUsers(db: Database, tokens: readonly string[]): Promise<(SessionUser | null)[]> {
  const hashes = new Map(tokens.map((token) => [token, hashToken(token)]));
  const users = new Map<string, SessionUser>();
  for (const { token_hash: hash, is_stale, ...user } of await findSessions(db, [...hashes.values()], LIFETIME)) {
    users.set(hash.toString('base64'), user);
    // a request must not fail because its session could not be touched: the next one tries again
    if (is_stale) await touchSession(db, hash).catch(() => {});
  }
  return tokens.map((token) => users.get(hashes.get(token)?.toString('base64') ?? '') ?? null);
}

/** Where a sign-in came from, so that its user can tell the sessions apart. */
export interface Origin {
  /** the client's address */
  readonly address: string;
  /** what the client calls itself */
  readonly userAgent: string | null;
}

const LONGEST_USER_AGENT = 200;

/** Begins a session; gives its token, which is kept nowhere. */
export async function startSession(tx: Tx, userId: number, { address, userAgent }: Origin): Promise<string> {
  const token = newToken();
  await insertSession(tx, {
    user_id: userId,
    token_hash: hashToken(token),
    user_agent: userAgent?.slice(0, LONGEST_USER_AGENT) || null,
    client_address: address.replace(/^::ffff:(?=\d+\.)/i, ''),
  });
  return token;
}

/** The user's sessions that are still good, the one of `token` first, then as they were last seen; the newest 200. */
export function listOwnSessions(db: Database, userId: number, token: string | null) {
  return listSessions(db, { userId, currentHash: hashToken(token ?? ''), ...LIFETIME });
}

/** Whether the session of a token is still there, as of now. */
export async function isSessionOpen(tx: Tx, token: string | null): Promise<boolean> {
  return token !== null && (await findSessions(tx, [hashToken(token)], LIFETIME)).length > 0;
}

/**
 * Ends one of the user's sessions, on every replica; tells whether it was the one of `token`.
 * @throws Problem `not_found`, for another user's session as well
 */
export async function endOwnSession(
  db: Database,
  { id, userId, token }: { id: number; userId: number; token: string | null },
): Promise<{ isCurrent: boolean }> {
  const endedHash = await deleteOwnSession(db, userId, id);
  if (!endedHash) throw new Problem('not_found', 'not_found', 'You have no session with this id.');
  return { isCurrent: token !== null && hashToken(token).equals(endedHash) };
}

/** Ends the session of a token, if there is one. */
export async function endSession(db: Database | Tx, token: string | null): Promise<void> {
  if (token !== null) await deleteSession(db, hashToken(token));
}

/** Ends the user's sessions but the one of `keptToken`, when this transaction commits. */
export async function endOtherSessions(tx: Tx, userId: number, keptToken: string | null): Promise<void> {
  await deleteSessionsOf(tx, userId, keptToken === null ? null : hashToken(keptToken));
}

/** Ends the user's sessions but the one of `keptToken`, now. */
export async function endAllOtherSessions(db: Database, userId: number, keptToken: string | null): Promise<void> {
  await db.transaction().execute((tx) => endOtherSessions(tx, userId, keptToken));
}

/** Forgets the sessions that open nothing any more. */
export async function endOldSessions(db: Database): Promise<void> {
  await deleteOldSessions(db, LIFETIME);
}
