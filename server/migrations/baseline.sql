-- The whole schema, for new installations. The numbered files bring a database of an older version to the same schema;
-- test/ops/baseline.test.ts compares the two.

-- == Accounts

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  -- the address, normalized for comparison: NFC, lower case, trimmed
  email_key text not null unique,
  password_hash text not null,
  is_admin boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- of a password that an administrator set for another user; null: the user chose it
  temporary_password_until timestamptz
);

create table sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token, so that a copy of this table opens no session
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  -- of the login; null in sessions that version 0.1.0 opened
  user_agent text check (char_length(user_agent) <= 200),
  client_address text,
  -- when the user last gave the password in this session; null: too long ago, or the clock was set back since
  confirmed_at timestamptz default now()
);
create index sessions_of_user on sessions (user_id);

-- Set-up links, printed while there was no user.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null default now()
);

-- Failed and pending logins. A row is deleted when its login succeeds.
create table login_attempts (
  id bigint generated always as identity primary key,
  email_key text not null,
  address text not null,
  attempted_at timestamptz not null default clock_timestamp(),
  -- false while the password is being checked
  has_failed boolean not null default false
);
create index login_attempts_by_address on login_attempts (address, attempted_at);
create index login_attempts_by_email on login_attempts (email_key, attempted_at);

create table api_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the token, so that a copy of this table grants no access
  token_hash bytea not null unique,
  -- each scope includes those before it
  scope text not null check (scope in ('read', 'write', 'admin')),
  created_at timestamptz not null default now(),
  -- null: never
  expires_at timestamptz,
  -- updated at most once a minute
  last_used_at timestamptz
);
create index api_tokens_of_user on api_tokens (user_id);

-- == Profiles and the scholars of each user

-- A profile is an author page at a source. It is crawled once for all users who track it.
create table profiles (
  id bigint generated always as identity primary key,
  source text not null,
  source_id text not null,
  display_name text,
  affiliation text,
  image_url text,
  -- the newest listing's number; assigned under this row's lock, so that numbers become visible in order
  last_listing_number bigint not null default 0,
  last_response_at timestamptz,
  -- sign-in pages since the last good response
  signin_responses integer not null default 0,
  created_at timestamptz not null default now(),
  -- increases with each crawl that begins
  crawl_number bigint not null default 0,
  -- the newest listing when the last crawl finished; null during a crawl and after an unfinished one, so that the next crawl is full
  settled_listing bigint,
  -- when the last finished crawl began, and the last full one
  crawled_at timestamptz,
  fully_crawled_at timestamptz,
  -- SHA-256 of the rows of the first page, or of their text and the version that read it, when it was last saved, and the highest number among their listings. Clear it when you remove listings
  top_digest bytea,
  top_listing bigint,
  -- when full crawls began to miss more rows than is likely; such listings are removed only if this lasts (crawling/save-page.ts)
  rows_missed_since timestamptz,
  -- when the author ids of a tracked profile were last counted, or the attempt began
  author_ids_counted_at timestamptz,
  -- how many publications the source counted when the list was last read
  work_count integer,
  -- when the source said that the profile no longer exists; it is then crawled only if it is a main profile
  gone_at timestamptz,
  unique (source, source_id)
);
create index profiles_by_count on profiles (author_ids_counted_at nulls first, id) where display_name is not null;

-- A scholar is a person as tracked by one user.
create table scholars (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- the main profile, which gives the scholar's name, photo and address; one of scholar_profiles
  profile_id bigint not null references profiles,
  is_enabled boolean not null default true,
  image_override_url text,
  created_at timestamptz not null default now(),
  -- the scholar's name in the user's import; shown until the profile has been crawled
  imported_name text,
  -- what is unread of the publications that the first crawls of the profiles find
  unread_past text not null default 'all' check (unread_past in ('all', 'recent', 'none')),
  unique (user_id, profile_id)
);
create index scholars_of_profile on scholars (profile_id);

-- The profiles of a scholar: the main one, and the confirmed ones at other sources.
create table scholar_profiles (
  scholar_id bigint not null references scholars on delete cascade,
  profile_id bigint not null references profiles,
  -- of the scholar
  user_id bigint not null references users on delete cascade,
  -- the first crawl has finished
  baseline_completed boolean not null default false,
  -- listings up to this number have entries in the user's library
  processed_listing bigint not null default 0,
  confirmed_at timestamptz not null default now(),
  -- false after a backup was restored, until the next complete crawl: what it finds may have been told before the restore
  tells_news boolean not null default true,
  primary key (scholar_id, profile_id),
  unique (user_id, profile_id)
);
create index scholar_profiles_of_profile on scholar_profiles (profile_id);

-- Fetched images, which Lectern serves so that browsers do not request them elsewhere: the photo of a profile, shared by all users who track it, or
-- the image at the address that a user entered for a scholar.
create table fetched_images (
  id bigint generated always as identity primary key,
  profile_id bigint unique references profiles on delete cascade,
  scholar_id bigint unique references scholars on delete cascade,
  -- the wanted address; the stored photo of a profile may still be from the previous one
  url text not null,
  image bytea,
  digest bytea,
  -- consecutive failures
  failure_count int not null default 0,
  asked_at timestamptz,
  due_at timestamptz not null default now(),
  check (num_nonnulls(profile_id, scholar_id) = 1),
  check ((image is null) = (digest is null))
);
-- images are already compressed
alter table fetched_images alter column image set storage external;
create index fetched_images_due on fetched_images (due_at);

-- Images that users uploaded for their scholars; deleted with the scholar.
create table scholar_uploads (
  scholar_id bigint primary key references scholars on delete cascade,
  image bytea not null,
  -- SHA-256 of the image
  digest bytea not null,
  created_at timestamptz not null default now()
);
alter table scholar_uploads alter column image set storage external;

