import type { Operator } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
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

/** Creates a user, as an administrator or operator. Writes the audit log. @throws Problem `validation_error`, `invalid_password`, `user_exists` */
export async function createUser(db: Database, { email, password, is_admin }: Account, operator: Operator) {
  const kept = checkEmail(email);
  await checkPassword(password);
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, { email: kept, email_key: emailKey(kept), password_hash, is_admin });
    if (!user)
      throw new Problem('conflict', 'user_exists', 'A user with this email already exists. Use another email.');
    await writeAudit(tx, { id: null, operator }, [
      { action: 'account.create', userId: user.id, before: null, after: { email: kept, is_admin } },
    ]);
    return user;
  });
}
