-- refresh_entries forbids the planner to reorder joins, so each page of a crawl read all entries of a large library.
create or replace function refresh_words(users bigint[], publications bigint[]) returns void language plpgsql
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
