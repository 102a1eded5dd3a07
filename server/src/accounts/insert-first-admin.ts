import type { Tx } from '../platform/database/database.ts';
import { deleteSetupTokens, hasUsers, insertUser, lockFirstUser, type NewUser } from './store.ts';

/** The new user, or undefined when there is one already; from then on no set-up link works. */
export async function insertFirstAdmin(tx: Tx, admin: NewUser) {
  await lockFirstUser(tx);
  if (await hasUsers(tx)) return undefined;
  await deleteSetupTokens(tx);
  return insertUser(tx, admin);
}
