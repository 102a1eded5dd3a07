-- A process runs one search at a time for a name, so searches need no claims. The ordinary rate limit replaces the allowance of each user.
drop table name_search_allowances;
delete from name_searches where answer is null;
drop index name_searches_by_end;
alter table name_searches
  drop column claimed_until,
  drop column claim_number,
  drop constraint name_searches_check,
  alter column answer set not null,
  alter column asked_at set not null,
  alter column expires_at set not null;
create index name_searches_by_end on name_searches (expires_at);

-- The name search and the lists of authors at OpenAlex are sources of their own, each with half of the operator's budget.
update source_states set source = case credential when 'shared:name_search' then 'openalex_search' else 'openalex_lists' end, credential = 'shared'
where source = 'openalex' and credential in ('shared:name_search', 'shared:author_lists');
