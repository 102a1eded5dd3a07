-- What was published about a paper after it appeared: retractions, expressions of concern, corrections. A notice belongs
-- to a DOI and not to a publication, so merges and undos move nothing.
create table notices (
  -- of the paper
  doi text collate "C" not null,
  -- who says so: 'retraction_watch', or 'crossref' for what the publisher registered there
  source text collate "C" not null check (source in ('retraction_watch', 'crossref')),
  -- the source's id: a record of Retraction Watch; at Crossref the type and the DOI of the notice
  source_id text collate "C" not null,
  nature text not null check (nature in ('retraction', 'withdrawal', 'concern', 'correction', 'reinstatement')),
  -- null: it has none, or that of the paper
  notice_doi text,
  -- null: not known
  noticed_on date,
  reasons text[] not null default '{}',
  -- the notice that says what the paper is now; a DOI has one at most, and none if the paper was only corrected or was
  -- reinstated (notices/store.ts)
  is_current boolean not null default false,
  primary key (doi, source, source_id)
);
create index notices_current on notices (doi) where is_current;

-- Lists of notices that are read as a whole.
create table notice_lists (
  source text primary key,
  -- of the last list that was saved; null: none was
  row_count integer,
  saved_at timestamptz,
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

-- Crossref's `updated-by` was stored as JSON. `update-to` names notices, too, and is often wrong.
insert into notices (doi, source, source_id, nature, notice_doi, noticed_on)
select distinct on (doi, source_id) * from (
  select m.record_id as doi, 'crossref', u ->> 'type' || ' ' || (u ->> 'doi') as source_id, n.nature, nullif(u ->> 'doi', m.record_id), (u ->> 'date')::date
  from publication_metadata m cross join jsonb_array_elements(m.updates) u
  join (values ('retraction', 'retraction'), ('withdrawal', 'withdrawal'), ('removal', 'withdrawal'), ('expression_of_concern', 'concern'),
    ('correction', 'correction'), ('corrigendum', 'correction'), ('erratum', 'correction'), ('addendum', 'correction'),
    ('clarification', 'correction'), ('partial_retraction', 'correction')) n (type, nature) on n.type = u ->> 'type'
  where m.source = 'crossref' and m.record_id is not null and u ->> 'direction' = 'updated-by'
) k order by doi, source_id;
update notices n set is_current = true from (
  select doi, source_id, row_number() over (partition by doi
    order by nature = 'correction', noticed_on desc nulls last, array_position('{retraction,withdrawal,reinstatement,concern}', nature), source_id) as place
  from notices
) k where n.doi = k.doi and n.source_id = k.source_id and k.place = 1 and n.nature not in ('correction', 'reinstatement');
alter table publication_metadata drop column updates;
