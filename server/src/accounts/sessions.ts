import type { Database, Tx } from '../platform/database/database.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, newToken, SESSION_LIFETIME_DAYS } from '../platform/http/session-cookie.ts';
import {
  deleteOldSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  touchSession,
} from './store.ts';

const LIFETIME = { idleDays: 14, days: SESSION_LIFETIME_DAYS } as const;

/** Whose session the token opens; null when it was ended, is too old, or its user is inactive. */
export async function findSessionUser(db: Database, token: string): Promise<SessionUser | null> {
  const found = await findSession(db, hashToken(token), LIFETIME);
  if (!found) return null;
  const { is_stale, ...user } = found;
  // a request must not fail because its session could not be touched: the next one tries again
  if (is_stale) await touchSession(db, hashToken(token)).catch(() => {});
  return user;
}

/** Begins a session; gives its token, which is kept nowhere. */
export async function startSession(tx: Tx, userId: number): Promise<string> {
  const token = newToken();
  await insertSession(tx, userId, hashToken(token));
  return token;
}

/** Ends the session of a token, if there is one. */
export async function endSession(db: Database | Tx, token: string | null): Promise<void> {
  if (token !== null) await deleteSession(db, hashToken(token));
}

/** Ends the user's sessions but the one of `keptToken`, when this transaction commits. */
export async function endOtherSessions(tx: Tx, userId: number, keptToken: string | null): Promise<void> {
  await deleteSessionsOf(tx, userId, keptToken === null ? null : hashToken(keptToken));
}

/** Forgets the sessions that open nothing any more. */
export async function endOldSessions(db: Database): Promise<void> {
  await deleteOldSessions(db, LIFETIME);
}
