-- The tables refuse these numbers, so no integrity check has to look for them.
update publications set citation_count = greatest(0, least(citation_count, 10000000)) where citation_count not between 0 and 10000000;
alter table publications add check (citation_count between 0 and 10000000);
update queue_items set attempt_count = greatest(attempt_count, 0), quick_retry_count = greatest(quick_retry_count, 0), resume_row = greatest(resume_row, 0),
  pages_this_attempt = greatest(pages_this_attempt, 0), claim_number = greatest(claim_number, 0)
where least(attempt_count, quick_retry_count, resume_row, pages_this_attempt, claim_number) < 0;
alter table queue_items add check (least(attempt_count, quick_retry_count, resume_row, pages_this_attempt, claim_number) >= 0);
