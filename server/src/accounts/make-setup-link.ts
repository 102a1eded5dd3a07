import type { Database } from '../platform/database/database.ts';
import { hashToken, newToken } from '../platform/http/session-cookie.ts';
import { hasUsers, insertSetupToken, lockFirstUser } from './store.ts';

/** The token of a new set-up link, `<url>/setup#token=<token>`; null when there is a user already. */
export async function makeSetupToken(db: Database): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockFirstUser(tx);
    if (await hasUsers(tx)) return null;
    const token = newToken();
    await insertSetupToken(tx, hashToken(token));
    return token;
  });
}
