-- Records store what one source said about a publication, and never move. The display is computed from records (publications/summarize.ts).

alter table publications
  -- the user whose imports alone contain this publication; null: public
  add column owner_user_id bigint references users on delete cascade,
  -- the canonical publication, which is shown in place of this one, or itself; derived from merged_into
  add column canonical_id bigint;
-- created before the rows change, because this transaction could not use an index that is created later
create index publications_canonical on publications (canonical_id);
with recursive merged as (
  select id, id as canonical_id from publications where merged_into is null
  union all
  select p.id, m.canonical_id from publications p join merged m on p.merged_into = m.id
)
update publications p set canonical_id = m.canonical_id from merged m where m.id = p.id;
alter table publications alter column canonical_id set not null;
create index publications_of_owner on publications (owner_user_id) where owner_user_id is not null;

-- The publications whose identifiers and PDFs a canonical one shows: itself and those merged into it. A private member counts only if it belongs to
-- the same user.
create view shown_members as
select c.id as canonical_id, m.id as publication_id
from publications c join publications m on m.canonical_id = c.id and m.owner_user_id is not distinct from c.owner_user_id;

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
  authors text,
  venue text,
  year integer,
  -- null: the source does not say
  citations integer,
  url text,
  -- only in imported records
  pdf_url text,
  -- when the source last changed the record; null: the migration from 0.1.0 copied it from a publication, and the source has not confirmed it
  stated_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 85);

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

-- The scholar's name in the user's import; shown until the profile has been crawled.
alter table scholars add column imported_name text;

