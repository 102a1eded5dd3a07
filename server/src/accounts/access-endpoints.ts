import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { endToken, makeToken } from './api-tokens.ts';
import { ApiTokens, MadeApiToken, NewApiToken, OpenSessions, SignIns } from './contract.ts';
import { listOwnSignIns } from './session-store.ts';
import { endAllOtherSessions, endOwnSession, listOwnSessions } from './sessions.ts';
import { listTokens } from './token-store.ts';

export const getSessions = endpoint({
  summary: 'List your sessions',
  description: 'Each with its browser, its address and when it was last used. `is_current` is the one of this request.',
  response: OpenSessions,
  handle: async ({ db, user, session }) => ({ sessions: await listOwnSessions(db, user.id, session.token) }),
});

export const deleteSession = endpoint({
  summary: 'End one of your sessions; ending the current one signs you out',
  description: 'It ends at once, on every server process.',
  path: IdInPath,
  response: messageLike('The session has ended.'),
  errors: ['session_not_found'],
  handle: async ({ db, user, path, session }) => {
    const { isCurrent } = await endOwnSession(db, { id: path.id, userId: user.id, token: session.token });
    if (isCurrent) session.end();
    return { message: isCurrent ? 'Signed out.' : 'The session has ended.' };
  },
});

export const deleteOtherSessions = endpoint({
  summary: 'End all your sessions except the current one',
  description: 'They end at once. API tokens stay.',
  response: messageLike('All other sessions have ended.'),
  handle: async ({ db, user, session }) => {
    await endAllOtherSessions(db, user.id, session.token);
    return { message: 'All other sessions have ended.' };
  },
});

export const getSignIns = endpoint({
  summary: 'List the latest 50 sign-ins to your account, and the latest 50 that failed, of the last 90 days',
  description: 'Look here for sign-ins that were not yours.',
  response: SignIns,
  handle: async ({ db, user }) => ({ sign_ins: await listOwnSignIns(db, user.id) }),
});

export const getTokens = endpoint({
  summary: 'List your API tokens, without their secrets',
  description: 'Also shows when each token was last used and when it expires.',
  response: ApiTokens,
  handle: async ({ db, user }) => ({ tokens: await listTokens(db, user.id) }),
});

export const postToken = endpoint({
  summary: 'Create an API token; only this response contains it',
  description:
    'The scope `read` allows reading, `write` also changes, and `admin` also what only administrators may do.',
  body: NewApiToken,
  response: MadeApiToken,
  status: 201,
  errors: ['invalid_current_password', 'password_required', 'rate_limited', 'token_limit_reached'],
  handle: ({ user, body, session, address, header, ...services }) => {
    const { name, scope, expires_in_days: days = 90, current_password: password = null } = body;
    const origin = { address, userAgent: header('user-agent') };
    return makeToken(services, user, { session, name, scope, days, password, origin });
  },
});

export const deleteToken = endpoint({
  summary: 'End one of your API tokens',
  description: 'Requests with it are refused at once.',
  path: IdInPath,
  response: messageLike('The API token has ended.'),
  errors: ['token_not_found'],
  handle: async ({ db, user, path }) => {
    await endToken(db, user.id, path.id);
    return { message: 'The API token has ended.' };
  },
});
