import { endpoint, openEndpoint, type SessionUser } from '../platform/http/endpoint.ts';
import type { SessionControl } from '../platform/http/session-cookie.ts';
import { IdInPath, messageLike, paginationOf } from '../platform/http/shapes.ts';
import { changePassword } from './change-password.ts';
import { confirmPassword } from './confirm-password.ts';
import {
  Activation,
  Credentials,
  CsrfToken,
  CurrentPassword,
  FirstAccount,
  NewUser,
  PasswordChange,
  PasswordReset,
  Session,
  User,
  UserPage,
  UserPageQuery,
} from './contract.ts';
import { logIn } from './log-in.ts';
import { createUser, resetPassword, setUserActive } from './manage-users.ts';
import { endSession } from './sessions.ts';
import { setUp } from './set-up.ts';
import { hasUsers, listUsers } from './store.ts';

const CONFIRMED = 'Your password is confirmed for an hour.';

export const postLogin = openEndpoint({
  summary: 'Sign in',
  description:
    'Starts a session: sets the session cookie and returns the CSRF token that every change needs. Repeated failures for an email or from an address are refused for a while.',
  body: Credentials,
  response: Session,
  errors: ['csrf_missing', 'csrf_invalid', 'invalid_credentials', 'rate_limited'],
  handle: async ({ body, address, session, header, ...services }) => {
    const origin = { address, userAgent: header('user-agent') };
    return begin(session, await logIn(services, { ...body, ...origin, oldToken: session.token }));
  },
});

export const getMe = endpoint({
  summary: 'Get the signed-in user',
  description: 'Returns the user of the session or of the API token, with the CSRF token of the session.',
  response: Session,
  handle: async ({ user, session }) => sessionOf(user, session.csrfToken()),
});

export const getCsrf = openEndpoint({
  summary: 'Get the CSRF token that every change needs',
  description:
    'Works without a session, so that a client can sign in. The token is bound to the session, and changes when one begins.',
  response: CsrfToken,
  handle: async ({ db, user, session }) => ({
    csrf_token: session.csrfToken(),
    authenticated: user !== null,
    ...(user === null && !(await hasUsers(db)) ? { setup_required: true as const } : {}),
  }),
});

export const postChangePassword = endpoint({
  summary: 'Change your password; your other sessions end, your API tokens stay',
  description: 'The new password needs 12 to 256 characters and must not be easy to guess.',
  body: PasswordChange,
  response: messageLike('The password is changed. All other sessions have ended.'),
  errors: ['password_confirmation_mismatch', 'invalid_password', 'invalid_current_password', 'rate_limited'],
  handle: async ({ user, body, address, session, header, ...services }) => {
    const { current_password: current, new_password: next, confirm_password: confirmed } = body;
    const origin = { address, userAgent: header('user-agent') };
    await changePassword(services, user, { current, next, confirmed, origin, token: session.token });
    return { message: 'The password is changed. All other sessions have ended.' };
  },
});

export const postConfirmPassword = endpoint({
  summary: 'Give your password again; for an hour, this session may do what needs a recent sign-in',
  description: 'Operations that answer 403 `password_required` work afterwards.',
  body: CurrentPassword,
  response: messageLike(CONFIRMED),
  errors: ['invalid_current_password', 'rate_limited'],
  handle: async ({ user, body, address, session, header, ...services }) => {
    const origin = { address, userAgent: header('user-agent') };
    const sent = { password: body.current_password, sessionToken: session.token, origin };
    const confirmed = await confirmPassword(services, user, sent);
    await services.db.transaction().execute((tx) => confirmed.use(tx));
    return { message: CONFIRMED };
  },
});

export const postLogout = endpoint({
  summary: 'Sign out',
  description: 'Ends this session and deletes its cookie.',
  response: messageLike('Signed out.'),
  handle: async ({ db, session }) => {
    await endSession(db, session.token);
    session.end();
    return { message: 'Signed out.' };
  },
});

export const postSetup = openEndpoint({
  summary: 'Create the first administrator with the token of the set-up link',
  description:
    'Works only while there is no user. The server writes the set-up link to its log when it starts. The response signs the administrator in.',
  body: FirstAccount,
  response: Session,
  status: 201,
  errors: ['csrf_missing', 'csrf_invalid', 'forbidden', 'invalid_password'],
  handle: async ({ db, config, body, address, session, header }) =>
    begin(session, await setUp({ db, config }, { ...body, address, userAgent: header('user-agent') })),
});

export const getUsers = endpoint({
  summary: 'List all users',
  description: 'Lists active and inactive users in pages.',
  query: UserPageQuery,
  response: UserPage,
  errors: ['forbidden'],
  handle: async ({ db, query: { page = 1, page_size = 100 } }) => {
    const window = { limit: page_size, offset: (page - 1) * page_size };
    const { users, total_count } = await listUsers(db, window);
    return { users, pagination: paginationOf(window, total_count) };
  },
});

export const postUser = endpoint({
  summary: 'Create a user with a temporary password, which the user must change within seven days',
  description: 'Tell the user the password yourself: the service sends no mail about it.',
  recentSignIn: true,
  body: NewUser,
  response: User,
  status: 201,
  errors: ['forbidden', 'invalid_password', 'user_exists'],
  handle: ({ db, config, user, body }) => createUser({ db, config }, body, { name: user.email, userId: user.id }),
});

export const patchUserActive = endpoint({
  summary: 'Activate or deactivate a user',
  description:
    "Deactivation ends the user's sessions at once, and keeps the library. You cannot deactivate yourself or the last administrator.",
  path: IdInPath,
  body: Activation,
  response: User,
  errors: ['forbidden', 'user_not_found', 'cannot_deactivate_self', 'last_admin', 'password_required'],
  handle: ({ db, user, path, body, session }) => {
    // somebody may sign in again
    if (body.is_active) session.requireRecentSignIn();
    return setUserActive(db, user.id, path.id, body.is_active);
  },
});

export const postResetPassword = endpoint({
  summary:
    "Reset a user's password; the user's sessions and API tokens end, and another user must change it within seven days",
  description: 'You may reset your own password too; then your current session stays.',
  recentSignIn: true,
  path: IdInPath,
  body: PasswordReset,
  response: messageLike("The password is reset. The user's sessions and API tokens have ended."),
  errors: ['forbidden', 'user_not_found', 'invalid_password'],
  handle: async ({ db, config, user, path, body, session }) => {
    const keptToken = path.id === user.id ? session.token : null;
    const operator = { name: user.email, userId: user.id };
    await resetPassword({ db, config }, { userId: path.id, password: body.new_password, keptToken, operator });
    return { message: "The password is reset. The user's sessions and API tokens have ended." };
  },
});

/** Sets the cookie of a new session. */
function begin(session: SessionControl, { user, token }: { user: SessionUser; token: string }) {
  return sessionOf(user, session.start(token));
}

function sessionOf({ has_temporary_password: password_change_required, ...user }: SessionUser, csrf_token: string) {
  return { authenticated: true as const, csrf_token, user, password_change_required };
}
