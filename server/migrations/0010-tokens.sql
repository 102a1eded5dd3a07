-- What a user sees of the own sessions, and API tokens. Written by accounts/ alone.

-- of the sign-in; null in sessions that are older than these columns
alter table sessions
  add column user_agent text check (char_length(user_agent) <= 200),
  add column client_address text;

create table api_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the token: a copy of this table opens nothing
  token_hash bytea not null unique,
  -- each may do what those before it may
  scope text not null check (scope in ('read', 'write', 'admin')),
  created_at timestamptz not null default now(),
  -- null: never
  expires_at timestamptz,
  -- written once a minute at most
  last_used_at timestamptz
);
create index api_tokens_of_user on api_tokens (user_id);

-- Event streams that a token opened end with it, on every replica, as those of sessions do.
create trigger api_tokens_tell_ended after delete on api_tokens for each statement execute function tell_ended_sessions();
