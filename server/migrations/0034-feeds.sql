-- The first of an entry's numbers. An entry that was hidden gets another entry_number when it is shown again; its first number stays, and follows it through
-- merges, so feeds name the entry by it. null: entry_number
alter table user_publications add column first_number bigint;
alter table merge_marks add column first_number bigint;

-- names the library outside of this database, in the ids of its feeds
alter table libraries add column uid uuid not null default gen_random_uuid();

create or replace view library_entries as
select u.user_id, u.publication_id, u.entry_number,
  case when u.hidden_as is null then not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)
    else u.hidden_as = 'read' end as is_read,
  exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) as is_favorite,
  u.hidden_as is not null as is_hidden, u.first_seen_at, u.first_seen_run_id, u.first_scholar_id, u.scholar_ids,
  array(select k.tag_id from publication_tags k where k.user_id = u.user_id and k.publication_id = u.publication_id order by k.tag_id) as tag_ids,
  coalesce(u.first_number, u.entry_number) as first_number
from user_publications u;

-- Addresses at which feed readers find a part of a user's library. Whoever has the address can read it.
create table feeds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  scope text not null check (scope in ('all', 'favorites', 'scholar', 'view')),
  scholar_id bigint references scholars on delete cascade,
  view_id bigint references stored_views on delete cascade,
  -- of the secret in the address
  secret_hash bytea not null unique,
  -- the secret, encrypted, so that the address can be shown again
  secret bytea not null,
  created_at timestamptz not null default now(),
  last_read_at timestamptz,
  check ((scope = 'scholar') = (scholar_id is not null) and (scope = 'view') = (view_id is not null))
);
create index feeds_of_user on feeds (user_id, id);
create index feeds_of_scholar on feeds (scholar_id) where scholar_id is not null;
create index feeds_of_view on feeds (view_id) where view_id is not null;