-- Cached responses to name searches, for all users.
create table name_searches (
  -- in lower case, with one space between words
  query text primary key,
  answer jsonb not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
create index name_searches_by_end on name_searches (expires_at);

-- == Publications

-- Keys of a publication for the search for near duplicates (docs/duplicates.md). Two publications are compared if they
-- share an odd key or two even ones. Odd: how the title begins and ends. Even: the first author with the beginning, the
-- end, the initials and each of the longest words of the title; pairs of these words.
create function pair_keys(title_key text, authors text) returns integer[] language plpgsql immutable parallel safe as $$
declare
  letters text := nullif(replace(title_key, ' ', ''), '');
  -- a sign of these scripts says as much as three letters
  ends integer := case when letters ~ '[\u2e80-\uffff]' then 6 else 16 end;
  first_author text := split_part(translate(left(authors, 200), U&';\FF1B\FF0C\3001', ',,,,'), ',', 1);
  author text := lower(regexp_replace(normalize(first_author, NFKD), '[\u0300-\u036f]', '', 'g') collate "C");
  -- the last word that is not initials: sometimes wrong, but nearly always the same for both spellings of a name
  family text := coalesce(substring(author from '(?:^|.*[\s.-])([^\s.-]{3,})'), substring(author from '([^\s.-]+)[\s.-]*$'));
  words text[];
  initials text;
begin
  select array_agg(word order by length(word) desc, word), string_agg(left(word, 1), '' order by place)
  into words, initials
  from (
    select word, min(place) as place from string_to_table(title_key, ' ') with ordinality as t (word, place) group by word
  ) w;
  return array_remove(array[
    hashtext('<' || left(letters, ends)) | 1, hashtext('>' || right(letters, ends)) | 1,
    hashtext(family || '<' || left(letters, 8)) & -2, hashtext(family || '>' || right(letters, 8)) & -2,
    hashtext(family || '.' || initials) & -2,
    hashtext(family || ' ' || words[1]) & -2, hashtext(family || ' ' || words[2]) & -2,
    hashtext(family || ' ' || words[3]) & -2, hashtext(family || ' ' || words[4]) & -2,
    hashtext(family || ' ' || words[5]) & -2, hashtext(family || ' ' || words[6]) & -2,
    hashtext(words[1] || ' ' || words[2]) & -2, hashtext(words[1] || ' ' || words[3]) & -2,
    hashtext(words[1] || ' ' || words[4]) & -2, hashtext(words[2] || ' ' || words[3]) & -2,
    hashtext(words[2] || ' ' || words[4]) & -2, hashtext(words[3] || ' ' || words[4]) & -2
  ], null);
end
$$;

-- What users read: one row for all versions and all users. A merged publication keeps its row, which names the one that it was merged into.
create table publications (
  id bigint generated always as identity primary key,
  title text not null,
  -- the folded title, for sorting (search-words.ts)
  title_key text not null,
  author_text text,
  venue_text text,
  year integer,
  citation_count integer not null default 0 check (citation_count between 0 and 10000000),
  pub_url text,
  doi text,
  -- the identifier with the highest confidence: {kind, value, label, url, confidence_score}
  display_identifier jsonb,
  -- words of title, authors and venue, folded by the application (search-words.ts), with positions and the weights A, B and C
  search_vector tsvector not null,
  merged_into bigint references publications,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the user whose imports alone contain this publication; null: public
  owner_user_id bigint references users on delete cascade,
  -- the canonical publication, which is shown in place of this one, or itself; derived from merged_into
  canonical_id bigint not null,
  pair_keys integer[] generated always as (pair_keys(title_key, author_text)) stored,
  -- the best stage of its versions, which are its records seen by their stage (publications/versions.ts)
  stage text not null default 'other' check (stage in ('published', 'thesis', 'preprint', 'other')),
  check (merged_into <> id)
) with (fillfactor = 90);
create index publications_merged on publications (merged_into) where merged_into is not null;
create index publications_canonical on publications (canonical_id);
create index publications_of_owner on publications (owner_user_id) where owner_user_id is not null;
create index publications_search on publications using gin (search_vector);

-- What one source said about a publication; stored once and never moved. The display is computed from records (publications/summarize.ts).
create table records (
  id bigint generated always as identity primary key,
  -- the publication that this record created or matched; set once
  publication_id bigint not null references publications on delete cascade,
  -- the user whose import contains the record, and who alone sees it; null: public
  owner_user_id bigint references users on delete cascade,
  source text collate "C" not null,
  -- the source's key, or the digest of an imported item
  key text collate "C" not null,
  -- the source's key for all versions of the publication
  cluster_key text,
  doi text,
  -- values by which other records can match this one: 'row:…', 'cluster:…', 'doi:…', 'fp:…'; never removed
  evidence text[] not null,
  title text not null,
  -- in one line
  authors text,
  -- {"authors": as in publication_metadata, "has_more"}; null: the source prints only the line
  author_list jsonb,
  venue text,
  year integer,
  -- null: the source does not say
  citations integer,
  url text,
  -- only in imported records
  pdf_url text,
  -- only in imported records: as in publication_metadata, with "isbn" and "editors", and with the kind in the words of CSL as `type`
  biblio jsonb,
  -- when the source last changed the record; null: the migration from 0.1.0 copied it from a publication, and the source has not confirmed it
  stated_at timestamptz,
  created_at timestamptz not null default now(),
  -- only in imported records: when the user removed the publication from the library, which the record then does not account for
  removed_at timestamptz
) with (fillfactor = 85);
create index records_evidence on records using gin (evidence) with (fastupdate = off);
create unique index records_of_owner on records (owner_user_id, source, key) where owner_user_id is not null;
create index records_of_publication on records (publication_id);
create unique index records_of_source on records (source, key) where owner_user_id is null;

-- A listing says that a profile lists a record, according to a source or an import.
create table listings (
  record_id bigint not null references records on delete cascade,
  profile_id bigint not null references profiles on delete cascade,
  -- the user whose import says that this profile lists the record; null: the profile itself does
  owner_user_id bigint references users on delete cascade,
  -- the canonical publication of the record (derived)
  publication_id bigint not null,
  -- assigned under the profile's row lock, so that numbers become visible in order; null if an import says it
  number bigint,
  first_listed_at timestamptz not null default now(),
  -- the last full crawl that saw it
  seen_crawl bigint not null default 0,
  -- when a full crawl no longer saw it
  removed_at timestamptz,
  primary key (record_id, profile_id),
  check ((number is null) = (owner_user_id is not null))
);
create index listings_in_order on listings (profile_id, number);
create index listings_of_owner on listings (owner_user_id) where owner_user_id is not null;
create index listings_of_publication on listings (publication_id);

create table publication_identifiers (
  publication_id bigint not null references publications on delete cascade,
  kind text not null check (kind in ('doi', 'arxiv', 'pmcid', 'pmid', 'openalex')),
  value text not null,
  confidence double precision not null check (confidence between 0 and 1),
  source text not null,
  evidence_url text,
  created_at timestamptz not null default now(),
  -- A record that this identifier led to describes another publication. The identifier is not shown, and not used again unless its confidence is DOUBTED
  -- (publications/identifiers.ts).
  is_contradicted boolean not null default false,
  primary key (publication_id, kind, value)
);
create index publication_identifiers_by_value on publication_identifiers (kind, value);

-- What enrichment sources say about a publication, except identifiers: the latest accepted record of each source. Sizes are limited
-- (`sources/record.ts`).
create table publication_metadata (
  publication_id bigint not null references publications on delete cascade,
  source text not null,
  -- the source's id of the record: an OpenAlex work, a DOI at Crossref, an arXiv id, `MED/41744547` at Europe PMC
  record_id text,
  -- when the source returned it
  fetched_at timestamptz not null,
  -- plain text; null here and below: the source does not say
  abstract text,
  -- [{"name", "family", "orcid", "openalex_id"}] by position; rows of older versions have no "family"
  authors jsonb not null,
  has_all_authors boolean not null,
  -- OpenAlex work ids at OpenAlex, DOIs at Crossref
  referenced_works text[],
  is_retracted boolean,
  -- [{"type", "id_type", "id", "asserted_by"}], Crossref's `relation`
  relations jsonb,
  citation_count integer,
  -- where the source says that it is published: {"type", "container", "publisher", "volume", "issue", "pages", "issn"}, `type` in the source's words;
  -- null: the source does not say, or an older version stored the row
  biblio jsonb,
  -- `2020-06-05`, `2020-06` or `2020`; null: not known
  published_on text,
  -- how often a preprint was posted; null: not known
  version_number integer,
  primary key (publication_id, source)
);
create index publication_metadata_with_abstract on publication_metadata (publication_id) where abstract is not null;

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

-- == Author ids

-- The ids at other sources that publications of a profile list for the author with the profile's name (persons/count-author-ids.ts).
create table author_ids (
  profile_id bigint not null references profiles on delete cascade,
  source text not null check (source in ('openalex', 'orcid')),
  source_id text not null,
  -- the name that is listed with it
  name text not null,
  -- how many publications list it, and how many list ids of this source at all
  listed_count integer not null,
  publication_count integer not null,
  primary key (profile_id, source, source_id)
);
create index author_ids_by_id on author_ids (source, source_id);

-- Whether a user said that an id at a source belongs to the person with this profile. It outlives new counts and untracking.
create table author_id_decisions (
  user_id bigint not null references users on delete cascade,
  profile_id bigint not null references profiles on delete cascade,
  source text not null,
  source_id text not null,
  decision text not null check (decision in ('confirmed', 'rejected')),
  decided_at timestamptz not null default now(),
  primary key (user_id, profile_id, source, source_id)
);

-- The author's ids at other sources that the page of a profile names.
create table profile_links (
  profile_id bigint not null references profiles on delete cascade,
  source text not null,
  source_id text not null,
  primary key (profile_id, source, source_id)
);
create index profile_links_by_id on profile_links (source, source_id);

-- Publications of a profile that a user said are not by the person. They count for the canonical publication, too.
create table rejected_publications (
  user_id bigint not null references users on delete cascade,
  profile_id bigint not null references profiles on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  rejected_at timestamptz not null default now(),
  primary key (user_id, profile_id, publication_id)
);
create index rejected_publications_of_publication on rejected_publications (publication_id);

-- Scholars that a user joined into another one, to undo that.
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

-- == Runs

create table runs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  trigger_type text not null check (trigger_type in ('manual', 'scheduled')),
  status text not null check (status in ('running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled')),
  idempotency_key text,
  start_dt timestamptz not null default now(),
  end_dt timestamptz,
  scholar_count integer not null default 0,
  succeeded_count integer not null default 0,
  failed_count integer not null default 0,
  partial_count integer not null default 0,
  new_publication_count integer not null default 0,
  visited_count integer not null default 0,
  finished_count integer not null default 0,
  last_event_number bigint not null default 0,
  unique (user_id, idempotency_key),
  check ((end_dt is null) = (status in ('running', 'resolving')))
);
create index runs_of_user on runs (user_id, id desc);
create unique index runs_one_active on runs (user_id) where status in ('running', 'resolving');

