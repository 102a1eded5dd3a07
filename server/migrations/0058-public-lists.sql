-- Lists that users show to everybody, at addresses that they choose. Their options are as the API has them.
create table public_lists (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  slug text not null unique check (slug ~ '^[a-z0-9-]{3,60}$'),
  name text not null,
  scope text not null check (scope in ('favorites', 'scholar', 'view', 'tag')),
  scholar_id bigint references scholars on delete cascade,
  view_id bigint references stored_views on delete cascade,
  tag_id bigint references stored_tags on delete cascade,
  options jsonb not null check (jsonb_typeof(options) = 'object'),
  created_at timestamptz not null default now(),
  check (num_nonnulls(scholar_id, view_id, tag_id) = (scope <> 'favorites')::integer
    and (scope = 'scholar') = (scholar_id is not null) and (scope = 'view') = (view_id is not null))
);
create index public_lists_of_user on public_lists (user_id, id);
create index public_lists_of_scholar on public_lists (scholar_id) where scholar_id is not null;
create index public_lists_of_view on public_lists (view_id) where view_id is not null;
create index public_lists_of_tag on public_lists (tag_id) where tag_id is not null;

-- Papers that a public list shows first, in the order of their places, or not at all (place null). A choice stays with the publication for which it was
-- made, and counts for the canonical one.
create table public_list_choices (
  list_id bigint not null references public_lists on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  place integer,
  primary key (list_id, publication_id)
);
create index public_list_choices_of_publication on public_list_choices (publication_id);
