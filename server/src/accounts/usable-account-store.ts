import { type RawBuilder, sql } from 'kysely';

/**
 * The condition of a query on `users`, here with its alias, that the account may be used: its user is active, and a
 * temporary password has not expired. Everything that acts for a user shares it: signing in, sessions, API tokens,
 * feeds, channels, and the links in mails.
 */
export const usableText = (users: string) =>
  `(${users}.is_active and (${users}.temporary_password_until is null or ${users}.temporary_password_until > now()))`;

/** The same condition as a part of a query. */
export const isUsable = (users = 'users'): RawBuilder<boolean> => sql.raw<boolean>(usableText(users));
