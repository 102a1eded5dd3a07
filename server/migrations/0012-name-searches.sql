-- Searches for people by name. Written by name-search/ alone.

-- What sources answered, for all users, and who asks at present: one at a time for a name.
create table name_searches (
  -- in lower case, one blank between words
  query text primary key,
  answer jsonb,
  asked_at timestamptz,
  expires_at timestamptz,
  -- who was killed while asking leaves the name to others after this
  claimed_until timestamptz,
  claim_number int not null default 0,
  check ((answer is null) = (expires_at is null) and (answer is null) = (asked_at is null))
);
create index name_searches_by_end on name_searches (coalesce(expires_at, claimed_until));

-- How many searches that no kept answer held a user made lately: each moves this time a step on, and it may only be so far ahead.
create table name_search_allowances (
  user_id bigint primary key references users on delete cascade,
  spent_until timestamptz not null
);
