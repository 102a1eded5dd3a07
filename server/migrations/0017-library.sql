-- Marks become separate rows, because changing a library entry rewrites all its index entries. Entries get copies of the values that lists sort by.

drop trigger user_publications_count_insert on user_publications;
drop trigger user_publications_count_delete on user_publications;
drop trigger user_publications_count_update on user_publications;
drop function count_library();
drop index user_publications_newest, user_publications_unread, user_publications_favorites, user_publications_by_read, user_publications_of_run,
  user_publications_of_scholar;

alter table user_publications
  drop constraint user_publications_first_seen_run_id_fkey,
  drop constraint user_publications_first_scholar_id_fkey,
  -- null: the entry is visible; else no tracked scholar accounts for it, and it gets this mark when it becomes visible again
  add column hidden_as text check (hidden_as in ('read', 'unread')),
  -- the user's scholars who account for a visible entry, up to each scholar's processed_listing, in the order of their ids
  add column scholar_ids bigint[] not null default '{}',
  -- copies of the publication's sort values (view publication_order)
  add column year integer,
  add column citations integer not null default 0,
  add column title_prefix text collate "C" not null default '',
  add column pdf_rank smallint not null default 0;

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
create table favorites (like unread including all);

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

-- Publications whose new sort values have to be copied to their entries (library/jobs/copy-order.ts).
create table order_changes (
  id bigint generated always as identity primary key,
  publication_id bigint not null,
  -- null: not copied yet; else this transaction and all later ones began after the copy
  copied_before xid8
);

-- The sort values of canonical publications. The PDF rank is the best of all members (library/shown-pdf-store.ts).
create view publication_order as
select p.id as publication_id, p.year, p.citation_count as citations, left(p.title_key, 24) collate "C" as title_prefix,
  coalesce((
    select max(case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end)
    from shown_members m join enrichment j using (publication_id) where m.canonical_id = p.id
  ), 0)::smallint as pdf_rank
from publications p;

insert into read_batches (user_id, read_number, publication_ids)
select user_id, read_number, array_agg(publication_id) from user_publications where is_read group by 1, 2;
with accounted as (
  select user_id, publication_id, array_agg(distinct scholar_id order by scholar_id) as scholar_ids from scholar_listings group by 1, 2
)
update user_publications u set hidden_as = case when u.is_hidden then case when u.is_read then 'read' else 'unread' end end,
  scholar_ids = case when u.is_hidden then '{}' else coalesce(a.scholar_ids, '{}') end,
  year = o.year, citations = o.citations, title_prefix = o.title_prefix, pdf_rank = o.pdf_rank
from user_publications e join publication_order o using (publication_id) left join accounted a using (user_id, publication_id)
where u.user_id = e.user_id and u.publication_id = e.publication_id;
insert into unread select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications where not is_hidden and not is_read;
insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications where not is_hidden and is_favorite;
insert into scholar_counts
select s.id, coalesce(n.shown, 0), coalesce(n.unread, 0)
from scholars s left join (
  select k.id, count(*) as shown, count(r.user_id) as unread
  from user_publications u cross join unnest(u.scholar_ids) as k (id) left join unread r using (user_id, publication_id)
  group by k.id
) n using (id);

alter table user_publications drop column is_read, drop column is_favorite, drop column read_number, drop column is_hidden;
alter table merge_marks drop column read_number, add column scholar_ids bigint[] not null default '{}';

