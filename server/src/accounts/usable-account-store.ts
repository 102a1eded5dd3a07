/**
 * The condition of a query on `users` that the account may be used: its user is active, and a temporary password has not expired. Signing in, sessions
 * and API tokens share it.
 */
export const IS_USABLE =
  '(users.is_active and (users.temporary_password_until is null or users.temporary_password_until > now()))';
