-- A user's saved views of the list. A deleted view keeps its row for a day, so that it can be restored; readers use the view `saved_views`,
-- which leaves it out.
create table stored_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- the name without case and accents
  name_key text collate "C" not null,
  -- the parameters of GET /publications that are not about pages
  parameters jsonb not null,
  layout text not null check (layout in ('titles', 'abstracts')),
  -- the order of the views; with gaps, and a restored view may have that of another
  place integer not null,
  deleted_at timestamptz,
  -- also for the foreign key of user_settings
  unique (user_id, id)
);
create unique index stored_views_by_name on stored_views (user_id, name_key) where deleted_at is null;

-- The unread counts of a user's views, kept until the library changes.
create table view_counts (
  user_id bigint primary key references users on delete cascade,
  -- [{"view_id", "unread_count"}]
  counts jsonb not null,
  -- xmin of the user's row in libraries before the counts were read
  library_version text not null,
  counted_at timestamptz not null default now()
);

-- The views that are not deleted.
create view saved_views as select id, user_id, name, name_key, parameters, layout, place from stored_views where deleted_at is null;

-- the view that the application opens with; null: Today
alter table user_settings add column start_view_id bigint,
  add foreign key (user_id, start_view_id) references stored_views (user_id, id) on delete set null (start_view_id);
