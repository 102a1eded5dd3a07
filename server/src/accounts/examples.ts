const AT = new Date('2026-11-21T10:00:00Z');

const sessionUser = { id: 1, email: 'ada@lectern.example', is_admin: true, is_active: true };
const user = {
  id: 2,
  email: 'grace@lectern.example',
  is_active: true,
  is_admin: false,
  created_at: AT,
  updated_at: AT,
};
const password = 'correct horse battery staple';
const token = {
  id: 4,
  name: 'nightly export',
  scope: 'read' as const,
  created_at: AT,
  expires_at: new Date('2027-02-19T10:00:00Z'),
  last_used_at: null,
};
const session = {
  authenticated: true as const,
  csrf_token: 'Zk1fQ0p5b0h3R2xkT3Z4c1VtTnBhS2VyVHdMcUJpRGY',
  user: sessionUser,
};

/** What requests and answers of the accounts look like; the endpoints show them. */
export const examples = {
  logIn: { body: { email: sessionUser.email, password }, answer: session },
  me: { answer: session },
  csrf: { answer: { csrf_token: session.csrf_token, authenticated: false } },
  changePassword: {
    body: {
      current_password: password,
      new_password: 'another phrase that is long',
      confirm_password: 'another phrase that is long',
    },
    answer: { message: 'The password is changed. All other sessions have ended.' },
  },
  logOut: { answer: { message: 'Signed out.' } },
  setUp: {
    body: { token: 'the token that stands in the set-up link', email: sessionUser.email, password },
    answer: session,
  },
  users: {
    answer: {
      users: [user],
      pagination: { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 },
    },
  },
  makeUser: { body: { email: user.email, password, is_admin: false }, answer: user },
  letIn: { body: { is_active: true }, answer: user },
  resetPassword: {
    body: { new_password: password },
    answer: { message: "The password is reset. The user's sessions and API tokens have ended." },
  },
  sessions: {
    answer: {
      sessions: [
        {
          id: 7,
          created_at: AT,
          last_seen_at: AT,
          expires_at: new Date('2026-12-05T10:00:00Z'),
          is_current: true,
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
          client_address: '192.0.2.7',
        },
      ],
    },
  },
  endSession: { answer: { message: 'The session has ended.' } },
  endSessions: { answer: { message: 'All other sessions have ended.' } },
  tokens: { answer: { tokens: [token] } },
  makeToken: {
    body: { name: token.name, scope: token.scope, expires_in_days: 90 },
    answer: { ...token, token: 'lectern_pat_…' },
  },
  endToken: { answer: { message: 'The API token has ended.' } },
};
