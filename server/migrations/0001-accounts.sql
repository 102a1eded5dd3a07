-- Who may use the service. Written by accounts/ alone.

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  -- the address as it is compared: NFC, lower case, trimmed
  email_key text not null unique,
  password_hash text not null,
  is_admin boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token: a copy of this table opens no session
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_age on sessions (created_at);

-- Failed logins, and those under way; a row is deleted when its login succeeds.
create table login_attempts (
  id bigint generated always as identity primary key,
  email_key text not null,
  address text not null,
  attempted_at timestamptz not null default clock_timestamp(),
  -- false while the password is being looked at
  has_failed boolean not null default false
);
create index login_attempts_by_email on login_attempts (email_key, attempted_at);
create index login_attempts_by_address on login_attempts (address, attempted_at);

-- Set-up links that were printed while there was no user.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null default now()
);
