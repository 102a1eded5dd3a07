import Type from 'typebox';
import { Id, PageNumber, Pagination, pageSize, strict, Time } from '../platform/http/shapes.ts';

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
