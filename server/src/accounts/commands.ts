import { COMMAND_LINE } from '../audit/repair-job.ts';
import { OperatorError } from '../platform/errors.ts';
import type { AccountServices } from './check-password.ts';
import { checkEmail, emailKey } from './email-key.ts';
import { createUser, resetPassword } from './manage-users.ts';
import { findCredentials, listAdminEmails } from './store.ts';

export const ACCOUNT_OPTIONS = {
  email: { value: 'EMAIL', means: 'the email of the account', isRequired: true },
} as const;

interface AccountCommand extends AccountServices {
  readonly email: string;
  /** returns the new password of this account */
  askPassword(account: string): Promise<string>;
  print(line: string): void;
}

/**
 * Sets a user's password for an operator. @throws OperatorError if no active user has this email, Problem
 * `invalid_password`
 */
export async function runResetPassword({ email, db, config, askPassword, print }: AccountCommand): Promise<void> {
  const user = await findCredentials(db, emailKey(email));
  if (!user) throw new OperatorError(`There is no user with the email ${email}. ${await nameAdmins(db)}`);
  if (!user.is_active) {
    throw new OperatorError(
      `The user ${email} is disabled and cannot sign in. An administrator must allow that first, on the page Users.`,
    );
  }
  const password = await askPassword(email);
  await resetPassword({ db, config }, { userId: user.id, password, keptToken: null, operator: COMMAND_LINE });
  print(`The password of ${email} is set. The user's sessions and API tokens have ended.`);
}

/**
 * Creates an administrator for an operator. @throws OperatorError if the email is taken, Problem `validation_error`,
 * `invalid_password`
 */
export async function runCreateAdmin({ email, db, config, askPassword, print }: AccountCommand): Promise<void> {
  const account = checkEmail(email);
  if (await findCredentials(db, emailKey(account))) {
    throw new OperatorError(
      `A user with the email ${account} already exists. Use another email, or set a new password with reset-password.`,
    );
  }
  const password = await askPassword(account);
  await createUser({ db, config }, { email: account, password, is_admin: true }, COMMAND_LINE);
  print(`The administrator ${account} is created.`);
}

async function nameAdmins(db: AccountServices['db']): Promise<string> {
  const emails = await listAdminEmails(db, { limit: 10 });
  return emails.length === 0
    ? 'There is no active administrator. Create one with create-admin.'
    : `Administrators: ${emails.join(', ')}. They see all users on the page Users.`;
}
