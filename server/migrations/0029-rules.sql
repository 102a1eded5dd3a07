-- What is done with new publications of a library that match a search (rules/apply-rules.ts). A deleted rule keeps its rows for a day, so that its undo
-- restores everything; readers use the view `rules`, which leaves it out.
create table stored_rules (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- the name without case and accents
  name_key text collate "C" not null,
  search text not null,
  -- tags to add; deleted tags are ignored
  tag_ids bigint[] not null default '{}',
  mark_read boolean not null,
  mark_favorite boolean not null,
  is_enabled boolean not null,
  -- the rule acts on entries with a higher number: those that arrived after it was made, enabled, or given another search
  after_entry_number bigint not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index stored_rules_by_name on stored_rules (user_id, name_key) where deleted_at is null;
create index stored_rules_deleted on stored_rules (user_id, deleted_at) where deleted_at is not null;

-- The rules that are not deleted.
create view rules as
select id, user_id, name, name_key, search, tag_ids, mark_read, mark_favorite, is_enabled, after_entry_number, created_at
from stored_rules where deleted_at is null;

-- Entries that a crawl added to a library with enabled rules, for 90 days. They count for the canonical publication, too.
create table rule_candidates (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  -- the number that the entry had first
  entry_number bigint not null,
  arrived_at timestamptz not null default now(),
  -- it arrived, or the publication changed, and the rules have not looked at it since
  is_due boolean not null default true,
  primary key (user_id, publication_id)
);
create index rule_candidates_due on rule_candidates (user_id, publication_id) where is_due;
create index rule_candidates_of_publication on rule_candidates (publication_id);
create index rule_candidates_arrived on rule_candidates (arrived_at);

-- On which publications a rule acted, and what is left of that. A mark or tag that the user removes is removed here, too.
create table rule_effects (
  rule_id bigint not null references stored_rules on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  user_id bigint not null references users on delete cascade,
  acted_at timestamptz not null default now(),
  tag_ids bigint[] not null,
  marked_read boolean not null,
  marked_favorite boolean not null,
  primary key (rule_id, publication_id)
);
create index rule_effects_of_publication on rule_effects (publication_id, user_id);
create index rule_effects_of_user on rule_effects (user_id);
