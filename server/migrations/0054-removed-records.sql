-- What a user added can be removed again. The record stays, so that its tags and notes come back if it is added again.
alter table records add column removed_at timestamptz;
create or replace view accounts as
  select w.user_id, w.publication_id, w.scholar_id, w.first_listed_at
  from scholar_listings w
  where w.removed_at is null and w.is_processed or exists (
    select from publications m join user_publications e on e.user_id = w.user_id and e.publication_id = m.id
    where m.canonical_id = w.publication_id and w.scholar_id = any(e.scholar_ids))
  union all
  select r.owner_user_id, p.canonical_id, null, r.stated_at
  from publications p join records r on r.publication_id = p.id
  where r.removed_at is null and not exists (select from listings l where l.record_id = r.id);
