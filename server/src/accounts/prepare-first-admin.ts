import { checkEmail, emailKey } from './email-key.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { NewUser } from './store.ts';

/** What the first user's row will hold: it takes long, so it is made before the lock. @throws Problem `validation_error`, `invalid_password` */
export async function prepareFirstAdmin(email: string, password: string): Promise<NewUser> {
  const kept = checkEmail(email);
  await checkPassword(password);
  return { email: kept, email_key: emailKey(kept), password_hash: await hashPassword(password), is_admin: true };
}