create index user_publications_newest on user_publications (user_id, first_seen_at desc, entry_number) include (publication_id) where hidden_as is null;
create index user_publications_by_title on user_publications (user_id, title_prefix) include (publication_id) where hidden_as is null;
create index user_publications_by_year on user_publications (user_id, year desc nulls last, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_citations on user_publications (user_id, citations desc, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_pdf on user_publications (user_id, pdf_rank desc, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_scholar on user_publications (user_id, first_scholar_id, first_seen_at desc, entry_number)
  include (publication_id) where hidden_as is null;
create index user_publications_of_run on user_publications (user_id, first_seen_run_id) where first_seen_run_id is not null;
create index unread_newest on unread (user_id, first_seen_at desc, entry_number) include (publication_id);
create index favorites_newest on favorites (user_id, first_seen_at desc, entry_number) include (publication_id);

-- A library entry with its marks.
create view library_entries as
select u.user_id, u.publication_id, u.entry_number,
  case when u.hidden_as is null then not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)
    else u.hidden_as = 'read' end as is_read,
  exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) as is_favorite,
  u.hidden_as is not null as is_hidden, u.first_seen_at, u.first_seen_run_id, u.first_scholar_id, u.scholar_ids
from user_publications u;

-- Triggers keep marks and counts consistent for all writers. They run once for each statement, so that a page of 100 costs one update of each count.
-- An entry that is hidden or deleted loses its marks. An entry that becomes visible again gets the mark in hidden_as.
-- These functions use an index for each changed row. A session keeps its first plan, and a plan that scans whole tables would suit a mark of all
-- publications but not a page.
alter table libraries rename column link_count to entry_count;
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
    update unread r set scholar_ids = a.scholar_ids
    from after_rows a where r.user_id = a.user_id and r.publication_id = a.publication_id and r.scholar_ids <> a.scholar_ids;
    update favorites f set scholar_ids = a.scholar_ids
    from after_rows a where f.user_id = a.user_id and f.publication_id = a.publication_id and f.scholar_ids <> a.scholar_ids;
    insert into unread
    select a.user_id, a.publication_id, a.first_seen_at, a.entry_number, a.scholar_ids
    from before_rows b cross join lateral (
      -- the offset keeps the indexes of visible entries out, so that the primary key is used
      select * from user_publications where user_id = b.user_id and publication_id = b.publication_id offset 0
    ) a where b.hidden_as = 'unread' and a.hidden_as is null;
  end if;
  return null;
end $$;
create trigger user_publications_insert after insert on user_publications
  referencing new table as after_rows for each statement execute function follow_entries();
create trigger user_publications_delete after delete on user_publications
  referencing old table as before_rows for each statement execute function follow_entries();
create trigger user_publications_update after update on user_publications
  referencing old table as before_rows new table as after_rows for each statement execute function follow_entries();

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
create trigger unread_insert after insert on unread referencing new table as changed_rows for each statement execute function follow_unread();
create trigger unread_delete after delete on unread referencing old table as changed_rows for each statement execute function follow_unread();
create trigger unread_update after update on unread
  referencing old table as before_rows new table as after_rows for each statement execute function follow_unread_scholars();

create function follow_favorites() returns trigger language plpgsql as $$
begin
  update libraries l set favorite_count = l.favorite_count + case tg_op when 'INSERT' then 1 else -1 end * d.n
  from (select user_id, count(*) as n from changed_rows group by user_id) d where l.user_id = d.user_id;
  return null;
end $$;
create trigger favorites_insert after insert on favorites referencing new table as changed_rows for each statement execute function follow_favorites();
create trigger favorites_delete after delete on favorites referencing old table as changed_rows for each statement execute function follow_favorites();

create function make_scholar_counts() returns trigger language plpgsql as $$
begin
  insert into scholar_counts (scholar_id) values (new.id);
  return null;
end $$;
create trigger scholars_make_counts after insert on scholars for each row execute function make_scholar_counts();

-- Triggers queue changes of a publication's sort values for all writers. New publications have no entries yet.
create function note_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (publication_id) values (new.canonical_id);
  if old.canonical_id <> new.canonical_id then
    insert into order_changes (publication_id) values (old.canonical_id);
  end if;
  return null;
end $$;
create trigger publications_note_order after update on publications for each row
  when ((old.year, old.citation_count, left(old.title_key, 24), old.canonical_id)
    is distinct from (new.year, new.citation_count, left(new.title_key, 24), new.canonical_id))
  execute function note_order();
create function note_pdf_order() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into order_changes (publication_id)
  select distinct p.canonical_id from changed_rows e join publications p on p.id = e.publication_id
  -- nobody else can have an entry of a publication that this transaction founded
  where p.xmin <> pg_current_xact_id()::xid or exists (select from user_publications u where u.publication_id = p.canonical_id);
  return null;
end $$;
create trigger enrichment_note_new after insert on enrichment referencing new table as changed_rows for each statement execute function note_pdf_order();
create trigger enrichment_note_gone after delete on enrichment referencing old table as changed_rows for each statement execute function note_pdf_order();
create function note_pdf_status() returns trigger language plpgsql as $$
begin
  insert into order_changes (publication_id) select canonical_id from publications where id = new.publication_id;
  return null;
end $$;
create trigger enrichment_note_status after update on enrichment for each row when (old.status <> new.status) execute function note_pdf_status();
