-- A user's tags. A deleted tag keeps its rows for a day, so that its undo restores everything; readers use the view `tags`, which leaves it out.
create table stored_tags (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- the name without case and accents
  name_key text collate "C" not null,
  color text not null check (color in ('gray', 'red', 'orange', 'green', 'teal', 'blue', 'purple', 'pink')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- for the foreign key of publication_tags
  unique (id, user_id)
);
create unique index stored_tags_by_name on stored_tags (user_id, name_key) where deleted_at is null;
create index stored_tags_deleted on stored_tags (user_id, deleted_at) where deleted_at is not null;

-- The tags that are not deleted.
create view tags as select id, user_id, name, name_key, color, created_at from stored_tags where deleted_at is null;

-- The tags of library entries, including hidden entries.
create table publication_tags (
  user_id bigint not null,
  publication_id bigint not null,
  tag_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tag_id, publication_id),
  foreign key (tag_id, user_id) references stored_tags (id, user_id) on delete cascade
);
create index publication_tags_of_entry on publication_tags (user_id, publication_id) include (tag_id);

alter table merge_marks add column tag_ids bigint[] not null default '{}', add column combined_tag_ids bigint[] not null default '{}';

create or replace view library_entries as
select u.user_id, u.publication_id, u.entry_number,
  case when u.hidden_as is null then not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)
    else u.hidden_as = 'read' end as is_read,
  exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) as is_favorite,
  u.hidden_as is not null as is_hidden, u.first_seen_at, u.first_seen_run_id, u.first_scholar_id, u.scholar_ids,
  array(select k.tag_id from publication_tags k where k.user_id = u.user_id and k.publication_id = u.publication_id order by k.tag_id) as tag_ids
from user_publications u;

-- An entry that is deleted loses its tags.
create function delete_tags() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from publication_tags k using before_rows b where k.user_id = b.user_id and k.publication_id = b.publication_id;
  return null;
end $$;
create trigger user_publications_delete_tags after delete on user_publications
  referencing old table as before_rows for each statement execute function delete_tags();
