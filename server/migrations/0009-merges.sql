-- How something came to a work that others were merged into, so that it goes with them when the merge is taken back; dismissals that outlive a drop.

-- What led to the work: '<source> <key>', 'fingerprint <hexadecimal>' or 'doi <value>'; null where nothing was merged into it.
alter table publication_sources add column found_by text;
alter table publication_fingerprints add column found_by text;
alter table publication_identifiers add column found_by text;

-- Pairs that a person said are two works, by the ids that these had when all publications were dropped (see dropped_keys).
create table dropped_dismissals (
  low_id bigint not null,
  high_id bigint not null,
  dismissed_by_user_id bigint references users on delete set null,
  created_at timestamptz not null,
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index dropped_dismissals_high on dropped_dismissals (high_id);
