-- A scholar is a profile that a user tracks.
create table scholars (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  profile_id bigint not null references profiles,
  is_enabled boolean not null default true,
  image_override_url text,
  -- the first crawl came to its end
  baseline_completed boolean not null default false,
  -- listings up to this number are linked in the user's library
  looked_at_listing bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, profile_id)
);
create index scholars_of_profile on scholars (profile_id);

create table user_settings (
  user_id bigint primary key references users on delete cascade,
  request_delay_seconds double precision not null default 10
);

create table runs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  trigger_type text not null check (trigger_type in ('manual', 'scheduled')),
  status text not null check (status in ('running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled')),
  idempotency_key text,
  start_dt timestamptz not null default now(),
  end_dt timestamptz,
  scholar_count integer not null default 0,
  succeeded_count integer not null default 0,
  failed_count integer not null default 0,
  partial_count integer not null default 0,
  new_publication_count integer not null default 0,
  unique (user_id, idempotency_key),
  check ((end_dt is null) = (status in ('running', 'resolving')))
);
create unique index runs_one_active on runs (user_id) where status in ('running', 'resolving');
create index runs_of_user on runs (user_id, id desc);

-- The works in a user's library, and what the user did with each. State is on the work, not on the scholar.
create table user_publications (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  -- taken under the library's row lock: none appears late, so a snapshot is a number
  link_number bigint not null,
  is_read boolean not null default false,
  is_favorite boolean not null default false,
  -- the library's read number at the last change of is_read to true; null while unread
  read_number bigint,
  -- no tracked scholar accounts for it any more; its marks wait for the scholar's return
  is_hidden boolean not null default false,
  first_seen_at timestamptz not null,
  first_seen_run_id bigint references runs on delete set null,
  first_scholar_id bigint references scholars on delete set null,
  primary key (user_id, publication_id),
  check (is_read = (read_number is not null))
) with (fillfactor = 85);
create index user_publications_newest on user_publications (user_id, first_seen_at desc, link_number) where not is_hidden;
create index user_publications_unread on user_publications (user_id, first_seen_at desc, link_number)
  where not is_hidden and not is_read;
create index user_publications_favorites on user_publications (user_id, first_seen_at desc, link_number)
  where not is_hidden and is_favorite;
create index user_publications_by_number on user_publications (user_id, link_number);
create index user_publications_by_read on user_publications (user_id, read_number) where is_read;
create index user_publications_of_run on user_publications (first_seen_run_id) where first_seen_run_id is not null;
create index user_publications_of_publication on user_publications (publication_id);
create index user_publications_of_scholar on user_publications (first_scholar_id) where first_scholar_id is not null;

-- One row a user: the lock under which the library changes, its sequences and its counts.
create table libraries (
  user_id bigint primary key references users on delete cascade,
  last_link_number bigint not null default 0,
  last_read_number bigint not null default 0,
  link_count integer not null default 0,
  unread_count integer not null default 0,
  favorite_count integer not null default 0
);

-- Every user has a library and settings from the first moment.
create function make_library() returns trigger language plpgsql as $$
begin
  insert into libraries (user_id) values (new.id);
  insert into user_settings (user_id) values (new.id);
  return null;
end $$;
create trigger users_make_library after insert on users for each row execute function make_library();

-- The counts follow the rows, whoever writes them. A statement at a time, so that a page of 100 costs one update.
create function count_library() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update libraries l set link_count = l.link_count + d.links, unread_count = l.unread_count + d.unread, favorite_count = l.favorite_count + d.favorites
    from (select user_id, count(*) as links, count(*) filter (where not is_read) as unread, count(*) filter (where is_favorite) as favorites
          from after_rows where not is_hidden group by user_id) d
    where l.user_id = d.user_id;
  elsif tg_op = 'DELETE' then
    update libraries l set link_count = l.link_count - d.links, unread_count = l.unread_count - d.unread, favorite_count = l.favorite_count - d.favorites
    from (select user_id, count(*) as links, count(*) filter (where not is_read) as unread, count(*) filter (where is_favorite) as favorites
          from before_rows where not is_hidden group by user_id) d
    where l.user_id = d.user_id;
  else
    update libraries l set link_count = l.link_count + d.links, unread_count = l.unread_count + d.unread, favorite_count = l.favorite_count + d.favorites
    from (select user_id, sum(sign) as links, sum(sign) filter (where not is_read) as unread, sum(sign) filter (where is_favorite) as favorites
          from (select user_id, is_read, is_favorite, 1 as sign from after_rows where not is_hidden
                union all
                select user_id, is_read, is_favorite, -1 from before_rows where not is_hidden) changes
          group by user_id) s,
      lateral (select s.user_id, s.links, coalesce(s.unread, 0) as unread, coalesce(s.favorites, 0) as favorites) d
    where l.user_id = d.user_id and (d.links, d.unread, d.favorites) <> (0, 0, 0);
  end if;
  return null;
end $$;
create trigger user_publications_count_insert after insert on user_publications
  referencing new table as after_rows for each statement execute function count_library();
create trigger user_publications_count_delete after delete on user_publications
  referencing old table as before_rows for each statement execute function count_library();
create trigger user_publications_count_update after update on user_publications
  referencing old table as before_rows new table as after_rows for each statement execute function count_library();

-- Which works a tracked scholar accounts for.
create view scholar_works as
  select s.user_id, s.id as scholar_id, l.publication_id, l.listing_number
  from scholars s join profile_publications l on l.profile_id = s.profile_id;