-- A merge of one publication into another. Its undo needs the previous entries (merge_marks).
create table merges (
  id bigint generated always as identity primary key,
  -- null: a crawl merged a private publication into a public one
  job_id bigint references repair_jobs,
  merged_id bigint not null references publications on delete cascade,
  target_id bigint not null references publications on delete cascade,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
-- a publication is merged once at a time; the foreign key could not use a partial index
create unique index merges_standing on merges (merged_id, undone_at) nulls not distinct;
create index merges_of_winner on merges (target_id);
create index merges_of_job on merges (job_id) where job_id is not null;

-- The library entries from before a merge, and the marks that the combined entry got.
create table merge_marks (
  merge_id bigint not null references merges on delete cascade,
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  entry_number bigint not null,
  is_read boolean not null,
  is_favorite boolean not null,
  read_number bigint,
  is_hidden boolean not null,
  first_seen_at timestamptz not null,
  first_seen_run_id bigint,
  first_scholar_id bigint,
  combined_is_read boolean not null,
  combined_is_favorite boolean not null,
  primary key (merge_id, user_id, publication_id)
);
create index merge_marks_of_publication on merge_marks (publication_id);

-- The data of 0.1.0. A publication is public if a row of a profile names it. Values that imports added to public publications are dropped.
create temporary table known on commit drop as
select p.id, p.origin_key, p.citation_key, p.merged_into is null as is_canonical,
  p.merged_into is null and 'title' = any (p.imported_fields) and not exists (
    select from publication_sources k where k.publication_id = p.id and k.source <> 'import') as is_private
from publications p;
create unique index on known (id);
update publications p set
  author_text = case when 'author_text' = any (imported_fields) then null else author_text end,
  venue_text = case when 'venue_text' = any (imported_fields) then null else venue_text end,
  year = case when 'year' = any (imported_fields) then null else year end,
  pub_url = case when 'pub_url' = any (imported_fields) then null else pub_url end
from known n where n.id = p.id and not n.is_private and p.imported_fields <> '{}';
delete from publication_identifiers i using known n where n.id = i.publication_id and not n.is_private and i.source = 'import';

-- A private publication belongs to one user. If several users share one, the first user keeps it, and the others get copies.
create temporary table owners on commit drop as
select o.id, o.user_id, case when o.place = 1 then o.id else nextval('publications_id_seq') end as own_id
from (
  select u.id, u.user_id, row_number() over (partition by u.id order by u.user_id) as place
  from (
    select n.id, e.user_id from known n join user_publications e on e.publication_id = n.id where n.is_private
    union
    select n.id, c.user_id from known n join scholar_publications c on c.publication_id = n.id where n.is_private
    union
    select n.id, m.id from known n join publication_sources k on k.publication_id = n.id and k.source = 'import' and k.key like 'item %'
    join users m on m.id::text = split_part(k.key, ' ', 2) where n.is_private
  ) u
) o;
insert into publications (id, title, title_key, author_text, venue_text, year, citation_count, pub_url, doi, display_identifier, search_vector,
  owner_user_id, canonical_id, created_at, updated_at)
overriding system value
select o.own_id, p.title, p.title_key, p.author_text, p.venue_text, p.year, p.citation_count, p.pub_url, p.doi, p.display_identifier, p.search_vector,
  o.user_id, o.own_id, p.created_at, p.updated_at
from owners o join publications p on p.id = o.id where o.own_id <> o.id;
insert into publication_identifiers (publication_id, kind, value, confidence, source, evidence_url, is_contradicted)
select o.own_id, i.kind, i.value, i.confidence, i.source, i.evidence_url, i.is_contradicted
from owners o join publication_identifiers i on i.publication_id = o.id where o.own_id <> o.id;
update publications p set owner_user_id = o.user_id from owners o where o.own_id = o.id and p.canonical_id = o.id;
update user_publications e set publication_id = o.own_id from owners o
where o.own_id <> o.id and e.user_id = o.user_id and e.publication_id = o.id;
-- delete private publications that no user has any more
delete from publications p using known n
where n.is_private and p.canonical_id = n.id and not exists (select from owners o where o.id = n.id);

-- A record for each row of a profile. 0.1.0 stored the text of only one row. The others get a copy until a crawl reads them.
insert into records (publication_id, source, key, cluster_key, evidence, title, authors, venue, year, citations, url, stated_at, created_at)
select p.id, r.source, r.key,
  case when r.place = 1 then (
    select min(c.key) from publication_sources c
    where c.publication_id = p.id and c.source = r.source and c.key like 'cluster:%' having count(*) = 1) end,
  array['row:' || r.key] || case when r.place = 1 then coalesce((
    select array_agg(c.key order by c.key) from publication_sources c
    where c.publication_id = p.id and c.source = r.source and c.key like 'cluster:%'), '{}') else '{}' end,
  p.title, p.author_text, p.venue_text, p.year,
  case when r.is_counted or r.place = 1 and not r.has_counted then p.citation_count end,
  case when r.place = 1 then p.pub_url end, case when r.is_origin then p.updated_at end, p.created_at
from (
  select k.source, k.key, k.publication_id, n.origin_key is not distinct from k.source || ':' || k.key as is_origin,
    coalesce(n.citation_key, n.origin_key) is not distinct from k.source || ':' || k.key as is_counted,
    bool_or(coalesce(n.citation_key, n.origin_key) is not distinct from k.source || ':' || k.key) over (partition by n.id) as has_counted,
    row_number() over (partition by n.id order by (n.origin_key is not distinct from k.source || ':' || k.key) desc, k.key) as place
  from publication_sources k join known n on n.id = k.publication_id
  where k.source <> 'import' and k.key not like 'cluster:%'
) r join publications p on p.id = r.publication_id;

-- Records of imports. The key is the item's digest, and the keys in the file become evidence. A user without an item of a publication gets one.
create temporary table file_evidence on commit drop as
select n.id as publication_id, m.id as user_id,
  array_agg(distinct case
    when k.key like 'google_scholar cluster:%' then split_part(k.key, ' ', 2)
    else 'row:' || split_part(k.key, ' ', 2) end) as evidence
from publication_sources k join known n on n.id = k.publication_id
join users m on k.key like '% ' || m.id and k.key like 'google_scholar %'
where k.source = 'import' group by 1, 2;
create temporary table wanted_files on commit drop as
select k.publication_id as id, split_part(k.key, ' ', 2)::bigint as user_id, split_part(k.key, ' ', 3) as key
from publication_sources k where k.source = 'import' and k.key like 'item %' and split_part(k.key, ' ', 2)::bigint in (select id from users);
create index on wanted_files (id, user_id);
analyze wanted_files;
insert into wanted_files
select distinct c.publication_id, c.user_id, 'publication ' || c.publication_id
from (select publication_id, user_id from scholar_publications union select id, user_id from owners) c (publication_id, user_id)
where not exists (select from wanted_files w where w.id = c.publication_id and w.user_id = c.user_id);
insert into records (publication_id, owner_user_id, source, key, evidence, title, authors, venue, year, citations, url, stated_at, created_at)
select p.id, w.user_id, 'import', w.key, coalesce(e.evidence, '{}') || coalesce((
    select array_agg('doi:' || i.value) from publication_identifiers i where i.publication_id = p.id and i.kind = 'doi' and i.source = 'import'), '{}'),
  p.title, p.author_text, p.venue_text, p.year, p.citation_count, p.pub_url, p.updated_at, p.created_at
from wanted_files w
left join owners o on o.id = w.id and o.user_id = w.user_id
join publications p on p.id = coalesce(o.own_id, w.id)
left join file_evidence e on e.publication_id = w.id and e.user_id = w.user_id;

create index records_of_publication on records (publication_id);
analyze records;

-- Canonical publications without a key get a record. Merged ones get none, because 0.1.0 moved their keys.
insert into records (publication_id, source, key, evidence, title, authors, venue, year, citations, url, created_at)
select p.id, 'migration', p.id::text, '{}', p.title, p.author_text, p.venue_text, p.year, p.citation_count, p.pub_url, p.created_at
from publications p where p.canonical_id = p.id and not exists (select from records r where r.publication_id = p.id);

-- Listings of the records whose key begins with the profile's id.
insert into records (publication_id, source, key, evidence, title, authors, venue, year, created_at)
select p.id, f.source, f.source_id || ':publication-' || p.id, '{}', p.title, p.author_text, p.venue_text, p.year, p.created_at
from profile_publications l join profiles f on f.id = l.profile_id join publications p on p.id = l.publication_id
where not exists (
  select from records r where r.publication_id = p.id and r.source = f.source and r.owner_user_id is null and starts_with(r.key, f.source_id || ':'));
insert into listings (record_id, profile_id, publication_id, number, first_listed_at)
select r.id, f.id, p.canonical_id, l.listing_number, l.first_listed_at
from profile_publications l join profiles f on f.id = l.profile_id
join publications p on p.id = l.publication_id
join records r on r.publication_id = p.id and r.source = f.source and r.owner_user_id is null and starts_with(r.key, f.source_id || ':');
insert into listings (record_id, profile_id, owner_user_id, publication_id, first_listed_at)
select (
    select min(r.id) from records r where r.owner_user_id = c.user_id and r.publication_id = coalesce(o.own_id, c.publication_id)
  ), c.profile_id, c.user_id, p.canonical_id, c.created_at
from scholar_publications c left join owners o on o.id = c.publication_id and o.user_id = c.user_id
join publications p on p.id = coalesce(o.own_id, c.publication_id);

create unique index records_of_source on records (source, key) where owner_user_id is null;
create unique index records_of_owner on records (owner_user_id, source, key) where owner_user_id is not null;
create index listings_of_publication on listings (publication_id);
create index listings_in_order on listings (profile_id, number);
create index listings_of_owner on listings (owner_user_id) where owner_user_id is not null;

alter table profiles
  -- when full crawls began to miss more rows than is likely; such listings are removed only if this lasts (crawling/save-page.ts)
  add column rows_missed_since timestamptz;

-- The publications that a tracked scholar accounts for: those that the profile lists, and those that the user's imports attribute to it.
drop view scholar_works;
create view scholar_listings as
  select s.user_id, s.id as scholar_id, l.publication_id, l.number, l.first_listed_at, l.removed_at
  from scholars s join listings l on l.profile_id = s.profile_id and (l.owner_user_id is null or l.owner_user_id = s.user_id);

alter table publications drop column origin_key, drop column citation_key, drop column imported_fields;
alter table publication_identifiers drop column found_by;
drop table publication_sources, publication_fingerprints, profile_publications, scholar_publications, dropped_keys, dropped_marks, dropped_dismissals;

-- publications/finish-migration-store.ts then adds the evidence that depends on the text (fingerprints, identifiers).
create index records_evidence on records using gin (evidence) with (fastupdate = off);
