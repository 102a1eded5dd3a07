-- Publications like which a user wants to see more, or less. They count for the canonical publication, too.
create table reading_marks (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  mark text not null check (mark in ('more', 'less')),
  marked_at timestamptz not null default now(),
  primary key (user_id, publication_id)
);
create index reading_marks_of_publication on reading_marks (publication_id);

-- Publications that a user marked as read by themselves or in a selection, not with a whole list. They count for the canonical publication, too.
create table single_reads (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, publication_id)
);
create index single_reads_of_publication on single_reads (publication_id);

-- What lists in reading order were computed from, so that all pages of a list have the same order. Deleted after a day without a new list.
create table reading_bases (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- [{"id", "kind"}]: publications, and what the user did with each
  signals jsonb not null,
  -- the parts that are switched on
  parts text[] not null,
  used_at timestamptz not null default now()
);
create index reading_bases_of_user on reading_bases (user_id, id);

-- the parts of the reading order that are on
alter table user_settings add column reading_order_parts text[] not null
  default array['people', 'words', 'venues', 'references', 'freshness'];
