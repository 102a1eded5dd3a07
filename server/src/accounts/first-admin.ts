import type { Tx } from '../platform/database/database.ts';
import { checkEmail, emailKey } from './email-key.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { deleteSetupTokens, hasUsers, insertUser, lockFirstUser, type NewUser } from './store.ts';

/** What takes long, before the lock. @throws Problem `validation_error`, `invalid_password` */
export async function prepareFirstAdmin(email: string, password: string): Promise<NewUser> {
  const kept = checkEmail(email);
  checkPassword(password);
  return { email: kept, email_key: emailKey(kept), password_hash: await hashPassword(password), is_admin: true };
}

/** The new user, when there is none yet; from then on no set-up link works. */
export async function insertFirstAdmin(tx: Tx, admin: NewUser) {
  await lockFirstUser(tx);
  if (await hasUsers(tx)) return undefined;
  await deleteSetupTokens(tx);
  return insertUser(tx, admin);
}
