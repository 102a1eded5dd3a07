import { endpoint, openEndpoint, type SessionControl, type SessionUser } from '../platform/http/endpoint.ts';
import { IdInPath, Message, paginationOf } from '../platform/http/shapes.ts';
import { changePassword } from './change-password.ts';
import {
  Activation,
  Credentials,
  CsrfToken,
  FirstAccount,
  NewUser,
  PasswordChange,
  PasswordReset,
  Session,
  User,
  UserPage,
  UserPageQuery,
} from './contract.ts';
import { createUser } from './create-user.ts';
import { examples } from './examples.ts';
import { logIn } from './log-in.ts';
import { resetPassword } from './reset-password.ts';
import { endSession } from './sessions.ts';
import { setUp } from './set-up.ts';
import { setUserActive } from './set-user-active.ts';
import { listUsers } from './store.ts';

export const postLogin = openEndpoint({
  summary: 'Sign in',
  body: Credentials,
  answer: Session,
  example: examples.logIn,
  problems: ['csrf_missing', 'csrf_invalid', 'invalid_credentials', 'rate_limited'],
  handle: async ({ body, address, session, header, ...services }) => {
    const origin = { address, userAgent: header('user-agent') };
    return begin(session, await logIn(services, { ...body, ...origin, oldToken: session.token }));
  },
});

export const getMe = endpoint({
  summary: 'Who is signed in',
  answer: Session,
  example: examples.me,
  handle: async ({ user, session }) => sessionOf(user, session.csrfToken()),
});

export const getCsrf = openEndpoint({
  summary: 'The CSRF token that every change needs',
  answer: CsrfToken,
  example: examples.csrf,
  handle: async ({ user, session }) => ({ csrf_token: session.csrfToken(), authenticated: user !== null }),
});

export const postChangePassword = endpoint({
  summary: 'Change the own password; the other sessions end, API tokens stay',
  body: PasswordChange,
  answer: Message,
  example: examples.changePassword,
  problems: ['password_confirmation_mismatch', 'invalid_password', 'invalid_current_password', 'rate_limited'],
  handle: async ({ user, body, address, session, ...services }) => {
    const { current_password: current, new_password: next, confirm_password: confirmed } = body;
    await changePassword(services, user, { current, next, confirmed, address, token: session.token });
    return { message: 'The password is changed. All other sessions have ended.' };
  },
});

export const postLogout = endpoint({
  summary: 'Sign out',
  answer: Message,
  example: examples.logOut,
  handle: async ({ db, session }) => {
    await endSession(db, session.token);
    session.end();
    return { message: 'Signed out.' };
  },
});

export const postSetup = openEndpoint({
  summary: 'Make the first administrator, with the token of the set-up link',
  body: FirstAccount,
  answer: Session,
  example: examples.setUp,
  status: 201,
  problems: ['csrf_missing', 'csrf_invalid', 'forbidden', 'invalid_password'],
  handle: async ({ db, body, address, session, header }) =>
    begin(session, await setUp(db, { ...body, address, userAgent: header('user-agent') })),
});

export const getUsers = endpoint({
  summary: 'All users',
  query: UserPageQuery,
  answer: UserPage,
  example: examples.users,
  problems: ['forbidden'],
  handle: async ({ db, query: { page = 1, page_size = 100 } }) => {
    const window = { limit: page_size, offset: (page - 1) * page_size };
    const { users, total_count } = await listUsers(db, window);
    return { users, pagination: paginationOf(window, total_count) };
  },
});

export const postUser = endpoint({
  summary: 'Make a user',
  body: NewUser,
  answer: User,
  example: examples.makeUser,
  status: 201,
  problems: ['forbidden', 'invalid_password', 'user_exists'],
  handle: ({ db, body }) => createUser(db, body),
});

export const patchUserActive = endpoint({
  summary: 'Let a user in, or not any more',
  path: IdInPath,
  body: Activation,
  answer: User,
  example: examples.letIn,
  problems: ['forbidden', 'user_not_found', 'cannot_deactivate_self', 'last_admin'],
  handle: ({ db, user, path, body }) => setUserActive(db, user.id, path.id, body.is_active),
});

export const postResetPassword = endpoint({
  summary: "Give a user another password; the user's sessions and API tokens end",
  path: IdInPath,
  body: PasswordReset,
  answer: Message,
  example: examples.resetPassword,
  problems: ['forbidden', 'user_not_found', 'invalid_password'],
  handle: async ({ db, user, path, body, session }) => {
    await resetPassword(db, path.id, body.new_password, path.id === user.id ? session.token : null);
    return { message: "The password is reset. The user's sessions and API tokens have ended." };
  },
});

/** Answers with the cookie of a session that has just begun. */
function begin(session: SessionControl, { user, token }: { user: SessionUser; token: string }) {
  return sessionOf(user, session.start(token));
}

function sessionOf(user: SessionUser, csrf_token: string) {
  return { authenticated: true as const, csrf_token, user };
}