-- The results of a run, one for each profile of each scholar. The view run_results combines those of a scholar.
create table run_scholars (
  id bigint generated always as identity primary key,
  run_id bigint not null references runs on delete cascade,
  -- not a reference, because the result stays when the scholar is no longer tracked
  scholar_id bigint not null,
  outcome text not null default 'pending' check (outcome in ('success', 'partial', 'failed', 'skipped', 'pending')),
  state text check (state in ('ok', 'no_results', 'blocked_or_captcha', 'layout_changed', 'network_error', 'not_found')),
  state_reason text,
  attempt_count integer not null default 0,
  publication_count integer not null default 0,
  new_publication_count integer not null default 0,
  start_cstart integer not null default 0,
  continuation_cstart integer,
  continuation_enqueued boolean not null default false,
  continuation_cleared boolean not null default false,
  warnings jsonb not null default '[]',
  error text,
  debug jsonb,
  -- its first page was requested, and a response arrived
  is_visited boolean not null default false,
  -- the remaining pages were given up after the last attempt
  is_exhausted boolean not null default false,
  profile_id bigint not null references profiles,
  unique (run_id, scholar_id, profile_id)
);
create index run_scholars_of_scholar on run_scholars (scholar_id, run_id);

-- The live events of a run. Numbers are assigned under the run's row lock, so that they become visible in order.
create table run_events (
  run_id bigint not null references runs on delete cascade,
  number bigint not null,
  kind text not null,
  data json not null,
  created_at timestamptz not null default now(),
  primary key (run_id, number)
);

-- Failures in a user's own runs. The cooldown itself belongs to the source.
create table user_safety_counters (
  user_id bigint primary key references users on delete cascade,
  consecutive_blocked_runs integer not null default 0,
  consecutive_network_runs integer not null default 0,
  cooldown_entry_count integer not null default 0,
  blocked_start_count integer not null default 0,
  last_blocked_failure_count integer not null default 0,
  last_network_failure_count integer not null default 0,
  last_evaluated_run_id bigint
);

-- == Libraries

-- One row for each user: the lock under which the library changes, its sequences and its counts.
create table libraries (
  user_id bigint primary key references users on delete cascade,
  last_entry_number bigint not null default 0,
  last_read_number bigint not null default 0,
  entry_count integer not null default 0,
  unread_count integer not null default 0,
  favorite_count integer not null default 0,
  -- its visible entries are in library_words
  has_words boolean not null default false,
  -- names the library outside of this database, in the ids of its feeds
  uid uuid not null default gen_random_uuid()
);

