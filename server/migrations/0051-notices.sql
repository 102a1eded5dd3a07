-- What was published about a paper after it appeared: retractions, expressions of concern, corrections. A notice belongs
-- to a DOI and not to a publication, so merges and undos move nothing.
create table notices (
  -- of the paper
  doi text collate "C" not null,
  -- whose list or record has it
  source text collate "C" not null check (source in ('retraction_watch', 'crossref')),
  -- the source's id of the notice; at Crossref also its type and DOI
  source_id text collate "C" not null,
  nature text not null check (nature in ('retraction', 'withdrawal', 'concern', 'correction', 'reinstatement')),
  -- null: it has none, or that of the paper
  notice_doi text,
  -- null: not known
  noticed_on date,
  reasons text[] not null default '{}',
  -- the DOI is that of a preprint, whose notices say nothing of its article
  is_of_preprint boolean not null,
  primary key (doi, source, source_id)
);

-- Lists of notices that are read as a whole.
create table notice_lists (
  source text primary key,
  -- how many notices the last list had that was saved; null: none was
  notice_count integer,
  -- of the last attempt
  tried_at timestamptz not null,
  -- why the last attempt saved nothing; null: it succeeded
  problem text
);

-- The notices that were in a user's library when Lectern looked: each was announced once at most.
create table seen_notices (
  user_id bigint not null references users on delete cascade,
  doi text collate "C" not null,
  nature text not null,
  -- null: the user has not said that they know
  acknowledged_at timestamptz,
  primary key (user_id, doi, nature)
);

-- What Crossref said of notices was stored as JSON and not used. The list and the next look-ups have it again.
alter table publication_metadata drop column updates;
