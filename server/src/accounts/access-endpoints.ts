import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, Message } from '../platform/http/shapes.ts';
import { endToken } from './api-tokens.ts';
import { ApiTokens, MadeApiToken, NewApiToken, OpenSessions } from './contract.ts';
import { examples } from './examples.ts';
import { makeToken } from './make-token.ts';
import { endAllOtherSessions, endOwnSession, listOwnSessions } from './sessions.ts';
import { listTokens } from './token-store.ts';

export const getSessions = endpoint({
  summary: 'Where one is signed in',
  answer: OpenSessions,
  example: examples.sessions,
  handle: async ({ db, user, session }) => ({ sessions: await listOwnSessions(db, user.id, session.token) }),
});

export const deleteSession = endpoint({
  summary: 'End one of the own sessions; to end the current one is to sign out',
  path: IdInPath,
  answer: Message,
  example: examples.endSession,
  problems: ['not_found'],
  handle: async ({ db, user, path, session }) => {
    const { isCurrent } = await endOwnSession(db, { id: path.id, userId: user.id, token: session.token });
    if (isCurrent) session.end();
    return { message: isCurrent ? 'Signed out.' : 'The session has ended.' };
  },
});

export const deleteOtherSessions = endpoint({
  summary: 'End all of the own sessions but the current one',
  answer: Message,
  example: examples.endSessions,
  handle: async ({ db, user, session }) => {
    await endAllOtherSessions(db, user.id, session.token);
    return { message: 'All other sessions have ended.' };
  },
});

export const getTokens = endpoint({
  summary: 'The own API tokens, without their secrets',
  answer: ApiTokens,
  example: examples.tokens,
  handle: async ({ db, user }) => ({ tokens: await listTokens(db, user.id) }),
});

export const postToken = endpoint({
  summary: 'Make an API token; the answer is the only place where it stands',
  body: NewApiToken,
  answer: MadeApiToken,
  example: examples.makeToken,
  status: 201,
  problems: ['invalid_current_password', 'rate_limited', 'token_limit_reached'],
  handle: ({ user, body, session, address, ...services }) => {
    const { name, scope, expires_in_days: days = 90, current_password: password = null } = body;
    return makeToken(services, user, { sessionToken: session.token, name, scope, days, password, address });
  },
});

export const deleteToken = endpoint({
  summary: 'End one of the own API tokens',
  path: IdInPath,
  answer: Message,
  example: examples.endToken,
  problems: ['not_found'],
  handle: async ({ db, user, path }) => {
    await endToken(db, user.id, path.id);
    return { message: 'The API token has ended.' };
  },
});
