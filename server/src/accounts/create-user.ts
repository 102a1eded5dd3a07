import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { checkEmail, emailKey } from './email-key.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { insertUser } from './store.ts';

interface Account {
  readonly email: string;
  readonly password: string;
  readonly is_admin: boolean;
}

/** Creates a user. @throws Problem `validation_error`, `invalid_password`, `user_exists` */
export async function createUser(db: Database, { email, password, is_admin }: Account) {
  const kept = checkEmail(email);
  await checkPassword(password);
  const password_hash = await hashPassword(password);
  const user = await insertUser(db, { email: kept, email_key: emailKey(kept), password_hash, is_admin });
  if (!user) throw new Problem('conflict', 'user_exists', 'A user with this email already exists. Use another email.');
  return user;
}
