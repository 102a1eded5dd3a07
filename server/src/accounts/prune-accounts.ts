import type { Database } from '../platform/database/database.ts';
import { forgetExpiredTokens } from './api-tokens.ts';
import { endOldSessions } from './sessions.ts';
import { deleteOldAttempts } from './store.ts';

/** Forgets the attempts that left the login limit's window, and the sessions and API tokens that open nothing any more. */
export async function pruneAccounts(db: Database, windowSeconds: number): Promise<void> {
  await deleteOldAttempts(db, windowSeconds);
  await endOldSessions(db);
  await forgetExpiredTokens(db);
}
