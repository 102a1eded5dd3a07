import type { Database } from '../../platform/database/database.ts';
import type { Services } from '../../platform/services.ts';
import { deleteExpiredTokens } from '../api-tokens.ts';
import { deleteOldSignIns } from '../session-store.ts';
import { endOldSessions } from '../sessions.ts';
import { deleteOldAttempts } from '../store.ts';

export const forgetOldLogins = {
  name: 'forget-old-logins',
  async run({ db, config }: Services): Promise<void> {
    await pruneAccounts(db, config.loginLimit.windowSeconds);
  },
};

/**
 * Deletes expired sessions and API tokens, the attempts that left the window of the login limit, and sign-ins older
 * than 90 days.
 */
export async function pruneAccounts(db: Database, windowSeconds: number): Promise<void> {
  await deleteOldAttempts(db, windowSeconds);
  await endOldSessions(db);
  await deleteExpiredTokens(db);
  await deleteOldSignIns(db);
}
