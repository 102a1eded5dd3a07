-- What users said of profiles belongs to the user and a profile, not to a scholar: joining two scholars, undoing that, and untracking change none of it.
create temporary table old_decisions as
  select s.user_id, s.profile_id, d.source, d.source_id, d.decision, d.decided_at
  from author_id_decisions d join scholars s on s.id = d.scholar_id;
create temporary table old_rejections as
  select s.user_id, s.profile_id, r.publication_id, r.rejected_at
  from rejected_publications r join scholar_profiles s on s.scholar_id = r.scholar_id;
create temporary table old_joins as
  select s.user_id, j.scholar_id, j.joined, j.profile_ids, j.joined_at
  from joined_scholars j join scholars s on s.id = j.scholar_id order by j.id;
drop view scholar_listings;
drop table author_id_decisions, rejected_publications, joined_scholars;

create table author_id_decisions (
  user_id bigint not null references users on delete cascade,
  profile_id bigint not null references profiles on delete cascade,
  source text not null,
  source_id text not null,
  decision text not null check (decision in ('confirmed', 'rejected')),
  decided_at timestamptz not null default now(),
  primary key (user_id, profile_id, source, source_id)
);
insert into author_id_decisions select * from old_decisions;

create table rejected_publications (
  user_id bigint not null references users on delete cascade,
  profile_id bigint not null references profiles on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  rejected_at timestamptz not null default now(),
  primary key (user_id, profile_id, publication_id)
);
create index rejected_publications_of_publication on rejected_publications (publication_id);
insert into rejected_publications select * from old_rejections;

create table joined_scholars (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- the scholar that stays; if it was joined into another one itself, it comes back with its id
  scholar_id bigint not null,
  -- the row of the scholar that was joined, and its profiles
  joined jsonb not null,
  profile_ids bigint[] not null,
  joined_at timestamptz not null default now()
);
create index joined_scholars_of_scholar on joined_scholars (scholar_id);
insert into joined_scholars (user_id, scholar_id, joined, profile_ids, joined_at) select * from old_joins;
drop table old_decisions, old_rejections, old_joins;

-- What the profiles of scholars list, according to the source or to an import of the user, without rejected publications.
create view scholar_listings as
  select s.user_id, s.scholar_id, l.publication_id, l.number, l.first_listed_at, l.removed_at, l.profile_id,
    -- it has an entry in the user's library
    l.number is null or l.number <= s.processed_listing as is_processed
  from scholar_profiles s join listings l on l.profile_id = s.profile_id and (l.owner_user_id is null or l.owner_user_id = s.user_id)
  where not exists (
    select from rejected_publications r join publications p on p.id = r.publication_id
    where r.user_id = s.user_id and r.profile_id = s.profile_id and p.canonical_id = l.publication_id);

-- The publications that a scholar does not list because they are rejected for its profiles. A profile of a joined scholar may list them all the same.
create view scholar_rejections as
  select distinct s.user_id, s.scholar_id, p.canonical_id as publication_id
  from scholar_profiles s join rejected_publications r using (user_id, profile_id) join publications p on p.id = r.publication_id
  where not exists (select from scholar_listings w where w.scholar_id = s.scholar_id and w.publication_id = p.canonical_id);

-- The decisions about ids of scholars. An id that the scholar uses, or that one of two joined scholars has confirmed, is not rejected.
create view scholar_decisions as
  select distinct on (s.scholar_id, d.source, d.source_id) s.scholar_id, d.source, d.source_id, d.decision
  from scholar_profiles s join author_id_decisions d using (user_id, profile_id)
  where d.decision = 'confirmed' or not exists (
    select from scholar_profiles u join profiles f on f.id = u.profile_id
    where u.scholar_id = s.scholar_id and f.source = d.source and f.source_id = d.source_id)
  order by s.scholar_id, d.source, d.source_id, d.decision;

-- What is not by a person is not by the person on a new profile either.
create function take_rejections() returns trigger language plpgsql as $$
begin
  insert into rejected_publications (user_id, profile_id, publication_id)
  select new.user_id, new.profile_id, r.publication_id
  from scholar_profiles s join rejected_publications r using (user_id, profile_id)
  where s.scholar_id = new.scholar_id and s.profile_id <> new.profile_id
  on conflict do nothing;
  return null;
end $$;
create trigger scholar_profiles_take_rejections after insert on scholar_profiles for each row execute function take_rejections();

-- search results name an id, and the profiles that name it are wanted
create index profile_links_by_id on profile_links (source, source_id);

-- the next profile whose author ids are counted
create index profiles_by_count on profiles (author_ids_counted_at nulls first, id) where display_name is not null;
