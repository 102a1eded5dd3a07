-- Users' keys for Zotero, and what each key reaches.
create table zotero_accounts (
  user_id bigint primary key references users on delete cascade,
  -- encrypted
  api_key bytea not null,
  user_name text not null,
  -- id ("users/1", "groups/2"), name, can_write
  libraries jsonb not null,
  -- no request before this time, because Zotero said so
  wait_until timestamptz
);
-- Lists that are kept in a collection of a library of Zotero.
create table zotero_syncs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- of the collection
  name text not null,
  scope text not null check (scope in ('favorites', 'scholar', 'view', 'tag')),
  scholar_id bigint references scholars on delete cascade,
  view_id bigint references stored_views on delete cascade,
  tag_id bigint references stored_tags on delete cascade,
  library text not null,
  collection_key text not null,
  has_collection boolean not null default false,
  -- changes of the library up to this version are known
  version bigint not null default 0,
  -- of the next push; null: it waits until the user wants it
  due_at timestamptz,
  is_running boolean not null default false,
  -- of the latest push, or of the one that is running
  result jsonb,
  pushed_at timestamptz,
  check ((scope = 'scholar') = (scholar_id is not null) and (scope = 'view') = (view_id is not null) and (scope = 'tag') = (tag_id is not null))
);
create index zotero_syncs_of_user on zotero_syncs (user_id, id);
create index zotero_syncs_of_scholar on zotero_syncs (scholar_id) where scholar_id is not null;
create index zotero_syncs_of_view on zotero_syncs (view_id) where view_id is not null;
create index zotero_syncs_of_tag on zotero_syncs (tag_id) where tag_id is not null;
create index zotero_syncs_due on zotero_syncs (due_at) where due_at is not null;
-- The items that Lectern made in libraries of Zotero. A link is saved before its item is sent, so nothing is made twice.
create table zotero_links (
  user_id bigint not null references users on delete cascade,
  library text not null,
  -- the publication for which the item was made; it counts for the canonical one
  publication_id bigint not null references publications on delete cascade,
  item_key text not null,
  -- of the item when Lectern last wrote it; 0: it is not known to exist
  version bigint not null default 0,
  -- the collections in which Lectern put it
  collections text[] not null,
  -- of what was sent last, and whether Zotero confirmed it
  digest bytea not null,
  is_confirmed boolean not null default false,
  -- the person made the item, and Lectern only adds it to collections
  is_own boolean not null default false,
  -- what the person did with it in Zotero: Lectern then writes it no more
  fate text check (fate in ('changed', 'deleted')),
  primary key (user_id, library, publication_id),
  unique (user_id, library, item_key)
);
create index zotero_links_of_publication on zotero_links (publication_id);
