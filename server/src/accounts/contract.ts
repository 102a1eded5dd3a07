import Type from 'typebox';
import {
  Id,
  NullableString,
  NullableTime,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
  Time,
} from '../platform/http/shapes.ts';
import { TOKEN_SCOPES } from '../platform/http/token-scope.ts';

// longer than any that can be right; the rules for new ones give their own answers
const Email = Type.String({ maxLength: 512 });
const Password = Type.String({ maxLength: 1024 });

const SessionUser = strict({ id: Id, email: Type.String(), is_admin: Type.Boolean(), is_active: Type.Boolean() });

export const Session = strict({ authenticated: Type.Literal(true), csrf_token: Type.String(), user: SessionUser });

export const CsrfToken = strict({ csrf_token: Type.String(), authenticated: Type.Boolean() });

export const Credentials = strict({ email: Email, password: Password });

export const PasswordChange = strict({
  current_password: Password,
  new_password: Password,
  confirm_password: Password,
});

export const FirstAccount = strict({ token: Type.String({ maxLength: 512 }), email: Email, password: Password });

export const User = strict({
  id: Id,
  email: Type.String(),
  is_active: Type.Boolean(),
  is_admin: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
});

export const UserPage = strict({ users: Type.Array(User), pagination: Pagination });

export const UserPageQuery = strict({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ default: 100, maximum: 500 })),
});

export const NewUser = strict({ email: Email, password: Password, is_admin: Type.Boolean() });

export const Activation = strict({ is_active: Type.Boolean() });

export const PasswordReset = strict({ new_password: Password });

export const OpenSessions = strict({
  sessions: Type.Array(
    strict({
      id: Id,
      created_at: Time,
      last_seen_at: Time,
      expires_at: Time,
      is_current: Type.Boolean(),
      user_agent: NullableString,
      client_address: NullableString,
    }),
  ),
});

const TOKEN = {
  id: Id,
  name: Type.String(),
  scope: oneOf(TOKEN_SCOPES),
  created_at: Time,
  expires_at: NullableTime,
  last_used_at: NullableTime,
};

export const ApiTokens = strict({ tokens: Type.Array(strict(TOKEN)) });

export const NewApiToken = strict({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
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
    Type.String({ maxLength: 1024, description: 'Needed for the scope `admin`, and for a token that does not expire' }),
  ),
});

export const MadeApiToken = strict({
  ...TOKEN,
  token: Type.String({ description: 'What a client sends as `Authorization: Bearer …`; told this once' }),
});
