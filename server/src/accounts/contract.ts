import Type from 'typebox';
import {
  example,
  Id,
  NullableString,
  NullableTime,
  named,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
  Time,
  withDefault,
} from '../platform/http/shapes.ts';
import { TOKEN_SCOPES } from '../platform/http/token-scope.ts';

// longer than any valid one; the rules for new accounts and passwords have their own errors
const Email = Type.String({ maxLength: 512 });
const Password = Type.String({ maxLength: 1024 });

const AT = new Date('2026-11-21T10:00:00Z');
const EMAIL = 'ada@lectern.example';
const PASSWORD = 'correct horse battery staple';

const SessionUser = named(
  'SessionUser',
  strict({ id: Id, email: Type.String(), is_admin: Type.Boolean(), is_active: Type.Boolean() }),
);

export const Session = named(
  'Session',
  example(
    strict({
      authenticated: Type.Literal(true),
      csrf_token: Type.String(),
      user: SessionUser,
      password_change_required: Type.Boolean({
        description: 'An administrator set the password. It expires, so ask the user to choose another one.',
      }),
    }),
    {
      authenticated: true,
      csrf_token: 'Zk1fQ0p5b0h3R2xkT3Z4c1VtTnBhS2VyVHdMcUJpRGY',
      user: { id: 1, email: EMAIL, is_admin: true, is_active: true },
      password_change_required: false,
    },
  ),
);

export const CsrfToken = example(
  strict({
    csrf_token: Type.String(),
    authenticated: Type.Boolean(),
    setup_required: Type.Optional(
      Type.Literal(true, {
        description:
          'Present while there is no user: the first one is created with the set-up link in the log of the server.',
      }),
    ),
  }),
  { csrf_token: 'Zk1fQ0p5b0h3R2xkT3Z4c1VtTnBhS2VyVHdMcUJpRGY', authenticated: false },
);

export const Credentials = example(strict({ email: Email, password: Password }), { email: EMAIL, password: PASSWORD });

export const PasswordChange = example(
  strict({ current_password: Password, new_password: Password, confirm_password: Password }),
  {
    current_password: PASSWORD,
    new_password: 'another phrase that is long',
    confirm_password: 'another phrase that is long',
  },
);

export const CurrentPassword = example(strict({ current_password: Password }), { current_password: PASSWORD });

export const FirstAccount = example(
  strict({ token: Type.String({ maxLength: 512 }), email: Email, password: Password }),
  { token: 'the token of the set-up link', email: EMAIL, password: PASSWORD },
);

const TemporaryUntil = Type.Unsafe<Date | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'An administrator set the password, which works until then. null: the user chose the password',
});

const user = {
  id: 2,
  email: 'grace@lectern.example',
  is_active: true,
  is_admin: false,
  created_at: AT,
  updated_at: AT,
  temporary_password_until: new Date('2026-11-28T10:00:00Z'),
};

export const User = named(
  'User',
  example(
    strict({
      id: Id,
      email: Type.String(),
      is_active: Type.Boolean(),
      is_admin: Type.Boolean(),
      created_at: Time,
      updated_at: Time,
      temporary_password_until: TemporaryUntil,
    }),
    user,
  ),
);

export const UserPage = named(
  'UserPage',
  example(strict({ users: Type.Array(named('User', strict(User.properties))), pagination: Pagination }), {
    users: [user],
    pagination: { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 },
  }),
);

export const UserPageQuery = strict({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ default: 100, maximum: 500 })),
});

export const NewUser = named(
  'NewUser',
  example(strict({ email: Email, password: Password, is_admin: withDefault(Type.Boolean(), false) }), {
    email: user.email,
    password: PASSWORD,
    is_admin: false,
  }),
);

export const Activation = example(strict({ is_active: Type.Boolean() }), { is_active: true });

export const PasswordReset = example(strict({ new_password: Password }), { new_password: PASSWORD });

const OpenSession = named(
  'OpenSession',
  strict({
    id: Id,
    created_at: Time,
    last_seen_at: Time,
    expires_at: Time,
    is_current: Type.Boolean(),
    user_agent: NullableString,
    client_address: NullableString,
  }),
);

export const OpenSessions = example(strict({ sessions: Type.Array(OpenSession) }), {
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
});

const SignIn = named(
  'SignIn',
  strict({
    id: Id,
    attempted_at: Time,
    succeeded: Type.Boolean(),
    user_agent: NullableString,
    client_address: NullableString,
  }),
);

export const SignIns = example(strict({ sign_ins: Type.Array(SignIn) }), {
  sign_ins: [
    {
      id: 341,
      attempted_at: AT,
      succeeded: false,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
      client_address: '192.0.2.7',
    },
  ],
});

const TOKEN = {
  id: Id,
  name: Type.String(),
  scope: oneOf(TOKEN_SCOPES),
  created_at: Time,
  expires_at: NullableTime,
  last_used_at: NullableTime,
};

const token = {
  id: 4,
  name: 'nightly export',
  scope: 'read' as const,
  created_at: AT,
  expires_at: new Date('2027-02-19T10:00:00Z'),
  last_used_at: null,
};

export const ApiTokens = example(strict({ tokens: Type.Array(named('ApiToken', strict(TOKEN))) }), { tokens: [token] });

export const MAX_TOKEN_NAME_LENGTH = 100;

export const NewApiToken = named(
  'NewToken',
  example(
    strict({
      name: Type.String({ minLength: 1, maxLength: MAX_TOKEN_NAME_LENGTH, pattern: '\\S' }),
      scope: oneOf(TOKEN_SCOPES),
      expires_in_days: Type.Optional(
        Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          minimum: 1,
          maximum: 365,
          default: 90,
          description: 'null: it does not expire',
        }),
      ),
      current_password: Type.Optional(
        Type.String({
          maxLength: 1024,
          description:
            'Required for the scope `admin`, for a token that does not expire, and if the password was given more than an hour ago',
        }),
      ),
    }),
    { name: token.name, scope: token.scope, expires_in_days: 90 },
  ),
);

export const MadeApiToken = named(
  'CreatedToken',
  example(
    strict({
      ...TOKEN,
      token: Type.String({
        description: 'Clients send it as `Authorization: Bearer …`. No later response contains it.',
      }),
    }),
    { ...token, token: 'lectern_pat_…' },
  ),
);
