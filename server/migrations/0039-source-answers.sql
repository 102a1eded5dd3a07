-- The word of the response that started a cooldown, for administrators.
alter table source_states add column cooldown_response text;

-- An author's count was kept although the list answered fewer works. Where much less is listed than was counted, the list is read once more.
update profiles p set work_count = null
where p.source = 'openalex' and p.work_count > 0
  and p.work_count * 0.95 > (select count(*) from listings l where l.profile_id = p.id and l.owner_user_id is null and l.removed_at is null);
