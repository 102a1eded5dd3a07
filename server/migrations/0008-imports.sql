-- What an import says leads the user who said it, and nobody else.

-- In the order of their bytes: what users' imports say of one key stands together.
alter table publication_sources alter column key type text collate "C";
-- compared with these
alter table dropped_keys alter column source type text collate "C", alter column key type text collate "C";

-- Works that only imports know belong to one user each. Of those that several came to share, the first keeps what the file said; for each other
-- one is made that has the title, on which their files agreed. What was merged stays as it is: there nothing is shown that only one file says.
create temporary table import_owners on commit drop as
with known as (
  select p.id, 'title' = any (p.imported_fields) and p.merged_into is null
      and not exists (select from publications m where m.merged_into = p.id) as is_split,
    (select min(o.user_id) from scholar_publications o where o.publication_id = p.id and o.created_at = p.created_at) as maker_id,
    (select min(u.user_id) from user_publications u where u.publication_id = p.id) as first_id,
    (select count(*) from user_publications u where u.publication_id = p.id) as users
  from publications p
  where p.id in (select publication_id from publication_sources where source = 'import')
)
select k.id, u.user_id, k.is_split and k.users > 1 and k.maker_id is null as is_nobodys,
  exists (select from pdf_jobs j where j.publication_id = k.id) as is_searched,
  case when k.is_split and u.user_id <> coalesce(k.maker_id, k.first_id) then nextval('publications_id_seq') else k.id end as own_id
from known k join user_publications u on u.publication_id = k.id
where k.is_split or exists (select from scholar_publications o where o.publication_id = k.id and o.user_id = u.user_id)
  or exists (select from publication_sources s
    where s.source = 'import' and s.publication_id = k.id and s.key like 'item %' and split_part(s.key, ' ', 2) = u.user_id::text);

insert into publications (id, title, title_key, search_vector, imported_fields)
overriding system value
select o.own_id, p.title, p.title_key, array_to_tsvector(array(select distinct word from unnest(string_to_array(p.title_key, ' ')) word where word <> '')),
  array['title', 'citation_count']
from import_owners o join publications p on p.id = o.id where o.own_id <> o.id;

delete from publication_identifiers where publication_id in (select id from import_owners where is_nobodys);
delete from lookups where publication_id in (select id from import_owners where is_nobodys);
delete from pdf_jobs where publication_id in (select id from import_owners where is_nobodys);
update publications p set author_text = null, venue_text = null, year = null, citation_count = 0, pub_url = null, doi = null, display_identifier = null,
  search_vector = array_to_tsvector(array(select distinct word from unnest(string_to_array(p.title_key, ' ')) word where word <> '')),
  imported_fields = array['title', 'citation_count']
where p.id in (select id from import_owners where is_nobodys);
-- each is searched for by what is left
insert into lookups (publication_id, source, progress)
select distinct own_id, 'web', '{"asked": [], "candidates": [], "refusals": [], "landingPages": [], "silent": [], "isRecheck": false}'::jsonb
from import_owners where is_searched and (own_id <> id or is_nobodys);
insert into pdf_jobs (publication_id)
select distinct own_id from import_owners where is_searched and (own_id <> id or is_nobodys);

update user_publications u set publication_id = o.own_id from import_owners o
where o.own_id <> o.id and u.user_id = o.user_id and u.publication_id = o.id;
update scholar_publications s set publication_id = o.own_id from import_owners o
where o.own_id <> o.id and s.user_id = o.user_id and s.publication_id = o.id;

-- the key, and behind it the user
insert into publication_sources (source, key, publication_id)
select 'import', k.key || ' ' || o.user_id, o.own_id
from publication_sources k join import_owners o on o.id = k.publication_id
where k.source = 'import' and k.key not like 'item %';
-- an item's digest is half as long, and leads to what its user has now
update publication_sources k set key = left(k.key, -32), publication_id = coalesce(o.own_id, k.publication_id)
from publication_sources same left join import_owners o on o.id = same.publication_id and o.user_id::text = split_part(same.key, ' ', 2)
where k.source = 'import' and k.key like 'item %' and same.source = k.source and same.key = k.key;
delete from publication_sources where source = 'import' and key not like 'item %' and array_length(string_to_array(key, ' '), 1) = 2;