-- Library entries: the publications in a user's library. Marks are separate rows (unread, favorites), because changing an entry rewrites all its
-- index entries.
create table user_publications (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  -- assigned under the library's row lock, so that numbers become visible in order and a snapshot is one number
  entry_number bigint not null,
  first_seen_at timestamptz not null,
  first_seen_run_id bigint,
  first_scholar_id bigint,
  -- null: the entry is visible; else nothing accounts for it, or its publication was merged, and it gets this mark when it becomes visible again
  hidden_as text check (hidden_as in ('read', 'unread')),
  -- not null: the entry of a merged publication was a favorite when it was hidden, set by these rules or (empty) by the user
  hidden_favorite bigint[],
  -- the user's scholars who account for it (view accounts), in the order of their ids; those of a merged publication are from before the merge
  scholar_ids bigint[] not null default '{}',
  -- copies of the publication's sort values (view publication_order)
  year integer,
  citations integer not null default 0,
  title_prefix text collate "C" not null default '',
  pdf_rank smallint not null default 0,
  -- The first of the entry's numbers. An entry that was hidden gets another entry_number when it is shown again; its first number stays, and follows it
  -- through merges, so feeds name the entry by it. null: entry_number
  first_number bigint,
  primary key (user_id, publication_id),
  check (hidden_favorite is null or hidden_as is not null)
) with (fillfactor = 85);
create index user_publications_by_citations on user_publications (user_id, citations desc, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_number on user_publications (user_id, entry_number);
create index user_publications_by_pdf on user_publications (user_id, pdf_rank desc, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_scholar on user_publications (user_id, first_scholar_id, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_title on user_publications (user_id, title_prefix) include (publication_id) where hidden_as is null;
create index user_publications_by_year on user_publications (user_id, year desc nulls last, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_newest on user_publications (user_id, first_seen_at desc, entry_number) include (publication_id) where hidden_as is null;
create index user_publications_of_publication on user_publications (publication_id);
create index user_publications_of_run on user_publications (user_id, first_seen_run_id) where first_seen_run_id is not null;

-- An unread publication of a library. A visible entry without such a row is read.
create table unread (
  user_id bigint not null,
  publication_id bigint not null,
  -- of the entry
  first_seen_at timestamptz not null,
  entry_number bigint not null,
  scholar_ids bigint[] not null,
  primary key (user_id, publication_id)
);
create index unread_newest on unread (user_id, first_seen_at desc, entry_number) include (publication_id);

-- A favorite of a library.
create table favorites (
  user_id bigint not null,
  publication_id bigint not null,
  -- of the entry
  first_seen_at timestamptz not null,
  entry_number bigint not null,
  scholar_ids bigint[] not null,
  -- null: the user set it; else the rules that did
  rule_ids bigint[],
  primary key (user_id, publication_id)
);
create index favorites_newest on favorites (user_id, first_seen_at desc, entry_number) include (publication_id);

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

-- The tags of library entries, including hidden entries.
create table publication_tags (
  user_id bigint not null,
  publication_id bigint not null,
  tag_id bigint not null,
  created_at timestamptz not null default now(),
  -- null: the user set it; else the rules that did
  rule_ids bigint[],
  primary key (tag_id, publication_id),
  foreign key (tag_id, user_id) references stored_tags (id, user_id) on delete cascade
);
create index publication_tags_of_entry on publication_tags (user_id, publication_id) include (tag_id);

-- The visible entries of large libraries with the words of their publications, for searches. An index of all publications would also find those
-- of other libraries.
create table library_words (
  user_id bigint not null,
  publication_id bigint not null,
  -- of the entry
  first_seen_at timestamptz not null,
  entry_number bigint not null,
  scholar_ids bigint[] not null,
  -- of the publication; with "@" and the user's id as one more word
  words tsvector not null,
  primary key (publication_id, user_id)
);
create index library_words_search on library_words using gin (words, scholar_ids);
-- a search that finds many publications reads its page newest first
create index library_words_newest on library_words (user_id, first_seen_at desc, entry_number);

-- The key by which a user cites a publication, in BibTeX and other formats (citations/cite-keys.ts). Given at the first use, and never changed.
create table cite_keys (
  user_id bigint not null references users on delete cascade,
  -- The key stays with the publication for which it was given. A canonical publication without a key of its own shows that of one merged into it.
  publication_id bigint not null references publications on delete cascade,
  key text collate "C" not null,
  -- how the key was made: the stem, and which one of the user's keys with this stem it is, from 0
  stem text collate "C" not null,
  number integer not null,
  primary key (publication_id, user_id),
  unique (user_id, key)
);
create index cite_keys_of_stem on cite_keys (user_id, stem, number);

-- What one statement marked as read. Open lists keep these publications, and the undo of mark-all-read needs them. Deleted after a day.
create table read_batches (
  user_id bigint not null references users on delete cascade,
  -- a number of the library, one for each batch
  read_number bigint not null,
  publication_ids bigint[] not null,
  at timestamptz not null default now(),
  primary key (user_id, read_number)
);
-- compressing the ids of a large library takes longer than marking it as read
alter table read_batches alter column publication_ids set storage external;

-- Not in the scholar's row, because that is locked before the library, and these counts change under the library's lock.
create table scholar_counts (
  scholar_id bigint primary key references scholars on delete cascade,
  publication_count integer not null default 0,
  unread_count integer not null default 0
);

-- Publications whose new sort values and words have to be copied to their entries (library/jobs/copy-order.ts).
create table order_changes (
  id bigint generated always as identity primary key,
  publication_id bigint not null,
  -- null: not copied yet; else this transaction and all later ones began after the copy
  copied_before xid8
);

-- Preprints that were published after users had them, as the users were told, once for all time. They count for the
-- canonical publication, too.
create table published_preprints (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  published_at timestamptz not null default now(),
  primary key (user_id, publication_id)
);
create index published_preprints_of_publication on published_preprints (publication_id);

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

-- Notes of users on publications, in Markdown as they were written. A publication can have several notes of a user.
create table notes (
  user_id bigint not null references users on delete cascade,
  -- made by the client, so that a request can be sent again; an id means nothing to other users
  id uuid not null,
  -- A note stays with the publication for which it was written. Canonical publications also show the notes of those merged into them.
  publication_id bigint not null references publications on delete cascade,
  text text not null check (text <> ''),
  -- the words of the text, folded like those of searches (library/search-words.ts)
  words tsvector not null,
  -- grows with each change
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index notes_of_publication on notes (publication_id, user_id);

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

-- On which publications a rule acted. They count for the canonical publication, too. Tags and favorites name the rules that set them. Read is the absence of a
-- row, so `marked_read` says here that a rule marked the publication as read, and nobody changed that since.
create table rule_effects (
  rule_id bigint not null references stored_rules on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  user_id bigint not null references users on delete cascade,
  acted_at timestamptz not null default now(),
  marked_read boolean not null,
  primary key (rule_id, publication_id)
);
create index rule_effects_of_publication on rule_effects (publication_id, user_id);
create index rule_effects_of_user on rule_effects (user_id);

create table user_settings (
  user_id bigint primary key references users on delete cascade,
  request_delay_seconds double precision not null default 10,
  auto_run_enabled boolean not null default false,
  run_interval_minutes integer not null default 1440,
  nav_visible_pages text[] not null default array['dashboard', 'scholars', 'publications', 'settings', 'runs', 'users'],
  -- AES-256-GCM, see platform/secrets.ts
  openalex_api_key bytea,
  crossref_api_token bytea,
  crossref_api_mailto text,
  unpaywall_email text,
  -- where a paper that is not free can be got; null: as the operator says
  link_resolver text,
  proxy_prefix text,
  -- the parts of the reading order that are on
  reading_order_parts text[] not null default array['people', 'words', 'venues', 'references', 'freshness'],
  -- the view that the application opens with; null: Today
  start_view_id bigint,
  foreign key (user_id, start_view_id) references stored_views (user_id, id) on delete set null (start_view_id)
);

-- == Crawling

-- One row for each source and credential, for all users, workers and machines.
create table source_states (
  source text not null,
  last_request_at timestamptz,
  last_success_at timestamptz,
  cooldown_until timestamptz,
  cooldown_reason text,
  -- consecutive cooldowns; each is twice as long as the previous one
  cooldown_step integer not null default 0,
  cooldown_entered_at timestamptz,
  blocked_in_a_row integer not null default 0,
  unreachable_in_a_row integer not null default 0,
  -- when the last cooldown after a block ends; the next one is longer unless this was more than a day ago
  blocked_until timestamptz,
  -- the earliest time for the next request; the interval and the concurrency that the source's headers advertise
  next_request_at timestamptz,
  advertised_interval_seconds double precision,
  advertised_concurrency integer,
  -- 'shared' is the row of the source itself, with the operator's budget. Other rows belong to a user's own key, or to a kind of work that has a
  -- share of the operator's budget.
  credential text not null default 'shared',
  -- requests or credits spent on this day of the budget, and the total budget that the source advertised
  spent double precision not null default 0,
  advertised_limit double precision,
  resets_at timestamptz,
  -- the source rejected the credential, which is not used before this time
  refused_until timestamptz,
  -- the word of the response that started the cooldown
  cooldown_response text,
  primary key (source, credential)
);

-- When a user last had a request slot of a source. The user's delay spaces the user's own requests, and the user served longest ago is next.
create table user_request_slots (
  source text not null,
  user_id bigint not null references users on delete cascade,
  last_request_at timestamptz not null,
  primary key (source, user_id)
);
create index user_request_slots_in_order on user_request_slots (source, last_request_at, user_id);

-- The crawl queue, with claims and their expiry (crawling/claim-store.ts).
create table queue_items (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  scholar_id bigint not null references scholars on delete cascade,
  source text not null,
  status text not null default 'queued' check (status in ('queued', 'retrying', 'dropped')),
  reason text not null,
  dropped_reason text,
  attempt_count integer not null default 0,
  -- network failures since the last response; their retries belong to the same attempt
  quick_retry_count integer not null default 0,
  resume_row integer not null default 0,
  -- when the first page of this crawl was requested; this is the first-seen time of new publications
  crawl_started_at timestamptz,
  pages_this_attempt integer not null default 0,
  -- another profile to request instead, to distinguish an unknown id from a block
  verify_profile_id bigint references profiles on delete set null,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  run_id bigint references runs on delete set null,
  last_run_id bigint references runs on delete set null,
  -- the fencing token: increases with each claim, so that a worker that lost its claim is rejected
  claim_number bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the number of the crawl that this item performs; null before its first page
  crawl_number bigint,
  -- the crawl stops at a page with only listings up to this number; null: it reads the whole profile
  known_listing bigint,
  made_by_run_id bigint references runs on delete set null,
  -- when the claim expires and another worker may take the item
  claimed_until timestamptz,
  -- consecutive expired claims
  lost_count integer not null default 0,
  -- the profile of the scholar that is crawled
  profile_id bigint not null references profiles,
  check ((status = 'retrying') = (claimed_until is not null)),
  check (least(attempt_count, quick_retry_count, resume_row, pages_this_attempt, claim_number) >= 0)
);
create index queue_items_claimed on queue_items (source, claimed_until) where status = 'retrying';
create index queue_items_made_by on queue_items (made_by_run_id) where made_by_run_id is not null;
create index queue_items_of_profile on queue_items (profile_id) where status <> 'dropped';
create index queue_items_of_run on queue_items (run_id) where run_id is not null;
create index queue_items_of_turn on queue_items (source, user_id, next_attempt_at, id) where status = 'queued';
create index queue_items_of_user on queue_items (user_id, id);
create unique index queue_items_one_open on queue_items (scholar_id, profile_id) where status <> 'dropped';

-- == Enrichment and other background work

-- Work that only one process does at a time: a scheduled job, or the enrichment from one source.
create table background_work (
  name text collate "C" primary key,
  -- when it is due next; a claim sets it to infinity, so that a time that is set during the work is kept
  due_at timestamptz not null,
  -- when the claim expires and another process may do the work, or when it was released
  claimed_until timestamptz not null,
  -- the fencing token: the number of the latest claim
  claim_number bigint not null,
  -- the clock at the last execution of the job that notices that the clock was set back; null for all other work
  clock_at timestamptz
);

-- The latest successful and the latest failed scheduled backup, which the administrators' page and the metrics show.
create table backup_results (
  outcome text primary key check (outcome in ('success', 'failure')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  file text,
  bytes bigint,
  -- why it failed, for the operator
  reason text,
  check (case outcome when 'success' then file is not null and bytes is not null and reason is null else file is null and bytes is null and reason is not null end)
);

-- The enrichment of a publication: its open step, if any, and its PDF search as users and operators see it.
create table enrichment (
  publication_id bigint primary key references publications on delete cascade,
  -- the source of the next step, 'web' for PDF checks; null: no step is open
  source text,
  due_at timestamptz not null default now(),
  -- 0: a user waits for it; 1: background work
  priority smallint not null default 1,
  -- increases with each step, so that the late result of an earlier step is rejected
  step_number integer not null default 0,
  -- failures of this step
  failure_count integer not null default 0,
  -- what was requested and found so far
  progress jsonb not null default '{}',
  -- the user whose own keys are used
  user_id bigint references users on delete set null,
  -- older cached responses are not used
  ignores_answers_before timestamptz,
  opened_at timestamptz not null default now(),
  status text not null default 'queued' check (status in ('queued', 'running', 'resolved', 'failed')),
  pdf_url text,
  version text check (version in ('published', 'accepted', 'submitted')),
  license text,
  -- the source that named the URL, or that was requested last
  last_source text,
  attempt_count integer not null default 0,
  -- automatic attempts since a user last requested one
  auto_retry_count integer not null default 0,
  failure_reason text,
  failure_detail text,
  -- the URLs of the last attempt, and why each was rejected
  candidates jsonb not null default '[]',
  requested_by_user_id bigint references users on delete set null,
  queued_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- when the next automatic attempt or PDF check is due
  next_attempt_at timestamptz,
  resolved_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((status = 'resolved') <= (pdf_url is not null))
);
create index enrichment_failed on enrichment (updated_at desc, publication_id) where status = 'failed';
create index enrichment_in_order on enrichment (source, priority, due_at, publication_id) where source is not null;
create index enrichment_latest on enrichment (updated_at desc, publication_id);
create index enrichment_next on enrichment (next_attempt_at) where status in ('resolved', 'failed');

-- The open enrichment for which an active run waits, of publications that it found.
create table run_enrichment (
  publication_id bigint not null references enrichment on delete cascade,
  run_id bigint not null references runs on delete cascade,
  primary key (publication_id, run_id)
);
create index run_enrichment_of_run on run_enrichment (run_id);

-- Cached responses of sources. An empty list means that the source does not know the publication.
create table source_responses (
  source text not null,
  query text not null,
  records jsonb not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (source, query)
);
create index source_responses_expired on source_responses (expires_at);

-- == Maintenance

-- Repairs that operators started, as dry runs or applied.
create table repair_jobs (
  id bigint generated always as identity primary key,
  job_name text not null,
  -- the name that the operator gave, else the email address
  requested_by text not null,
  requested_by_user_id bigint references users on delete set null,
  dry_run boolean not null,
  status text not null default 'planned' check (status in ('planned', 'running', 'completed', 'failed')),
  scope jsonb not null default '{}',
  summary jsonb not null default '{}',
  error_text text,
  started_at timestamptz,
  finished_at timestamptz,
  -- when its merges were undone
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The audit log: who changed what, and the previous values. Rows are never deleted, and outlive the users and publications that they name.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor text not null,
  actor_user_id bigint references users on delete set null,
  -- 'merge.link', 'repair.hide-link', 'account.sign-in' …; the undo selects rows by this name
  action text not null,
  repair_job_id bigint references repair_jobs,
  -- the user of the library, and the publication
  user_id bigint,
  publication_id bigint,
  before jsonb,
  after jsonb
);
create index audit_log_of_job on audit_log (repair_job_id, id) where repair_job_id is not null;
create index audit_log_of_publication on audit_log (publication_id, id) where publication_id is not null;
-- Sign-ins are kept for 90 days, and changes forever. Both are read apart, so that neither hides the other.
create index audit_log_sign_ins on audit_log (user_id, action, id) where action like 'account.sign-in%';
create index audit_log_changes on audit_log (id) where action not like 'account.sign-in%';

-- Pairs of publications that an operator marked as different.
create table dismissed_duplicates (
  low_id bigint not null references publications on delete cascade,
  high_id bigint not null references publications on delete cascade,
  dismissed_by_user_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index dismissed_duplicates_high on dismissed_duplicates (high_id);

-- A merge of one publication into another.
create table merges (
  id bigint generated always as identity primary key,
  -- null: a crawl merged a private publication into a public one
  job_id bigint references repair_jobs,
  merged_id bigint not null references publications on delete cascade,
  target_id bigint not null references publications on delete cascade,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index merges_of_job on merges (job_id) where job_id is not null;
create index merges_of_winner on merges (target_id);
-- a publication is merged once at a time; the foreign key could not use a partial index
create unique index merges_standing on merges (merged_id, undone_at) nulls not distinct;

-- The event log: what happened that users may want to hear of. Rows are written in the transaction that makes the news, and never changed, except that
-- each gets its number once (events/number-events.ts).
create table events (
  id bigint generated always as identity primary key,
  -- names the event outside of this database, also after a backup was restored
  uid uuid not null default gen_random_uuid(),
  -- the order in which readers see events. It is given after the commit, because ids become visible in another order. null: not given yet
  number bigint unique,
  kind text not null,
  -- null: for all users
  user_id bigint references users on delete cascade,
  -- the publications for which it was written; readers see the canonical ones
  publication_ids bigint[] not null default '{}',
  scholar_id bigint,
  data jsonb not null default '{}',
  occurred_at timestamptz not null default clock_timestamp()
);
create index events_unnumbered on events (id) where number is null;
create index events_of_user on events (user_id, number);
create index events_occurred on events (occurred_at);

-- One row: the last number that an event got.
create table event_numbers (
  is_only boolean primary key default true check (is_only),
  last_number bigint not null default 0
);
insert into event_numbers default values;

-- Where a user's news is sent, and when. A channel is claimed by one worker at a time, as queue items are.
create table channels (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('mail', 'webhook', 'slack', 'mattermost', 'discord', 'zulip', 'ntfy')),
  name text not null,
  -- address or URL, and secrets (channels/target.ts); encrypted
  target bytea not null,
  -- what the user sees of it
  shown_target text not null,
  -- what is told (channels/contract.ts): {event_kinds, scholar_ids, view_ids}
  filter jsonb not null,
  -- {frequency, hour, weekdays, time_zone}
  schedule jsonb not null,
  -- the beginning of the links in its messages, such as https://lectern.example
  origin text not null,
  -- null: nothing is sent before the owner of the address agreed
  confirmed_at timestamptz,
  -- the last event that its messages told or left out
  told_number bigint not null,
  -- when the next message is composed; null: nothing to tell
  next_at timestamptz,
  -- the day of the last daily or weekly message, such as 2026-11-25, in the time zone of the schedule then
  last_day text,
  paused_at timestamptz,
  pause_reason text,
  -- consecutive failures; each is followed by a longer wait
  failure_count integer not null default 0,
  retry_at timestamptz not null default '-infinity',
  claimed_until timestamptz not null default '-infinity',
  -- the fencing token
  claim_number bigint not null default 0,
  created_at timestamptz not null default now()
);
create index channels_of_user on channels (user_id, id);
create index channels_next on channels (next_at) where next_at is not null and paused_at is null;

-- Messages of channels: those to send, and the log of those sent.
create table deliveries (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channels on delete cascade,
  -- the same in each attempt, so that the receiver recognizes the message
  message_id uuid not null default gen_random_uuid(),
  -- handed_over: a mail or a chat message that is being sent, and may have arrived
  status text not null default 'waiting' check (status in ('waiting', 'handed_over', 'delivered', 'unconfirmed', 'failed')),
  is_test boolean not null default false,
  event_ids bigint[] not null,
  -- the publications among them that it tells
  publication_ids bigint[] not null,
  attempt_count integer not null default 0,
  due_at timestamptz not null default now(),
  -- why the last attempt failed, in the words that the user sees
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index deliveries_of_channel on deliveries (channel_id, id);
create index deliveries_open on deliveries (channel_id, due_at) where status in ('waiting', 'handed_over');
create index deliveries_created on deliveries (created_at);

-- What a channel has told, so that it never tells it again: whatever was merged since, or is merged and undone later.
create table told_publications (
  channel_id bigint not null references channels on delete cascade,
  event_kind text not null,
  publication_id bigint not null references publications on delete cascade,
  primary key (channel_id, event_kind, publication_id)
);
create index told_publications_of_publication on told_publications (publication_id);

-- Mails of the last day that asked somebody to agree to a channel. The limits count them.
create table confirmation_mails (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- a signature of the address (channels/mail/request-confirmation.ts), so that the address of somebody who never agreed is not kept
  address_key bytea not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index confirmation_mails_sent on confirmation_mails (sent_at);

-- == Views and triggers

-- The words of an abstract, without case and accents; each Chinese or Japanese character is a word. Not in SQL, because
-- PostgreSQL would replace such a function by its body, whose cost it believes to be far lower.
create function abstract_words(abstract text) returns tsvector language plpgsql immutable parallel safe cost 500 as $$
begin
  return to_tsvector('pg_catalog.simple', regexp_replace(
    regexp_replace(normalize(abstract, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'),
    '([\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g'));
end $$;
create index publication_metadata_words on publication_metadata using gin (abstract_words(abstract)) where abstract is not null;

-- Short keys of references, whose index finds what cites a publication. There are 65,536 keys, so different ids often have
-- the same one, and a statement must compare the ids, too. An index of the ids themselves would be nine times as large,
-- and larger than the table. The cost keeps PostgreSQL from computing the keys of all rows. The function is not parallel
-- safe, because PostgreSQL expects far more rows than there are, and starting a worker takes longer than reading them.
create function reference_keys(ids text[]) returns integer[] language sql immutable strict cost 500 as $$
  select array_agg(hashtext(id) & 65535) from unnest(ids) as t (id)
$$;
create index publication_metadata_citing on publication_metadata using gin (reference_keys(referenced_works))
  where referenced_works is not null;

-- The tags that are not deleted.
create view tags as select id, user_id, name, name_key, color, created_at from stored_tags where deleted_at is null;

-- The views that are not deleted.
create view saved_views as select id, user_id, name, name_key, parameters, layout, place from stored_views where deleted_at is null;

-- A library entry with its marks and tags.
create view library_entries as
select u.user_id, u.publication_id, u.entry_number,
  case when u.hidden_as is null then not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)
    else u.hidden_as = 'read' end as is_read,
  u.hidden_favorite is not null or exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) as is_favorite,
  u.hidden_as is not null as is_hidden, u.first_seen_at, u.first_seen_run_id, u.first_scholar_id, u.scholar_ids,
  array(select k.tag_id from publication_tags k where k.user_id = u.user_id and k.publication_id = u.publication_id order by k.tag_id) as tag_ids,
  coalesce(u.first_number, u.entry_number) as first_number
from user_publications u;

-- The publications whose identifiers and PDFs a canonical one shows: itself and those merged into it. A private member counts only if it belongs to
-- the same user.
create view shown_members as
select c.id as canonical_id, m.id as publication_id
from publications c join publications m on m.canonical_id = c.id and m.owner_user_id is not distinct from c.owner_user_id;

-- The sort values of canonical publications. The PDF rank is the best of all members (library/shown-store.ts).
create view publication_order as
select p.id as publication_id, p.year, p.citation_count as citations, left(p.title_key, 24) collate "C" as title_prefix,
  coalesce((
    select max(case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end)
    from shown_members m join enrichment j using (publication_id) where m.canonical_id = p.id
  ), 0)::smallint as pdf_rank
from publications p;

-- What the profiles of scholars list, according to the source or to an import of the user, without rejected publications.
create view scholar_listings as
  select s.user_id, s.scholar_id, l.publication_id, l.number, l.first_listed_at, l.removed_at, l.profile_id,
    -- it has an entry in the user's library
    l.number is null or l.number <= s.processed_listing as is_processed
  from listings l join scholar_profiles s on s.profile_id = l.profile_id and (l.owner_user_id is null or l.owner_user_id = s.user_id)
  where not exists (
    select from rejected_publications r join publications p on p.id = r.publication_id
    where r.user_id = s.user_id and r.profile_id = s.profile_id and p.canonical_id = l.publication_id);

-- What accounts for the canonical publications of a user's library: scholars, and (null) an import without a scholar. Rows without a user are for nobody. A
-- listing accounts for its scholar if its number is at most the processed_listing, or if an import made it. A listing that ended, or that came back with a
-- higher number, keeps a scholar who is on the entry, or on the entry of a publication that was merged into it.
create view accounts as
  select w.user_id, w.publication_id, w.scholar_id, w.first_listed_at
  from scholar_listings w
  where w.removed_at is null and w.is_processed or exists (
    select from publications m join user_publications e on e.user_id = w.user_id and e.publication_id = m.id
    where m.canonical_id = w.publication_id and w.scholar_id = any(e.scholar_ids))
  union all
  select r.owner_user_id, p.canonical_id, null, r.stated_at
  from publications p join records r on r.publication_id = p.id
  where r.removed_at is null and not exists (select from listings l where l.record_id = r.id);

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

-- The result of each scholar of a run, from those of its profiles.
create view run_results as
  select run_id, scholar_id,
    case when bool_or(outcome = 'pending') then 'pending'
      when bool_or(outcome = 'success') and bool_and(outcome = 'success' or coalesce(state_reason in ('source_disabled', 'later', 'no_longer_tracked'), false)) then 'success'
      when bool_or(outcome in ('success', 'partial')) then 'partial'
      when bool_or(outcome = 'failed') then 'failed'
      else 'skipped' end as outcome,
    bool_or(is_visited) as is_visited,
    bool_and(state_reason in ('no_longer_tracked', 'disabled')) is true as is_excluded
  from run_scholars group by run_id, scholar_id;

-- What library_words contains.
create view entry_words as
select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids,
  p.search_vector || array_to_tsvector(array['@' || u.user_id]) as words
from libraries l join user_publications u on u.user_id = l.user_id join publications p on p.id = u.publication_id
where l.has_words and u.hidden_as is null;

-- A change that may make a step due wakes the background loops when its transaction commits. Triggers cover all writers.
create function announce_background_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('background_work', '');
  return null;
end $$;

-- A change that may make work due wakes the crawl loops when its transaction commits. Triggers cover all writers.
create function announce_crawl_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('crawl_work', '');
  return null;
end $$;

-- Triggers keep marks and counts consistent for all writers. They run once for each statement, so that a page of 100 costs one update of each count.
-- An entry that is hidden loses its marks, and gets them back when it is shown. One that is deleted loses its tags, too.
-- These functions use an index for each changed row. A session keeps its first plan, and a plan that scans whole tables would suit a mark of all
-- publications but not a page.
create function follow_entries() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_op = 'INSERT' then
    update libraries l set entry_count = l.entry_count + d.n
    from (select user_id, count(*) as n from after_rows where hidden_as is null group by user_id) d where l.user_id = d.user_id;
    update scholar_counts c set publication_count = c.publication_count + d.n
    from (select k.id, count(*) as n from after_rows cross join unnest(scholar_ids) as k (id) where hidden_as is null group by k.id) d
    where c.scholar_id = d.id;
  elsif tg_op = 'DELETE' then
    update libraries l set entry_count = l.entry_count - d.n
    from (select user_id, count(*) as n from before_rows where hidden_as is null group by user_id) d where l.user_id = d.user_id;
    update scholar_counts c set publication_count = c.publication_count - d.n
    from (select k.id, count(*) as n from before_rows cross join unnest(scholar_ids) as k (id) where hidden_as is null group by k.id) d
    where c.scholar_id = d.id;
    delete from unread r using before_rows b where r.user_id = b.user_id and r.publication_id = b.publication_id;
    delete from favorites f using before_rows b where f.user_id = b.user_id and f.publication_id = b.publication_id;
    delete from publication_tags k using before_rows b where k.user_id = b.user_id and k.publication_id = b.publication_id;
    delete from library_words w using before_rows b where w.user_id = b.user_id and w.publication_id = b.publication_id;
  elsif exists (select from after_rows) then
    update libraries l set entry_count = l.entry_count + d.n
    from (
      select user_id, sum(sign) as n from (
        select user_id, 1 as sign from after_rows where hidden_as is null union all select user_id, -1 from before_rows where hidden_as is null
      ) changes group by user_id
    ) d where l.user_id = d.user_id and d.n <> 0;
    update scholar_counts c set publication_count = c.publication_count + d.n
    from (
      select k.id, sum(sign) as n from (
        select scholar_ids, 1 as sign from after_rows where hidden_as is null union all select scholar_ids, -1 from before_rows where hidden_as is null
      ) e cross join unnest(e.scholar_ids) as k (id) group by k.id
    ) d where c.scholar_id = d.id and d.n <> 0;
    delete from unread r using after_rows a where a.hidden_as is not null and r.user_id = a.user_id and r.publication_id = a.publication_id;
    delete from favorites f using after_rows a where a.hidden_as is not null and f.user_id = a.user_id and f.publication_id = a.publication_id;
    update unread r set entry_number = a.entry_number, scholar_ids = a.scholar_ids
    from after_rows a where r.user_id = a.user_id and r.publication_id = a.publication_id
      and (r.entry_number, r.scholar_ids) <> (a.entry_number, a.scholar_ids);
    update favorites f set entry_number = a.entry_number, scholar_ids = a.scholar_ids
    from after_rows a where f.user_id = a.user_id and f.publication_id = a.publication_id
      and (f.entry_number, f.scholar_ids) <> (a.entry_number, a.scholar_ids);
    insert into unread
    select a.user_id, a.publication_id, a.first_seen_at, a.entry_number, a.scholar_ids
    from before_rows b cross join lateral (
      -- the offset keeps the indexes of visible entries out, so that the primary key is used
      select * from user_publications where user_id = b.user_id and publication_id = b.publication_id offset 0
    ) a where b.hidden_as = 'unread' and a.hidden_as is null;
    insert into favorites
    select a.user_id, a.publication_id, a.first_seen_at, a.entry_number, a.scholar_ids, nullif(b.hidden_favorite, '{}')
    from before_rows b cross join lateral (
      select * from user_publications where user_id = b.user_id and publication_id = b.publication_id offset 0
    ) a where b.hidden_favorite is not null and a.hidden_as is null;
  end if;
  return null;
end $$;

create function follow_favorites() returns trigger language plpgsql as $$
begin
  update libraries l set favorite_count = l.favorite_count + case tg_op when 'INSERT' then 1 else -1 end * d.n
  from (select user_id, count(*) as n from changed_rows group by user_id) d where l.user_id = d.user_id;
  return null;
end $$;

create function follow_unread() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update libraries l set unread_count = l.unread_count + sign * d.n
  from (select user_id, count(*) as n from changed_rows group by user_id) d where l.user_id = d.user_id;
  update scholar_counts c set unread_count = c.unread_count + sign * d.n
  from (select k.id, count(*) as n from changed_rows cross join unnest(scholar_ids) as k (id) group by k.id) d where c.scholar_id = d.id;
  return null;
end $$;

create function follow_unread_scholars() returns trigger language plpgsql as $$
begin
  update scholar_counts c set unread_count = c.unread_count + d.n
  from (
    select k.id, sum(sign) as n
    from (select scholar_ids, 1 as sign from after_rows union all select scholar_ids, -1 from before_rows) r
    cross join unnest(r.scholar_ids) as k (id) group by k.id
  ) d where c.scholar_id = d.id and d.n <> 0;
  return null;
end $$;

-- Corrects the words of these publications in these libraries. It uses an index for each, as the functions above.
create function refresh_words(users bigint[], publications bigint[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from library_words w where w.publication_id = any(publications) and w.user_id = any(users) and not exists (
    select from entry_words e where e.user_id = w.user_id and e.publication_id = w.publication_id
      and (e.first_seen_at, e.entry_number, e.scholar_ids, e.words) = (w.first_seen_at, w.entry_number, w.scholar_ids, w.words));
  -- the offset keeps it a lookup of each entry, whatever the caller set
  insert into library_words
  select e.* from unnest(users) as l (id) cross join unnest(publications) as p (id)
  cross join lateral (select * from entry_words e where e.user_id = l.id and e.publication_id = p.id offset 0) e
  on conflict do nothing;
end $$;

-- Makes the entries of these publications in these libraries what the view `accounts` says: their scholars, and whether they are visible. Inserts
-- missing entries as unread; `seen_at` says when each publication was first seen (null: when it was listed), and `seen_run` in which run. The scholar `named`
-- accounts for entries that exist and that a profile of the scholar lists or listed. An entry that becomes visible gets the library's next number: known
-- entries first, in their order, then new ones in the order of `publications`. Entries of merged publications stay as they are. Returns what changed.
-- The caller has locked the libraries. Each entry is found by index, because a session keeps its first plan, and a plan that scans whole tables would suit
-- a large library but not a page. For the same reason the tables are joined in the order in which they are written.
create function refresh_entries(users bigint[], publications bigint[], seen_at timestamptz[] default null, seen_run bigint default null, named bigint default null)
returns table (before user_publications, after user_publications) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off set enable_bitmapscan = off
set join_collapse_limit = 1 as $$
begin
  return query
  with found as materialized (
    select k.user_id, w.publication_id, w.at, w.first_seen_at, e as entry, e.publication_id is null as is_missing, e.hidden_as is null as was_visible,
      coalesce(a.scholar_ids, '{}') as scholar_ids, a.listed_at,
      a.user_id is not null or e.hidden_favorite is not null
        or exists (select from favorites f where f.user_id = k.user_id and f.publication_id = w.publication_id) as is_visible
    from unnest(publications, seen_at) with ordinality as w (publication_id, first_seen_at, at)
    join publications c on c.id = w.publication_id and c.canonical_id = c.id
    join unnest(users) as k (user_id) on coalesce(c.owner_user_id, k.user_id) = k.user_id
    left join user_publications e on e.user_id = k.user_id and e.publication_id = w.publication_id
    left join lateral (
      select k.user_id, array_agg(distinct o.scholar_id order by o.scholar_id) filter (where o.scholar_id is not null) as scholar_ids,
        min(o.first_listed_at) as listed_at
      from (
        select scholar_id, first_listed_at from accounts
        where user_id = k.user_id and publication_id = w.publication_id and scholar_id is not null
        union all
        -- the coalesce keeps the index of owners out, because an import may have added very many since the last statistics
        select scholar_id, first_listed_at from accounts
        where coalesce(user_id = k.user_id, false) and publication_id = w.publication_id and scholar_id is null
        union all
        select scholar_id, first_listed_at from scholar_listings where scholar_id = named and publication_id = w.publication_id and e.publication_id is not null
      ) o having count(*) > 0
    ) a on true
  ), wrong as materialized (
    select f.*, case when (f.entry).first_scholar_id = any(f.scholar_ids) then (f.entry).first_scholar_id else f.scholar_ids[1] end as first_scholar_id,
      case when k.is_shown then l.last_entry_number + row_number() over (partition by f.user_id, k.is_shown order by (f.entry).entry_number, f.at) end as entry_number
    from found f join libraries l on l.user_id = f.user_id
    cross join lateral (select f.is_missing or f.is_visible and not f.was_visible as is_shown) k
    where case when f.is_missing then f.listed_at is not null else
      f.is_visible <> f.was_visible or f.scholar_ids <> (f.entry).scholar_ids
        or (f.entry).first_scholar_id is not null and (f.entry).first_scholar_id <> all(f.scholar_ids)
        or (f.entry).first_scholar_id is null and f.scholar_ids <> '{}' end
  ), counted as (
    update libraries l set last_entry_number = n.last
    from (select w.user_id, max(w.entry_number) as last from wrong w group by 1) n where l.user_id = n.user_id and n.last is not null
  ), changed as (
    update user_publications u set scholar_ids = w.scholar_ids, first_scholar_id = w.first_scholar_id, hidden_favorite = null,
      hidden_as = case when w.is_visible then null when u.hidden_as is not null then u.hidden_as
        when exists (select from unread r where r.user_id = w.user_id and r.publication_id = w.publication_id) then 'unread' else 'read' end,
      entry_number = coalesce(w.entry_number, u.entry_number),
      first_number = case when w.entry_number is null then u.first_number else coalesce(u.first_number, u.entry_number) end
    from wrong w where not w.is_missing and u.user_id = w.user_id and u.publication_id = w.publication_id
    returning w.entry as before, u as after
  ), added as (
    insert into user_publications as u (user_id, publication_id, entry_number, first_seen_at, first_seen_run_id, first_scholar_id, scholar_ids,
      year, citations, title_prefix, pdf_rank)
    select w.user_id, w.publication_id, w.entry_number, coalesce(w.first_seen_at, w.listed_at), seen_run, w.first_scholar_id, w.scholar_ids,
      o.year, o.citations, o.title_prefix, o.pdf_rank
    from wrong w join publication_order o on o.publication_id = w.publication_id
    where w.is_missing order by w.entry_number
    returning u as after
  ), marked as (
    insert into unread
    select (a.after).user_id, (a.after).publication_id, (a.after).first_seen_at, (a.after).entry_number, (a.after).scholar_ids from added a
  )
  select c.before, c.after from changed c
  union all select null, a.after from added a;
  perform refresh_words(array_agg(l.user_id), publications) from libraries l where l.has_words and l.user_id = any(users) having count(*) > 0;
end $$;

-- Copies the sort values and words of publications to at most `entry_limit` of their entries. It locks no library and does not wait: it skips entries
-- that another transaction is changing. Returns how many entries it changed.
create function refresh_copies(publications bigint[], entry_limit integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  changed integer;
begin
  with o as materialized (
    select * from publication_order where publication_id = any(publications)
  ), stale as materialized (
    select u.user_id, u.publication_id from user_publications u join o using (publication_id)
    where (u.year, u.citations, u.title_prefix, u.pdf_rank) is distinct from (o.year, o.citations, o.title_prefix, o.pdf_rank)
    limit entry_limit for no key update of u skip locked
  )
  update user_publications u set year = o.year, citations = o.citations, title_prefix = o.title_prefix, pdf_rank = o.pdf_rank
  from stale s join o using (publication_id) where u.user_id = s.user_id and u.publication_id = s.publication_id;
  get diagnostics changed = row_count;
  if changed < entry_limit then
    perform refresh_words(array_agg(distinct w.user_id), publications) from library_words w where w.publication_id = any(publications) having count(*) > 0;
  end if;
  return changed;
end $$;

-- Every new user gets a library and settings.
create function make_library() returns trigger language plpgsql as $$
begin
  insert into libraries (user_id) values (new.id);
  insert into user_settings (user_id) values (new.id);
  return null;
end $$;

create function complete_scholar() returns trigger language plpgsql as $$
begin
  insert into scholar_counts (scholar_id) values (new.id);
  -- a scholar that was joined into another one takes its main profile back
  insert into scholar_profiles (scholar_id, profile_id, user_id) values (new.id, new.profile_id, new.user_id)
  on conflict (user_id, profile_id) do update set scholar_id = excluded.scholar_id;
  return null;
end $$;

-- Triggers queue changes of a publication's sort values and words for all writers. New publications have no entries yet.
create function note_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (publication_id) values (new.canonical_id);
  if old.canonical_id <> new.canonical_id then
    insert into order_changes (publication_id) values (old.canonical_id);
  end if;
  return null;
end $$;

create function note_pdf_order() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into order_changes (publication_id)
  select distinct p.canonical_id from changed_rows e join publications p on p.id = e.publication_id
  -- nobody else can have an entry of a publication that this transaction founded
  where p.xmin <> pg_current_xact_id()::xid or exists (select from user_publications u where u.publication_id = p.canonical_id);
  return null;
end $$;

create function note_pdf_status() returns trigger language plpgsql as $$
begin
  insert into order_changes (publication_id) select canonical_id from publications where id = new.publication_id;
  return null;
end $$;

-- When a session ends, its event streams end on every replica.
create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions_ended', '');
  return null;
end $$;

-- When a token ends, its event streams end on every replica.
create trigger api_tokens_tell_ended after delete on api_tokens for each statement execute function tell_ended_sessions();
create trigger enrichment_announce after insert or update of source, due_at on enrichment
  for each statement execute function announce_background_work();
create trigger enrichment_note_gone after delete on enrichment referencing old table as changed_rows for each statement execute function note_pdf_order();
create trigger enrichment_note_new after insert on enrichment referencing new table as changed_rows for each statement execute function note_pdf_order();
create trigger enrichment_note_status after update on enrichment for each row when (old.status <> new.status) execute function note_pdf_status();
create trigger favorites_delete after delete on favorites referencing old table as changed_rows for each statement execute function follow_favorites();
create trigger favorites_insert after insert on favorites referencing new table as changed_rows for each statement execute function follow_favorites();
create trigger publications_note_order after update on publications for each row
  when ((old.year, old.citation_count, left(old.title_key, 24), old.canonical_id, old.search_vector)
    is distinct from (new.year, new.citation_count, left(new.title_key, 24), new.canonical_id, new.search_vector))
  execute function note_order();
create trigger queue_items_announce_work after insert or delete or update of next_attempt_at, dropped_reason on queue_items
  for each statement execute function announce_crawl_work();
create trigger scholars_announce_work after update of is_enabled on scholars for each statement execute function announce_crawl_work();
create trigger scholars_complete after insert on scholars for each row execute function complete_scholar();

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
create trigger sessions_tell_ended after delete on sessions for each statement execute function tell_ended_sessions();
create trigger source_states_announce_work after update of cooldown_until on source_states
  for each statement execute function announce_crawl_work();
create trigger unread_delete after delete on unread referencing old table as changed_rows for each statement execute function follow_unread();
create trigger unread_insert after insert on unread referencing new table as changed_rows for each statement execute function follow_unread();
create trigger unread_update after update on unread
  referencing old table as before_rows new table as after_rows for each statement execute function follow_unread_scholars();
create trigger user_publications_delete after delete on user_publications
  referencing old table as before_rows for each statement execute function follow_entries();
create trigger user_publications_insert after insert on user_publications
  referencing new table as after_rows for each statement execute function follow_entries();
create trigger user_publications_update after update on user_publications
  referencing old table as before_rows new table as after_rows for each statement execute function follow_entries();
create trigger user_settings_announce_work after update of request_delay_seconds on user_settings
  for each statement execute function announce_crawl_work();
create trigger users_announce_work after update of is_active on users for each statement execute function announce_crawl_work();
create trigger users_make_library after insert on users for each row execute function make_library();
create trigger users_tell_deactivated after update of is_active on users for each statement execute function tell_ended_sessions();

-- Addresses at which feed readers find a part of a user's library. Whoever has the address can read it.
create table feeds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  scope text not null check (scope in ('all', 'favorites', 'scholar', 'view')),
  scholar_id bigint references scholars on delete cascade,
  view_id bigint references stored_views on delete cascade,
  -- of the secret in the address
  secret_hash bytea not null unique,
  -- the secret, encrypted, so that the address can be shown again
  secret bytea not null,
  created_at timestamptz not null default now(),
  last_read_at timestamptz,
  check ((scope = 'scholar') = (scholar_id is not null) and (scope = 'view') = (view_id is not null))
);
create index feeds_of_user on feeds (user_id, id);
create index feeds_of_scholar on feeds (scholar_id) where scholar_id is not null;
create index feeds_of_view on feeds (view_id) where view_id is not null;

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
