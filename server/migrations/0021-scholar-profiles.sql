-- A scholar is a person with several profiles: the main one, and the confirmed ones at other sources.
create table scholar_profiles (
  scholar_id bigint not null references scholars on delete cascade,
  profile_id bigint not null references profiles,
  -- of the scholar
  user_id bigint not null references users on delete cascade,
  -- the first crawl has finished
  baseline_completed boolean not null default false,
  -- listings up to this number have entries in the user's library
  processed_listing bigint not null default 0,
  confirmed_at timestamptz not null default now(),
  primary key (scholar_id, profile_id),
  unique (user_id, profile_id)
);
create index scholar_profiles_of_profile on scholar_profiles (profile_id);
insert into scholar_profiles (scholar_id, profile_id, user_id, baseline_completed, processed_listing, confirmed_at)
select id, profile_id, user_id, baseline_completed, processed_listing, created_at from scholars;

drop trigger scholars_make_counts on scholars;
drop function make_scholar_counts();
create function complete_scholar() returns trigger language plpgsql as $$
begin
  insert into scholar_counts (scholar_id) values (new.id);
  -- a scholar that was joined into another one takes its main profile back
  insert into scholar_profiles (scholar_id, profile_id, user_id) values (new.id, new.profile_id, new.user_id)
  on conflict (user_id, profile_id) do update set scholar_id = excluded.scholar_id;
  return null;
end $$;
create trigger scholars_complete after insert on scholars for each row execute function complete_scholar();

-- how many publications the source counted when the list was last read
alter table profiles add column work_count integer;
-- when the source said that the profile no longer exists; it is then crawled only if it is a main profile
alter table profiles add column gone_at timestamptz;

-- The author's ids at other sources that the page of a profile names.
create table profile_links (
  profile_id bigint not null references profiles on delete cascade,
  source text not null,
  source_id text not null,
  primary key (profile_id, source, source_id)
);

-- Publications that a user said are not by this scholar. They count for the canonical publication, too.
create table rejected_publications (
  scholar_id bigint not null references scholars on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  rejected_at timestamptz not null default now(),
  primary key (scholar_id, publication_id)
);
create index rejected_publications_of_publication on rejected_publications (publication_id);

-- Scholars that a user joined into another one, to undo that.
create table joined_scholars (
  id bigint generated always as identity primary key,
  scholar_id bigint not null references scholars on delete cascade,
  -- the row of the scholar that was joined, and its profiles
  joined jsonb not null,
  profile_ids bigint[] not null,
  -- what the user had rejected for it, and which of that the join added to the other scholar
  rejected_ids bigint[] not null,
  added_ids bigint[] not null,
  joined_at timestamptz not null default now()
);
create index joined_scholars_of_scholar on joined_scholars (scholar_id);

-- What the profiles of scholars list, according to the source or to an import of the user, without rejected publications.
drop view scholar_listings;
create view scholar_listings as
  select s.user_id, s.scholar_id, l.publication_id, l.number, l.first_listed_at, l.removed_at, l.profile_id,
    -- it has an entry in the user's library
    l.number is null or l.number <= s.processed_listing as is_processed
  from scholar_profiles s join listings l on l.profile_id = s.profile_id and (l.owner_user_id is null or l.owner_user_id = s.user_id)
  where not exists (
    select from rejected_publications r join publications p on p.id = r.publication_id
    where r.scholar_id = s.scholar_id and p.canonical_id = l.publication_id);
alter table scholars drop column baseline_completed, drop column processed_listing;

-- A queue item crawls one profile of a scholar.
alter table queue_items add column profile_id bigint references profiles;
update queue_items q set profile_id = s.profile_id from scholars s where s.id = q.scholar_id;
alter table queue_items alter column profile_id set not null;
create index queue_items_of_profile on queue_items (profile_id) where status <> 'dropped';
drop index queue_items_one_open;
create unique index queue_items_one_open on queue_items (scholar_id, profile_id) where status <> 'dropped';

-- A run has a result for each profile of each scholar.
alter table run_scholars add column profile_id bigint references profiles;
insert into profiles (source, source_id) select distinct 'google_scholar', source_id from run_scholars on conflict do nothing;
update run_scholars r set profile_id = p.id from profiles p where p.source = 'google_scholar' and p.source_id = r.source_id;
alter table run_scholars drop constraint run_scholars_run_id_scholar_id_key, drop constraint run_scholars_scholar_id_fkey,
  alter column profile_id set not null, drop column source_id;
-- scholars that are no longer tracked
update run_scholars set scholar_id = -id where scholar_id is null;
alter table run_scholars alter column scholar_id set not null, add unique (run_id, scholar_id, profile_id);

-- The result of each scholar of a run, from those of its profiles.
create view run_results as
  select run_id, scholar_id,
    case when bool_or(outcome = 'pending') then 'pending'
      when bool_or(outcome = 'success') and bool_and(outcome = 'success' or coalesce(state_reason in ('source_disabled', 'later', 'no_longer_tracked'), false)) then 'success'
      when bool_or(outcome in ('success', 'partial')) then 'partial'
      when bool_or(outcome = 'failed') then 'failed'
      else 'skipped' end as outcome,
    bool_or(is_visited) as is_visited,
    bool_and(state_reason in ('no_longer_tracked', 'disabled')) is true as is_excluded
  from run_scholars group by run_id, scholar_id;
