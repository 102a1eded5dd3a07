import type { Operator } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { Problem } from '../platform/errors.ts';
import { type AccountServices, checkPassword } from './check-password.ts';
import { checkEmail, emailKey } from './email-key.ts';
import { hashPassword } from './passwords.ts';
import { insertUser } from './store.ts';

interface Account {
  readonly email: string;
  readonly password: string;
  readonly is_admin: boolean;
}

/**
 * Creates a user, as an administrator or operator. The password from an administrator is temporary. Writes the audit
 * log.
 * @throws Problem `validation_error`, `invalid_password`, `user_exists`
 */
export async function createUser(
  { db, config }: AccountServices,
  { email, password, is_admin }: Account,
  operator: Operator,
) {
  const kept = checkEmail(email);
  await checkPassword(password, { email: kept, publicUrl: config.publicUrl });
  const password_hash = await hashPassword(password);
  const isTemporary = operator.userId !== null;
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, {
      ...{ email: kept, email_key: emailKey(kept) },
      ...{ password_hash, is_admin, isTemporary },
    });
    if (!user)
      throw new Problem('conflict', 'user_exists', 'A user with this email already exists. Use another email.');
    await writeAudit(tx, { id: null, operator }, [
      { action: 'account.create', userId: user.id, before: null, after: { email: kept, is_admin } },
    ]);
    return user;
  });
}
