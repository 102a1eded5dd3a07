-- Library entries are derived: the view `accounts` says what accounts for them, and `refresh_entries` applies it. An entry belongs to one publication
-- for good, so a merge only hides it, and merge_marks is not needed.

-- not null: the entry of a merged publication was a favorite when it was hidden, set by these rules or (empty) by the user
alter table user_publications add column hidden_favorite bigint[] check (hidden_favorite is null or hidden_as is not null);
-- null: the user set it; else the rules that did
alter table publication_tags add column rule_ids bigint[];
alter table favorites add column rule_ids bigint[];

-- the listings first: refresh_entries joins in this order
create or replace view scholar_listings as
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
  where not exists (select from listings l where l.record_id = r.id);

create or replace view library_entries as
select u.user_id, u.publication_id, u.entry_number,
  case when u.hidden_as is null then not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)
    else u.hidden_as = 'read' end as is_read,
  u.hidden_favorite is not null or exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) as is_favorite,
  u.hidden_as is not null as is_hidden, u.first_seen_at, u.first_seen_run_id, u.first_scholar_id, u.scholar_ids,
  array(select k.tag_id from publication_tags k where k.user_id = u.user_id and k.publication_id = u.publication_id order by k.tag_id) as tag_ids,
  coalesce(u.first_number, u.entry_number) as first_number
from user_publications u;

-- An entry that is hidden loses its marks, and gets them back when it is shown. One that is deleted loses its tags, too.
create or replace function follow_entries() returns trigger language plpgsql
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
drop trigger user_publications_delete_tags on user_publications;
drop function delete_tags();
drop trigger user_publications_words_delete on user_publications;
drop trigger user_publications_words_insert on user_publications;
drop trigger user_publications_words_update on user_publications;
drop function follow_words();

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

-- The entries of publications that are merged now come back from merge_marks, hidden. A merge gave the lower number of two entries to the canonical one,
-- and the lower first number of those that were visible. So the other entry gets the other numbers, and no two entries have one number.
insert into user_publications (user_id, publication_id, entry_number, first_number, first_seen_at, first_seen_run_id, first_scholar_id, scholar_ids,
  hidden_as, hidden_favorite, year, citations, title_prefix, pdf_rank)
select k.user_id, k.publication_id, n.number, nullif(n.first_number, n.number), k.first_seen_at, k.first_seen_run_id, k.first_scholar_id, k.scholar_ids,
  case when k.is_read then 'read' else 'unread' end, case when k.is_favorite and not k.is_hidden then '{}'::bigint[] end, o.year, o.citations, o.title_prefix, o.pdf_rank
from merges g join merge_marks k on k.merge_id = g.id and k.publication_id = g.merged_id
join publication_order o on o.publication_id = k.publication_id
left join merge_marks t on t.merge_id = g.id and t.user_id = k.user_id and t.publication_id <> k.publication_id
cross join lateral (select coalesce(k.first_number, k.entry_number) as own, coalesce(t.first_number, t.entry_number) as other) f
cross join lateral (
  select greatest(k.entry_number, t.entry_number) as number,
    case when t.is_hidden is null or (k.is_hidden, f.own) > (t.is_hidden, f.other) then f.own else f.other end as first_number
) n
where g.undone_at is null
on conflict do nothing;

-- If the user had no entry of the target, the merge made it. Entries with the same numbers say so.
with recursive made as materialized (
  select k.user_id, g.merged_id, g.target_id
  from merges g join merge_marks k on k.merge_id = g.id and k.publication_id = g.merged_id
  where g.undone_at is null and not exists (
    select from merge_marks t where t.merge_id = g.id and t.user_id = k.user_id and t.publication_id <> k.publication_id)
), numbered as (
  select m.user_id, m.merged_id, u.entry_number, u.first_number
  from made m join user_publications u on u.user_id = m.user_id and u.publication_id = m.target_id
  where not exists (select from made t where t.user_id = m.user_id and t.merged_id = m.target_id)
  union all
  select m.user_id, m.merged_id, n.entry_number, n.first_number from numbered n join made m on m.user_id = n.user_id and m.target_id = n.merged_id
)
update user_publications u set entry_number = n.entry_number, first_number = n.first_number
from numbered n where u.user_id = n.user_id and u.publication_id = n.merged_id;

insert into publication_tags (user_id, publication_id, tag_id)
select k.user_id, k.publication_id, t.id
from merges g join merge_marks k on k.merge_id = g.id and k.publication_id = g.merged_id cross join unnest(k.tag_ids) as i (id)
join stored_tags t on t.id = i.id and t.user_id = k.user_id
where g.undone_at is null
on conflict do nothing;

-- A tag or mark is from the rules whose effects name it, unless one of the merged publications had it without an effect. Then it is the user's.
create temporary table rule_marks on commit drop as
with effects as (
  select e.user_id, e.rule_id, e.publication_id, k.mark
  from rule_effects e cross join unnest(e.tag_ids::text[] || case when e.marked_favorite then '{favorite}'::text[] else '{}' end
    || case when e.marked_read then '{read}'::text[] else '{}' end) as k (mark)
), said as (
  select m.user_id, p.canonical_id, k.mark
  from merges g join merge_marks m on m.merge_id = g.id join publications p on p.id = m.publication_id
  cross join unnest(m.tag_ids::text[] || case when m.is_favorite then '{favorite}'::text[] else '{}' end
    || case when m.is_read then '{read}'::text[] else '{}' end) as k (mark)
  where g.undone_at is null and not exists (
    select from effects e where e.user_id = m.user_id and e.publication_id = m.publication_id and e.mark = k.mark)
)
-- its own effects, and those of the publications merged into it
select e.user_id, e.publication_id, e.mark, array_agg(distinct e.rule_id order by e.rule_id) as rule_ids
from (
  select user_id, rule_id, publication_id, mark from effects
  union
  select e.user_id, e.rule_id, p.canonical_id, e.mark from effects e join publications p on p.id = e.publication_id
) e
where not exists (select from said s where s.user_id = e.user_id and s.canonical_id = e.publication_id and s.mark = e.mark)
group by 1, 2, 3;

update publication_tags k set rule_ids = m.rule_ids from rule_marks m
where m.user_id = k.user_id and m.publication_id = k.publication_id and m.mark = k.tag_id::text;
update favorites f set rule_ids = m.rule_ids from rule_marks m
where m.user_id = f.user_id and m.publication_id = f.publication_id and m.mark = 'favorite';
update user_publications u set hidden_favorite = m.rule_ids from rule_marks m
where u.hidden_favorite is not null and m.user_id = u.user_id and m.publication_id = u.publication_id and m.mark = 'favorite';

alter table rule_effects drop column tag_ids, drop column marked_favorite;
insert into rule_effects (rule_id, publication_id, user_id, acted_at, marked_read)
select e.rule_id, p.canonical_id, e.user_id, min(e.acted_at), false from rule_effects e join publications p on p.id = e.publication_id
where p.canonical_id <> p.id group by 1, 2, 3
on conflict do nothing;
update rule_effects e set marked_read = exists (
  select from rule_marks m where m.user_id = e.user_id and m.publication_id = e.publication_id and m.mark = 'read' and e.rule_id = any(m.rule_ids));

drop table merge_marks;
